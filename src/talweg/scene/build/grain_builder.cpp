#include "talweg/scene/build/grain_builder.hpp"

namespace talweg {

void GrainBuilder::add(const BodySpec& spec, const std::vector<double>& mass, int first_point, const Model& model) {
    if (!spec.grains) return;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        const int point = first_point + static_cast<int>(i);
        const auto row = model.map.row(point);
        if (row.empty() || model.held_axes[row[0].node] == all_axes) continue;
        grains_.push_back({point, mass[i], 0.5 * spec.contact.thickness, spec.grains->rolling, spec.grains->spin});
    }
}

void GrainBuilder::finish(ModelBuilder& builder, ContactBuilder& contact) const {
    const bool planar = builder.model().planar;
    for (const Grain& grain : grains_) {
        const Vec3 speed = grain.radius * grain.spin;
        const int spin = builder.add_coordinate(Vec3::zero(), (planar ? 0.5 : 0.4) * grain.mass, {},
                                                planar ? Axes(1) : all_axes, planar ? Vec3{speed[2], 0, 0} : speed);
        contact.add_grain({grain.point, spin, grain.rolling});
    }
}

}  // namespace talweg
