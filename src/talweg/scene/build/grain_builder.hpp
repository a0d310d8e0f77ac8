/// Grains of a scene: balls, in planar scenes discs, whose turn is a coordinate.
///
/// With s = r θ the energy of turning, ½ I ω², is that of the mass I/r² at the speed |ṡ|: 2/5 of a ball's own, half of
/// a disc's. A ball looks the same however it is turned, so s needs to be no orientation: it is what ω adds up to.
#pragma once
#include <vector>

#include "talweg/model/model_builder.hpp"
#include "talweg/scene/build/contact_builder.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

class GrainBuilder {
public:
    /// A body whose points, one grain each, begin at `first_point`. Those that are held whole do not turn.
    void add(const BodySpec& spec, const std::vector<double>& mass, int first_point, const Model& model);
    /// Once all points that are places have been added.
    void finish(ModelBuilder& builder, ContactBuilder& contact) const;

private:
    struct Grain {
        int point;
        double mass, radius, rolling;
        Vec3 spin;  // rad/s
    };
    std::vector<Grain> grains_;
};

}  // namespace talweg
