#include "talweg/scene/spec/check_grains.hpp"

#include "talweg/scene/spec/problem_list.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

class GrainsCheck : public ProblemList {
public:
    explicit GrainsCheck(const Scene& scene) : scene_(scene) {}

    void check(const BodySpec& body) {
        if (body.grains) check_grains(body);
        if (body.flock) check_flock(body);
        if (body.crowd) check_crowd(body);
        if (body.shape_matching) check_shape_matching(body);
    }

private:
    static bool of_particles(const BodySpec& body) { return std::holds_alternative<ParticlesShape>(body.shape.kind); }

    /// What flocks and crowds have in common.
    void check_steering(const Where& where, const BodySpec& body) {
        if (!of_particles(body)) report(where, "goes with particles; give the body a shape of type \"particles\"");
        if (body.liquid || body.emitter || scene_.gravitation)
            report(where, "goes neither with a liquid nor with an emitter nor with gravitation");
        if (scene_.integrator.type == "quasi_static" || scene_.integrator.type == "minimise")
            report(where, "moves, which {} cannot show; use implicit_euler", scene_.integrator.type);
    }

    void check_flock(const BodySpec& body) {
        const FlockSpec& flock = *body.flock;
        check_steering(flock.where, body);
        if (flock.speed_limit && *flock.speed_limit < flock.least_speed)
            report(flock.where, "has a speed limit of {:g} m/s below its least speed of {:g} m/s", *flock.speed_limit,
                   flock.least_speed);
        if (flock.wall_repulsion > 0.0 && !scene_.contact)
            report(flock.where,
                   "is repelled by walls, of which there are none without contact; add \"contact\": {{}} "
                   "and obstacles to the scene");
    }

    void check_crowd(const BodySpec& body) {
        const CrowdSpec& crowd = *body.crowd;
        check_steering(crowd.where, body);
        if (body.flock) report(crowd.where, "is a flock already; a body is one of the two");
        if (!scene_.planar) report(crowd.where, "walks in the plane; add \"planar\": true to the scene");
        if (!scene_.contact)
            report(crowd.where, "would walk through walls; add \"contact\": {{}} to the scene");
        else if (!(body.contact.thickness > 0.0))
            report(crowd.where,
                   "has no size: a walker is as wide as the thickness of its contact; add \"contact\": {{ "
                   "\"thickness\": 0.5 }} to the body");
        for (const DoorSpec& door : crowd.doors) check_name(door);
        for (const DoorSpec& door : crowd.doors)
            if (door.from[0] == door.to[0] && door.from[1] == door.to[1])
                report(door.where, "is a door without width: its two ends are one place");
        for (const GoalSpec& goal : crowd.goals)
            for (int a = 0; a < 3; ++a)
                if (goal.low && goal.high && !((*goal.low)[a] <= (*goal.high)[a])) {
                    report(goal.where, "counts in a box whose lower corner is not below the upper one");
                    break;
                }
    }

    /// The series of all doors has a column for each name.
    void check_name(const DoorSpec& door) {
        for (const BodySpec& body : scene_.bodies)
            for (std::size_t d = 0; body.crowd && d < body.crowd->doors.size(); ++d) {
                const DoorSpec& other = body.crowd->doors[d];
                if (&other == &door) return;
                if (other.name != door.name) continue;
                report(door.where, "has the name {}, as {} has; give every door one of its own", in_quotes(door.name),
                       other.where.path);
                return;
            }
    }

    void check_shape_matching(const BodySpec& body) {
        const Where& where = body.shape_matching->where;
        if (body.stiff() || body.reduce || body.liquid || body.emitter)
            report(where,
                   "goes with points that move by themselves: neither with rigid, affine or reduced bodies nor "
                   "with liquids and emitters");
        if (scene_.solver.linear != "auto" && scene_.solver.linear != "cg")
            report(where,
                   "couples all points of a body, too many for the linear solver {}; leave it \"auto\", or "
                   "take \"cg\"",
                   scene_.solver.linear);
        if (scene_.integrator.type == "projective_dynamics")
            report(where, "is what projective_dynamics does not know; use xpbd, position_based or implicit_euler");
    }

    void check_grains(const BodySpec& body) {
        const GrainsSpec& grains = *body.grains;
        if (!of_particles(body))
            report(grains.where, "goes with particles; give the body a shape of type \"particles\"");
        if (!scene_.contact)
            report(grains.where, "has no effect without contact; add \"contact\": {{}} to the scene");
        else if (!(body.contact.thickness > 0.0))
            report(grains.where,
                   "has no size: a grain's diameter is the thickness of its contact; add \"contact\": {{ "
                   "\"thickness\": 0.01 }} to the body");
        if (scene_.planar && (grains.spin[0] != 0.0 || grains.spin[1] != 0.0))
            report(grains.where, "spins about x or y, which discs in the plane cannot; write \"spin\": [0, 0, {:g}]",
                   grains.spin[2]);
        if (body.liquid || body.emitter)
            report(grains.where, "goes neither with a liquid nor with an emitter: these particles have no turn");
        if (scene_.integrator.type == "quasi_static" || scene_.integrator.type == "minimise")
            report(grains.where, "rolls, which {} cannot show; use implicit_euler", scene_.integrator.type);
        for (const IntegratorEntry& entry : list_integrators())
            if (entry.name == scene_.integrator.type && entry.projects)
                report(grains.where, "turns, which {} does not know; use implicit_euler", entry.name);
    }

    const Scene& scene_;
};

}  // namespace

std::vector<Problem> check_grains_and_flocks(const BodySpec& body, const Scene& scene) {
    GrainsCheck check(scene);
    check.check(body);
    return std::move(check.problems);
}

}  // namespace talweg
