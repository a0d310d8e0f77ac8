#include "talweg/record/liquid_surfaces.hpp"

#include <algorithm>

#include "talweg/math/parallel.hpp"

namespace talweg {

LiquidSurfaces::LiquidSurfaces(const RecordedRun& run) : run_(run) {
    if (run.scene().value("planar", false)) return;
    for (const Json& body : run.scene().value("bodies", Json::array())) {
        if (!body.contains("liquid") || body["liquid"].is_null()) continue;
        const auto number = [](const Json& from, const char* key) {
            return from.contains(key) && from[key].is_number() ? from[key].get<double>() : 0.0;
        };
        const double own = number(body["liquid"], "spacing");
        const double spacing = own > 0.0 ? own : number(body.value("shape", Json::object()), "spacing");
        const auto found = std::ranges::find(run.bodies(), body.value("name", ""), &Body::name);
        if (found != run.bodies().end() && spacing > 0.0)
            liquids_.push_back({static_cast<std::size_t>(found - run.bodies().begin()), spacing});
    }
}

bool LiquidSurfaces::has(std::size_t body) const {
    return std::ranges::find(liquids_, body, &Liquid::body) != liquids_.end();
}

std::vector<LiquidSurface> LiquidSurfaces::at(std::uint64_t frame) const {
    std::vector<LiquidSurface> surfaces;
    const std::vector<Vec3> x = run_.positions(frame);
    for (const Liquid& liquid : liquids_) {
        const Body& body = run_.bodies()[liquid.body];
        const ParticleSurface surface({x.begin() + body.first_point, x.begin() + body.first_point + body.point_count},
                                      liquid.spacing);
        Mesh mesh = surface.mesh();
        LiquidSurface made{liquid.body, std::move(mesh.points), std::move(mesh.triangles)};
        made.carriers.resize(made.points.size());
        parallel_each(0, static_cast<int>(made.points.size()), [&](int i) {
            made.carriers[i] = surface.carriers(made.points[i]);
            for (auto& [particle, part] : made.carriers[i]) particle += body.first_point;
        });
        surfaces.push_back(std::move(made));
    }
    return surfaces;
}

}  // namespace talweg
