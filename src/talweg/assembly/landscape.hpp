/// The energy that a step descends, as its integrator shapes it.
///
///     E(c) = ½ inertia · |c − c̃|²_M + scale · P(x),   x = W c + b
///
/// P sums the potentials, times their factors where they change with time, and the dissipations of the velocity
/// v = (x − x_ref)·rate, in the air of v − w. Implicit Euler has c̃ = cⁿ + h ċⁿ, scale = h², rate = 1/h. A quasi-static
/// landscape has no inertia.
#pragma once
#include <algorithm>

#include "talweg/model/model.hpp"

namespace talweg {

/// What draws components of a node to a place: ½ mass |c − target|², not scaled.
struct Pull {
    int node;
    Axes axes;
    Vec3 target;
    double mass;  // kg
};

/// b(t) of a landscape: the model's own, which must stay, where no script moves points that follow no node.
class PrescribedPoints {
public:
    PrescribedPoints(Positions own = {}) : own_(std::move(own)) {}
    PrescribedPoints(const Model& model, double time) {
        const auto moves_point = [](const Script& script) { return script.node < 0; };
        if (std::none_of(model.scripts.begin(), model.scripts.end(), moves_point))
            fixed_ = &model.b;
        else
            prescribed_points(model, time, own_);
    }
    operator const Positions&() const { return fixed_ ? *fixed_ : own_; }

private:
    const Positions* fixed_ = nullptr;
    Positions own_;
};

struct Landscape {
    Nodes c_tilde;
    double inertia = 1.0;
    double scale = 0.0;
    PrescribedPoints b;
    Positions x_ref;
    double rate = 0.0;
    std::vector<Pull> pulls = {};      // of scripted nodes that are on their way
    std::vector<double> factors = {};  // of each of the model's terms; empty: all are 1
    ElementMemory memory = {};         // of the elements, likewise; empty: they have just begun
    Positions wind = {};               // w at every point; empty: the air stands still

    /// What the term's own energy is multiplied by.
    double factor(std::size_t term) const { return term < factors.size() ? factors[term] : 1.0; }
};

/// Where each term of a landscape is evaluated. Terms in the air see the points as if the wind had not carried them:
/// (x − w/rate − x_ref)·rate = v − w, with the same derivatives by x.
class TermPlaces {
public:
    TermPlaces(const Landscape& at, const Model& model, const Positions& x)
        : here{x.data(), at.x_ref.data(), at.rate}, in_air_(here), model_(model), memory_(at.memory) {
        if (at.wind.empty()) return;
        still_ = x;
        for (std::size_t i = 0; i < x.size(); ++i) still_[i] -= at.wind[i] / at.rate;
        in_air_.x = still_.data();
    }
    TermPlaces(const TermPlaces&) = delete;
    TermPlaces& operator=(const TermPlaces&) = delete;

    const Configuration here;

    /// Of a term of the model, with what its elements remember; of others, `here`.
    Configuration of(std::size_t term) const {
        return (!still_.empty() && model_.air->felt_by(term) ? in_air_ : here).with(memory_of(memory_, term));
    }

private:
    Configuration in_air_;
    const Model& model_;
    const ElementMemory& memory_;
    Positions still_;
};

}  // namespace talweg
