/// Shape matching as position-based methods have it: every point goes towards its goal.
///
///     C_i = x_i − g_i,   α_i = 1/(κ m_i)
///
/// with g where the rest shape fits best to all points as they are (model/shape_matching.hpp). Gradients of g drop out
/// of that of the energy, so XPBD, converged, is at implicit Euler's minimum, here for once exactly. Position-based
/// dynamics goes a part of the way, as Müller et al. (2005) do. All points of a body go together: momentum is kept.
#pragma once
#include "talweg/model/shape_matching.hpp"
#include "talweg/projections/interface/constrained_term.hpp"

namespace talweg {

class MatchedShapes final : public ConstrainedTerm {
public:
    /// Points must each be a particle of its own.
    MatchedShapes(const ParticleMap& map, const std::vector<MatchedShape>& shapes);

    std::string_view name() const override { return "shape_matching"; }
    void start(const ConstraintRule& rule, const Particles& particles) override;
    void project(const ConstraintRule& rule, Particles& particles) override;
    double violation(const ConstraintRule& rule, const Particles& particles) const override;

private:
    struct Shape {
        MatchedShape shape;
        std::vector<int> particles;
        std::vector<Vec3> lambda;
    };
    static MatchedShape::Fit fit(const Shape& each, const Particles& particles);
    static double softness(const ConstraintRule& rule, const MatchedShape& shape, std::size_t i);

    std::vector<Shape> shapes_;
};

}  // namespace talweg
