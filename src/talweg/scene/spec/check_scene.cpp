#include "talweg/scene/spec/check_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "talweg/math/motion_expression.hpp"
#include "talweg/projections/interface/convert.hpp"
#include "talweg/scene/spec/check_connections.hpp"
#include "talweg/scene/spec/check_grains.hpp"
#include "talweg/scene/spec/check_liquid.hpp"
#include "talweg/scene/spec/problem_list.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

class SceneCheck : public ProblemList {
public:
    void check(const Scene& scene) {
        check_names(scene);
        check_picture(scene);
        check_error_control(scene.integrator);
        check_projections(scene);
        check_particles(scene);
        check_contact(scene);
        for (const BodySpec& body : scene.bodies) {
            check_body(body);
            if (body.stiff())
                check_stiff(body, scene);
            else if (body.wall || body.inertia)
                report(body.where, "has {}, which is for bodies that move as a whole; make it \"rigid\" or \"affine\"",
                       body.wall ? "a wall" : "an inertia");
            if (const auto* compound = std::get_if<CompoundShape>(&body.shape.kind)) check_compound(body, *compound);
        }
        for (const ConnectionSpec& connection : scene.connections) check_connection(connection);
        add(check_connections(scene));
        for (const CurveSpec& along : scene.air.wind) check_curve(along, Variables::time_and_place);
        for (const Expectation& expectation : scene.expect) check_expectation(expectation, scene);
    }

private:
    void check_stiff(const BodySpec& body, const Scene& scene) {
        if (body.rigid && body.affine) report(body.where, "is both rigid and affine; choose one");
        if (body.rigid && scene.integrator.type == "newmark")
            report(body.where,
                   "is rigid, which newmark tears apart within a few turns; choose \"conserving\", which "
                   "keeps its spin and energy, or \"implicit_euler\"");
        if (scene.planar && body.wall)
            report(body.where, "has a wall, which bodies of a planar scene cannot have; leave it out");
        if (body.mass == MassRule::consistent)
            report(body.where, "is rigid or affine: its four points have the mass that it has; leave \"mass\" out");
        if (body.inertia && body.inertia->tensor.size() != 0 && body.inertia->tensor.size() != 3 &&
            body.inertia->tensor.size() != 6)
            report(body.inertia->where, "has a tensor of {} numbers; give three, xx, yy, zz, or six, with xy, xz, yz",
                   body.inertia->tensor.size());
        if (body.inertia && !(body.place.scale == Vec3{1, 1, 1}))
            report(body.inertia->where,
                   "goes with a shape that is scaled; scale the shape itself, and give its inertia");
        if (std::holds_alternative<FlattenedShape>(body.shape.kind))
            report(body.where, "is rigid or affine, and cannot be laid flat");
        if (body.rigid && (!(body.start.stretch == Vec3{1, 1, 1}) || body.start.scramble > 0.0))
            report(body.where, "is rigid, and cannot start {}; scale it by \"place\", or make it \"affine\"",
                   body.start.scramble > 0.0 ? "scrambled" : "stretched");
    }

    void check_compound(const BodySpec& body, const CompoundShape& compound) {
        if (!body.stiff()) report(body.where, "is a compound, which moves as a whole; make it \"rigid\" or \"affine\"");
        for (const CompoundShape::Part& part : compound.parts) {
            if (part.density && part.mass) report(part.where, "has a density and a mass; give one of them");
            for (int a = 0; a < 3; ++a)
                if (part.place.scale[a] == 0.0)
                    report(part.where, "has a place.scale of 0, which leaves nothing of it; negative ones mirror");
        }
    }

    static std::string in_line(const Where& where) {
        return where.line > 0 ? fmt::format(" in line {}", where.line) : std::string();
    }

    void check_names(const Scene& scene) {
        std::map<std::string, const BodySpec*> seen;
        for (const BodySpec& body : scene.bodies)
            if (const auto [other, fresh] = seen.emplace(body.name, &body); !fresh)
                report(body.where, "has the name {}, as {} has{}; names must differ", in_quotes(body.name),
                       other->second->where.path, in_line(other->second->where));
    }

    void check_picture(const Scene& scene) {
        std::vector<std::string> known;
        for (const BodySpec& body : scene.bodies) known.push_back(body.name);
        for (const ObstacleSpec& obstacle : scene.obstacles) known.push_back(obstacle.name);
        for (const auto& [name, colour] : scene.picture.colours)
            if (std::find(known.begin(), known.end(), name) == known.end())
                report(scene.picture.where, "has a colour for {}, which is no body and no obstacle{}", in_quotes(name),
                       did_you_mean(name, known));
    }

    void check_error_control(const IntegratorSpec& integrator) {
        if (!integrator.error_tolerance) return;
        std::vector<std::string> able;
        for (const IntegratorEntry& entry : list_integrators())
            if (entry.is_explicit) able.push_back(entry.name);
        if (std::find(able.begin(), able.end(), integrator.type) == able.end())
            report(integrator.where, "has an error_tolerance, which {} cannot keep; these can: {}", integrator.type,
                   listed(able));
    }

    /// What belongs to methods that project is said for one of them; and these know the energies of all bodies.
    void check_projections(const Scene& scene) {
        const IntegratorSpec& integrator = scene.integrator;
        std::vector<std::string> projecting;
        const IntegratorEntry* entry = nullptr;
        const std::vector<IntegratorEntry> all = list_integrators();
        for (const IntegratorEntry& each : all) {
            if (each.projects) projecting.push_back(each.name);
            if (each.name == integrator.type) entry = &each;
        }
        const auto only = [&](bool given, const char* key, const std::vector<std::string>& able) {
            if (given && std::find(able.begin(), able.end(), integrator.type) == able.end())
                report(integrator.where, "has {}, which {} does not know; these do: {}", key, integrator.type,
                       listed(able));
        };
        only(integrator.iterations.has_value(), "iterations", projecting);
        only(integrator.substeps.has_value(), "substeps", projecting);
        only(integrator.stiffness.has_value(), "stiffness", {"position_based"});
        only(integrator.stretch_limit.has_value(), "stretch_limit", {"position_based", "xpbd"});
        only(integrator.compliance.has_value(), "compliance", {"xpbd"});
        only(integrator.relaxation.has_value(), "relaxation", {"position_based"});
        only(integrator.artificial_pressure.has_value(), "artificial_pressure", {"position_based"});
        if (!entry || !entry->known_energies) return;
        const std::vector<std::string> known = entry->known_energies();
        for (const BodySpec& body : scene.bodies) {
            if (body.stiff() || body.mass == MassRule::consistent)
                report(body.where,
                       "is rigid, affine or of consistent mass, but {} moves points with a mass of their own each; use "
                       "implicit_euler",
                       integrator.type);
            for (const EnergySpec& energy : body.energies)
                if (is_stiff_energy(energy.type) && std::find(known.begin(), known.end(), energy.type) == known.end())
                    report(energy.where, "is {}, which {} does not know; it knows {}; or use implicit_euler",
                           energy.type, integrator.type, listed(known));
        }
    }

    void check_particles(const Scene& scene) {
        for (const BodySpec& body : scene.bodies) {
            if (body.start.orbit && !scene.gravitation)
                report(body.start.orbit->where,
                       "has no effect without gravitation; add \"gravitation\": {{}} to the scene");
            if (body.start.orbit && norm(body.start.orbit->axis) == 0.0)
                report(body.start.orbit->where, "has an axis without direction: [0, 0, 0]");
            if (scene.gravitation && body.stiff())
                report(body.where,
                       "is rigid or affine, which gravitation between points cannot pull; make it of particles");
            const auto* shape = std::get_if<ParticlesShape>(&body.shape.kind);
            add(check_liquid(body, scene));
            add(check_grains_and_flocks(body, scene));
            check_drive(body, shape, scene);
            if (!shape) continue;
            const int given = int(!shape->points.empty()) + int(shape->file.has_value()) +
                              int(shape->size.has_value()) + int(shape->surface.has_value());
            if (given != 1)
                report(body.shape.where,
                       "needs one of \"points\", \"file\", and \"size\" or \"surface\" with \"spacing\"");
            else if ((shape->size || shape->surface) && !shape->spacing)
                report(body.shape.where, "has a {} to be filled, but no \"spacing\"", shape->size ? "size" : "surface");
            if (shape->cover && !shape->surface)
                report(body.shape.where, "is to cover a surface, but has none; add \"surface\"");
            if (shape->links && body.emitter)
                report(body.shape.where, "links particles that an emitter has yet to send out; leave one of both out");
            if (body.stiff()) report(body.where, "is made of particles, which cannot be rigid or affine");
        }
    }

    void check_drive(const BodySpec& body, const ParticlesShape* shape, const Scene& scene) {
        if (!body.fields_felt.empty() && body.stiff())
            report(body.where, "is rigid or affine, which fields cannot drive; give it a load");
        const bool timeless = scene.integrator.type == "quasi_static" || scene.integrator.type == "minimise";
        if ((!body.fields_felt.empty() || body.emitter) && timeless)
            report(body.where, "is driven by fields or an emitter, which need time; {} has none",
                   scene.integrator.type);
        for (const FieldSpec& field : body.fields_felt) {
            if (const auto* vortex = std::get_if<VortexFieldSpec>(&field.kind); vortex && norm(vortex->axis) == 0.0)
                report(field.where, "has an axis without direction: [0, 0, 0]");
            const auto check_all = [&](const std::array<CurveSpec, 3>& curves) {
                for (const CurveSpec& curve : curves) check_curve(curve, Variables::time_and_place);
            };
            if (const auto* uniform = std::get_if<UniformFieldSpec>(&field.kind))
                for (const CurveSpec& curve : uniform->acceleration) check_field(curve);
            if (const auto* wind = std::get_if<WindFieldSpec>(&field.kind)) check_all(wind->velocity);
        }
        if (!body.emitter) return;
        const EmitterSpec& emitter = *body.emitter;
        if (!shape) report(emitter.where, "goes with particles; give the body a shape of type \"particles\"");
        if (norm(emitter.direction) == 0.0) report(emitter.where, "has a direction without length: [0, 0, 0]");
        if (emitter.lifetime && *emitter.lifetime * emitter.rate > emitter.capacity)
            report(emitter.where,
                   "has {} particles at a time, {:g} per second for {:g} s each, but a capacity of {}; raise it, or "
                   "let them live for at most {:.4g} s",
                   static_cast<long long>(std::ceil(*emitter.lifetime * emitter.rate)), emitter.rate, *emitter.lifetime,
                   emitter.capacity, emitter.capacity / emitter.rate);
        if (body.liquid || scene.gravitation)
            report(emitter.where,
                   "goes neither with a liquid nor with gravitation: particles that wait would be in the way");
    }

    void check_contact(const Scene& scene) {
        if (!scene.contact) {
            for (const ObstacleSpec& obstacle : scene.obstacles)
                report(obstacle.where, "has no effect without contact; add \"contact\": {{}} to the scene");
            return;
        }
        std::map<std::string, Where> seen;
        for (const BodySpec& body : scene.bodies) seen.emplace(body.name, body.where);
        for (const ObstacleSpec& obstacle : scene.obstacles) {
            if (const auto [other, fresh] = seen.emplace(obstacle.name, obstacle.where); !fresh)
                report(obstacle.where, "has the name {}, as {} has{}; names must differ", in_quotes(obstacle.name),
                       other->second.path, in_line(other->second));
            if (obstacle.place.rotate) check_rotation(*obstacle.place.rotate);
            check_scale(obstacle.place, obstacle.where);
            if (const auto* plane = std::get_if<PlaneObstacle>(&obstacle.shape.kind);
                plane && norm(plane->normal) == 0.0)
                report(obstacle.shape.where, "has a normal without direction: [0, 0, 0]");
            check_even_scale(obstacle);
            if (!obstacle.motion) continue;
            std::visit([&](const auto& kind) { check_motion(kind, obstacle.motion->where); }, obstacle.motion->kind);
            if (std::holds_alternative<PlaneObstacle>(obstacle.shape.kind) &&
                std::visit([](const auto& kind) { return turns(kind); }, obstacle.motion->kind))
                report(obstacle.motion->where, "turns a plane, which can only be moved; use a large block instead");
        }
    }

    /// Stretched along one axis, they would no longer be what they are.
    void check_even_scale(const ObstacleSpec& obstacle) {
        const Vec3& scale = obstacle.place.scale;
        const bool round = std::holds_alternative<BallObstacle>(obstacle.shape.kind) ||
                           std::holds_alternative<CapsuleObstacle>(obstacle.shape.kind);
        if (round && !(scale[0] == scale[1] && scale[1] == scale[2]))
            report(obstacle.where,
                   "scales a ball or capsule by different factors; give it the same along all axes, or "
                   "use a mesh");
    }

    static bool turns(const SteadyMotionSpec& motion) { return !(motion.angular_velocity == Vec3::zero()); }
    static bool turns(const KeyframedMotionSpec& motion) {
        return std::any_of(motion.keyframes.begin(), motion.keyframes.end(),
                           [](const KeyframeSpec& key) { return key.rotate.has_value(); });
    }
    static bool turns(const CurvedMotionSpec& motion) { return !(motion.angle == CurveSpec{}); }
    static bool turns(const CachedMotionSpec&) { return false; }  // refused elsewhere: planes have no cache

    void check_scale(const PlaceSpec& place, const Where& where) {
        for (int a = 0; a < 3; ++a)
            if (!(place.scale[a] > 0.0))
                report(where,
                       "has a place.scale[{}] of {}, which must be greater than 0; parts of a compound can be "
                       "mirrored by negative ones",
                       a, place.scale[a]);
    }

    void check_body(const BodySpec& body) {
        check_scale(body.place, body.where);
        if (body.place.rotate) check_rotation(*body.place.rotate);
        if (body.start.rotate) check_rotation(*body.start.rotate);
        if (const auto* rope = std::get_if<RopeShape>(&body.shape.kind); rope && rope->from == rope->to)
            report(body.shape.where, "is a rope without length: \"from\" and \"to\" are the same point");
        for (const auto& [name, selection] : body.groups) check_selection(selection);
        for (const LoadSpec& load : body.loads) check_load(load);
        for (const EnergySpec& energy : body.energies)
            for (const auto& [name, parameter] : energy.parameters)
                for (const ParameterPart& part : parameter.parts) check_selection(part.select);
        for (const HoldSpec& hold : body.hold) {
            check_selection(hold.select);
            if (hold.motion)
                std::visit([&](const auto& kind) { check_motion(kind, hold.motion->where); }, hold.motion->kind);
        }
        if (body.rig) check_rig(*body.rig);
        check_own_names(body.constraints, "constraint");
        for (const ConstraintSpec& constraint : body.constraints) check_constraint(constraint);
        if (body.reduce && body.stiff())
            report(body.reduce->where, "is of a rigid or affine body, which has few unknowns already; choose one");
    }

    /// Names by which series, the page and messages tell the parts of one body apart.
    template <class Parts>
    void check_own_names(const Parts& parts, const char* kind) {
        std::map<std::string, const Where*> seen;
        for (const auto& part : parts)
            if (part.name)
                if (const auto [other, fresh] = seen.emplace(*part.name, &part.where); !fresh)
                    report(part.where, "has the name {}, as {} has; give every {} one of its own",
                           in_quotes(*part.name), other->second->path, kind);
    }

    void check_rig(const RigSpec& rig) {
        check_own_names(rig.handles, "handle");
        for (const HandleSpec& handle : rig.handles) {
            if (handle.motion)
                std::visit([&](const auto& kind) { check_motion(kind, handle.motion->where); }, handle.motion->kind);
            const auto twin = std::ranges::find(rig.handles, handle.at, &HandleSpec::at);
            if (&*twin != &handle && !rig.weights)  // which would tell who carries what
                report(handle.where, "is where {} is: one would carry the same as the other; move or drop it",
                       twin->where.path);
        }
    }

    void check_constraint(const ConstraintSpec& constraint) {
        std::visit(
            [&](const auto& kind) {
                if constexpr (requires { kind.select; }) check_selection(kind.select);
                if constexpr (requires { kind.first; }) check_selection(kind.first);
                if constexpr (requires { kind.second; }) check_selection(kind.second);
                if constexpr (requires { kind.move.size(); })
                    for (const CurveSpec& along : kind.move) check_curve(along);
                else if constexpr (requires { kind.move; })
                    check_curve(kind.move);
            },
            constraint.kind);
    }

    /// Its curves and selections; the rest is told by check_connections.
    void check_connection(const ConnectionSpec& connection) {
        std::visit(
            [&](const auto& kind) {
                if constexpr (requires { kind.drive; }) {
                    check_curve(kind.drive.force);
                    if (kind.drive.motor && kind.drive.motor->aim) check_curve(*kind.drive.motor->aim);
                }
                if constexpr (requires { kind.select; }) check_selection(kind.select);
                if constexpr (requires { kind.second; }) {
                    check_selection(kind.first);
                    check_selection(kind.second);
                }
            },
            connection.kind);
    }

    void check_rotation(const RotationSpec& rotation) {
        if (norm(rotation.axis) == 0.0) report(rotation.where, "has an axis without direction: [0, 0, 0]");
    }

    void check_selection(const Selection& selection) {
        if (const auto* box = std::get_if<Selection::Box>(&selection.kind))
            for (int a = 0; a < 3; ++a)
                if (box->min[a] > box->max[a])
                    report(selection.where, "has a box whose min is greater than its max along {}: {} > {}", "xyz"[a],
                           box -> min[a], box -> max[a]);
        if (const auto* plane = std::get_if<Selection::Plane>(&selection.kind); plane && norm(plane->normal) == 0.0)
            report(selection.where, "has a plane whose normal has no direction: [0, 0, 0]");
        std::visit(
            [&](const auto& kind) {
                if constexpr (requires { check_selection(kind.of.front()); })
                    for (const Selection& part : kind.of) check_selection(part);
            },
            selection.kind);
    }

    void check_motion(const KeyframedMotionSpec& motion, const Where&) {
        const auto& keys = motion.keyframes;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i > 0 && keys[i].time <= keys[i - 1].time)
                report(keys[i].where, "has time {} s, not after the keyframe before it ({} s); put them in order",
                       keys[i].time, keys[i - 1].time);
            if (keys[i].rotate) check_rotation(*keys[i].rotate);
        }
    }

    void check_motion(const SteadyMotionSpec& motion, const Where& where) {
        if (motion.until < motion.from)
            report(where, "ends before it begins: until {} s, from {} s", motion.until, motion.from);
    }

    void check_motion(const CachedMotionSpec&, const Where&) {}  // all there is to it is in its file

    void check_motion(const CurvedMotionSpec& motion, const Where& where) {
        if (norm(motion.axis) == 0.0) report(where, "has an axis without direction: [0, 0, 0]");
        for (const CurveSpec& along : motion.displacement) check_curve(along);
        check_curve(motion.angle);
    }

    void check_load(const LoadSpec& load) {
        check_selection(load.select);
        std::visit(
            [&](const auto& kind) {
                if constexpr (requires { check_curve(kind.value); })
                    check_curve(kind.value);
                else
                    for (const CurveSpec& along : kind.value) check_curve(along);
            },
            load.kind);
    }

    /// Expressions and keyframes are read once here, so that all slips of a scene are told together.
    void check_curve(const CurveSpec& spec, Variables known = Variables::time) {
        try {
            if (const Curve curve = spec.curve(known); !curve.depends_on_place()) curve.at(0.0);
        } catch (const Error& error) {
            problems.push_back({spec.where, fmt::format("{}: {}", subject(spec.where), error.what())});
        }
    }

    /// Of what may depend on the velocity as well.
    void check_field(const CurveSpec& spec) {
        const auto* text = std::get_if<std::string>(&spec.kind);
        try {
            if (text && MotionExpression(*text).depends_on_velocity()) return;
        } catch (const Error& error) {
            problems.push_back({spec.where, fmt::format("{}: {}", subject(spec.where), error.what())});
            return;
        }
        check_curve(spec, Variables::time_and_place);
    }

    void check_expectation(const Expectation& expectation, const Scene& scene) {
        if (!expectation.body) return;
        std::vector<std::string> known;
        for (const BodySpec& body : scene.bodies) known.push_back(body.name);
        if (std::find(known.begin(), known.end(), *expectation.body) != known.end()) return;
        report(expectation.where, "names a body {} that is not in the scene{} Bodies: {}", in_quotes(*expectation.body),
               did_you_mean(*expectation.body, known), listed(known));
    }
};

}  // namespace

std::vector<Problem> check_scene(const Scene& scene) {
    SceneCheck check;
    check.check(scene);
    return std::move(check.problems);
}

}  // namespace talweg
