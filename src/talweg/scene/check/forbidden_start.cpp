#include "talweg/scene/check/forbidden_start.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/energies/strain_limit.hpp"

namespace talweg {

namespace {

const Body& body_of(const Model& model, int point) {
    std::size_t b = 0;
    while (point >= model.bodies[b].first_point + model.bodies[b].point_count) ++b;
    return model.bodies[b];
}

}  // namespace

std::vector<Issue> forbidden_start(const Model& model, const Positions& x) {
    std::vector<Issue> found;
    for (const auto& term : model.terms) {
        if (!term->guarded()) continue;
        std::map<const Body*, Features> forbidden;
        for (int e = 0; e < term->element_count(); ++e) {
            if (std::isfinite(term->energy({x.data(), x.data(), 1.0}, e, e + 1))) continue;
            const int* points = term->points() + e * term->point_count();
            forbidden[&body_of(model, points[0])].emplace_back(points, points + term->point_count());
        }
        for (const auto& [body, elements] : forbidden) {
            std::vector<std::string> names;
            for (const std::vector<int>& points : elements) names.push_back(joined(points, body->first_point));
            const std::string where = counted("element", "elements", names);
            if (term->name() == StrainLimit::name)
                found.push_back(
                    {Weight::fault, fmt::format("{} is stretched past its limit at the start in {}", body->name, where),
                     "start it nearer to its shape at rest, or raise the limit of its strain_limit", elements});
            else if (term->name() == OrthotropicMembrane::name)
                found.push_back(
                    {Weight::fault,
                     fmt::format("{} is stretched or sheared past the limit of its threads at the start in {}",
                                 body->name, where),
                     "start it nearer to its shape at rest, or raise warp_limit, weft_limit or shear_limit of its "
                     "orthotropic_membrane",
                     elements});
            else
                found.push_back(
                    {Weight::fault, fmt::format("{} is inside out or flat at the start in {}", body->name, where),
                     fmt::format("{} is infinite there; give it another start, or choose an energy that allows it, "
                                 "such as stable_neo_hookean",
                                 term->name()),
                     elements});
        }
    }
    return found;
}

}  // namespace talweg
