#include "talweg/scene/spec/check_liquid.hpp"

#include "talweg/scene/spec/problem_list.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

class LiquidCheck : public ProblemList {
public:
    explicit LiquidCheck(const Scene& scene) : scene_(scene) {}

    void check(const BodySpec& body) {
        const LiquidSpec& liquid = *body.liquid;
        const auto* shape = std::get_if<ParticlesShape>(&body.shape.kind);
        if (!shape) {
            report(liquid.where, "goes with particles; give the body a shape of type \"particles\"");
            return;
        }
        check_spacing(liquid, *shape);
        if (!(body.place.scale == Vec3{1, 1, 1}))
            report(liquid.where, "goes with a place that scales; scale the size of the shape");
        if (!liquid.bulk_modulus && norm(scene_.gravity) == 0.0)
            report(liquid.where,
                   "has no weight that compresses it, there being no gravity; give it a \"bulk_modulus\"");
        constexpr double unless_given = 0.01;  // the schema's
        if (liquid.bulk_modulus && liquid.compression != unless_given)
            report(liquid.where,
                   "has a compression and a bulk_modulus, which each say how far it gives way; give one of them");
        check_solution(liquid);
    }

private:
    void check_spacing(const LiquidSpec& liquid, const ParticlesShape& shape) {
        if (!liquid.spacing && !shape.spacing)
            report(liquid.where, "does not know how much each particle takes up; give it the \"spacing\" at rest");
        if (!liquid.spacing || !shape.spacing) return;
        if (*liquid.spacing < *shape.spacing / 3.0)
            report(liquid.where, "has a spacing of {:g} m, but the particles are {:g} m apart: none would see another",
                   *liquid.spacing, *shape.spacing);
        // Particles at random, none nearer than the spacing, stand up to 1.3 times as loosely as on its lattice.
        if (*liquid.spacing > 1.5 * *shape.spacing)
            report(liquid.where,
                   "has a spacing of {:g} m, but the particles are {:g} m apart: it would start crushed and burst; "
                   "leave the liquid's spacing out",
                   *liquid.spacing, *shape.spacing);
    }

    void check_solution(const LiquidSpec& liquid) {
        const std::string& integrator = scene_.integrator.type;
        if (integrator == "quasi_static" || integrator == "minimise")
            report(liquid.where, "flows, which {} cannot show; use implicit_euler", integrator);
        for (const IntegratorEntry& entry : list_integrators())
            if (entry.name == integrator && entry.projects && integrator != "position_based")
                report(liquid.where, "is a liquid, which {} does not know; use position_based or implicit_euler",
                       entry.name);
        if (integrator == "position_based" && liquid.no_slip)
            report(liquid.where,
                   "holds on to walls (no_slip), which position_based does not know; leave that out, or use "
                   "implicit_euler");
        if (integrator == "position_based" && liquid.volume == "least_squares")
            report(liquid.where,
                   "measures its volume by least squares, which position_based does not; leave \"volume\" out, or use "
                   "implicit_euler");
        if (scene_.solver.linear != "auto" && scene_.solver.linear != "cg")
            report(liquid.where,
                   "couples too many particles for the linear solver {}; leave it \"auto\", or take "
                   "\"cg\"",
                   scene_.solver.linear);
    }

    const Scene& scene_;
};

}  // namespace

std::vector<Problem> check_liquid(const BodySpec& body, const Scene& scene) {
    if (!body.liquid) return {};
    LiquidCheck check(scene);
    check.check(body);
    return std::move(check.problems);
}

}  // namespace talweg
