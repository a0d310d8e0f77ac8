/// Directions where the exact Hessian H stays indefinite for long. The projected one P always leads down, but it is too
/// stiff along some motions, and a descent by it alone can take hundreds of iterations for its end. So P becomes the
/// preconditioner of conjugate gradients on H p = −g, which end where H does not curve upwards (Steihaug, "The
/// conjugate gradient method and trust regions in large scale optimization", 1983): the first of their iterates is P's
/// own direction at its best length, and the quadratic model falls with every further one.
#pragma once
#include "talweg/solve/conjugate_gradients.hpp"
#include "talweg/solve/free_system.hpp"

namespace talweg {

class ExactCurvature {
public:
    ExactCurvature();

    /// Takes the exact Hessian, before the projected one is assembled in its place.
    void keep(const BlockMatrix& exact);
    /// p = −P⁻¹ g, as the system just solved it, becomes a direction that knows H better; or stays. The system's solver
    /// then no longer knows p: it cannot refine it.
    void improve(FreeSystem& projected, const Nodes& gradient, const Interruption& interruption, Nodes& p);

private:
    BlockMatrix exact_;
    ConjugateGradients gradients_;
    std::vector<double> right_, solution_;
};

}  // namespace talweg
