#include "talweg/scene/check/coarse_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talweg {
namespace {

/// D of the first bending energy whose rigidity is one number, or the lesser of warp and weft; 0: none.
double bending_rigidity_of(const BodySpec& body) {
    for (const EnergySpec& energy : body.energies)
        if (energy.type == "hinge_bending" || energy.type == "plate_bending" || energy.type == "quadratic_bending") {
            const auto found = energy.parameters.find("rigidity");
            if (found != energy.parameters.end() && found->second.uniform()) return found->second.value.value_or(0.0);
        } else if (energy.type == "orthotropic_bending") {
            const ParameterSpec &warp = energy.parameters.at("warp"), &weft = energy.parameters.at("weft");
            if (warp.uniform() && weft.uniform()) return std::min(warp.value.value_or(0.0), weft.value.value_or(0.0));
        }
    return 0.0;
}

}  // namespace

std::optional<std::string> note_coarse_sheet(const BodySpec& body, const BodyShape& shape, double gravity) {
    const double rigidity = bending_rigidity_of(body), weight = gravity * body.density;
    const Mesh& mesh = shape.mesh;
    if (!(rigidity > 0.0) || !(weight > 0.0) || mesh.triangles.empty()) return std::nullopt;
    double edges = 0.0;
    Vec3 low = mesh.points.front(), high = low;
    for (const auto& t : mesh.triangles)
        for (int i = 0; i < 3; ++i) {
            const Vec3& point = mesh.points[t[i]];
            edges += norm(mesh.points[t[(i + 1) % 3]] - point);
            for (int a = 0; a < 3; ++a) {
                low[a] = std::min(low[a], point[a]);
                high[a] = std::max(high[a], point[a]);
            }
        }
    const double edge = edges / (3.0 * static_cast<double>(mesh.triangles.size())), c = std::cbrt(rigidity / weight);
    // What is hardly larger than its bending length stays flat whatever its mesh.
    if (edge <= 0.5 * c || norm(high - low) < 6.0 * c) return std::nullopt;
    return located(body.shape.where,
                   fmt::format("{}: edges are {:.2g} mm long, but folds under its weight are as narrow as its bending "
                               "length of {:.2g} mm: it will seem stiffer than it is; edges of {:.2g} mm drape right",
                               body.name, 1e3 * edge, 1e3 * c, 1e3 * c / 3.0));
}

}  // namespace talweg
