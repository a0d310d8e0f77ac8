/// The Hessian that directions come from: the exact one H, the projected one P, or something in between.
///
///     (1 − s) H + s P,   0 ≤ s ≤ 1
///
/// H may have no direction that leads down. P always has, but it knows no compression, and where cloth buckles it takes
/// hundreds of directions to leave a saddle; what H lacks is often a small share of P − H.
#pragma once
#include "talweg/solve/backend.hpp"

namespace talweg {

class MixedHessian {
public:
    MixedHessian(Backend& backend, FreeSystem& unknowns) : backend_(backend), unknowns_(unknowns) {}

    /// There was a move.
    void leave() { known_ = exact_here_ = false; }
    /// The system at c with the share s of P. In between, H and P are assembled once in a place.
    const System& assemble(const Landscape& landscape, const Nodes& c, double share);

private:
    void know(const Landscape& landscape, const Nodes& c);

    Backend& backend_;
    FreeSystem& unknowns_;                     // whose directions are to come
    bool exact_here_ = false, known_ = false;  // H is the backend's system; H and P are those below
    std::vector<Mat3> exact_, excess_;         // H, P − H
};

}  // namespace talweg
