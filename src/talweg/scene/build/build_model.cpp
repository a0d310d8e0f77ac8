#include "talweg/scene/build/build_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/near_ranks.hpp"
#include "talweg/model/gravitation.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/model/shape_matching.hpp"
#include "talweg/scene/build/cached_motion.hpp"
#include "talweg/scene/build/connection_builder.hpp"
#include "talweg/scene/build/constraint_builder.hpp"
#include "talweg/scene/build/contact_builder.hpp"
#include "talweg/scene/build/drive_builder.hpp"
#include "talweg/scene/build/element_collector.hpp"
#include "talweg/scene/build/grain_builder.hpp"
#include "talweg/scene/build/joint_marks.hpp"
#include "talweg/scene/build/liquid_builder.hpp"
#include "talweg/scene/build/load_collector.hpp"
#include "talweg/scene/build/obstacle_builder.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/build/reduced_builder.hpp"
#include "talweg/scene/build/rod_builder.hpp"
#include "talweg/scene/build/run_start.hpp"
#include "talweg/scene/build/start_positions.hpp"
#include "talweg/scene/build/unclosed_frames.hpp"
#include "talweg/scene/build/world_size.hpp"
#include "talweg/scene/check/agreeing_holds.hpp"
#include "talweg/scene/check/coarse_sheet.hpp"
#include "talweg/scene/check/energy_kinds.hpp"
#include "talweg/scene/check/examine_body.hpp"
#include "talweg/scene/check/examine_start.hpp"
#include "talweg/scene/check/forbidden_start.hpp"
#include "talweg/scene/check/forbids_inversion.hpp"
#include "talweg/scene/check/held_inside.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"
#include "talweg/step/driven_stepper.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

/// `loose`: points of no element, which stand still and need no mass.
std::vector<double> point_masses(const BodySpec& body, const BodyShape& shape, const std::vector<int>& loose,
                                 bool planar) {
    std::vector<double> mass = shape.shares;
    for (double& m : mass) m *= body.density * (body.liquid ? particle_volume(body, planar) : 1.0);
    if (body.mass == MassRule::even) {
        const double total = std::accumulate(mass.begin(), mass.end(), 0.0);
        mass.assign(mass.size(), total / static_cast<double>(mass.size() - loose.size()));
        for (const int point : loose) mass[point] = 0.0;
    }
    for (std::size_t i = 0; i < mass.size(); ++i)
        if (!std::isnormal(mass[i]) && !std::binary_search(loose.begin(), loose.end(), static_cast<int>(i)))
            throw Error(located(
                body.where,
                fmt::format("{}: point {} has mass {} kg; remove elements without volume from the mesh, or give every "
                            "point the same with \"mass\": \"even\"",
                            subject(body.where), i, mass[i])));
    return mass;
}

std::vector<MassMatrix::Coupling> couplings_of(const BodySpec& body, const BodyShape& shape) {
    std::vector<MassMatrix::Coupling> couplings;
    if (!shape.rest_triangles.empty())
        throw Error(located(body.where, subject(body.where) +
                                            " does not rest as it is drawn and has no consistent mass; use "
                                            "\"lumped\""));
    for (const auto& [i, j, share] : pair_shares(shape.mesh, shape.fill))
        couplings.push_back({i, j, body.density * share});
    if (couplings.empty())
        throw Error(located(body.where, subject(body.where) + " cannot have \"mass\": \"consistent\": its shape has no "
                                                              "elements with shape functions; use \"lumped\""));
    return couplings;
}

void require_finite(const Positions& values, const char* what, const Where& where) {
    for (const Vec3& value : values)
        if (!std::isfinite(norm_squared(value)))
            throw Error(located(
                where, fmt::format("{} has {} too large to compute with; use smaller numbers", subject(where), what)));
}

Vec3 center_of_mass(const Positions& x, const std::vector<double>& mass) {
    Vec3 sum = Vec3::zero();
    double total = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += mass[i] * x[i];
        total += mass[i];
    }
    return sum / total;
}

/// √(G M r²/(r² + ε²)^(3/2)), r the distance from the axis through the centre.
Vec3 orbit_velocity(const OrbitSpec& orbit, const GravitationSpec& gravitation, const Vec3& from_center) {
    const Vec3 axis = orbit.axis / norm(orbit.axis);
    const Vec3 aside = cross(axis, from_center);
    const double r = norm(aside), squared = r * r + gravitation.softening * gravitation.softening;
    if (!(r > 0.0)) return Vec3::zero();
    return aside * std::sqrt(gravitation.constant * orbit.mass / (squared * std::sqrt(squared)));
}

/// `drawn`: where its points start if nothing else is said. `more`: points that connections will add.
void set_start(const StartSpec& start, const std::vector<Vec3>& drawn,
               const std::optional<GravitationSpec>& gravitation, int more, VertexBody& body) {
    const std::size_t count = body.rest.size();
    RunStart before{Positions(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(count)),
                    Positions(count, Vec3::zero())};
    if (start.run) before = read_run_start(*start.run, body.drawn.name, count + body.embedded.size() + more);
    before.positions.resize(count);  // points that ride follow the others
    body.start = start_positions(start, before.positions);
    const Mat3 rotation = start.rotate ? rotation_matrix(start.rotate->rotation_vector()) : Mat3::identity();
    const Vec3 center = center_of_mass(body.start, body.mass);
    for (std::size_t i = 0; i < count; ++i)
        body.velocity.push_back(
            rotation * before.velocities[i] + start.velocity + cross(start.angular_velocity, body.start[i] - center) +
            (start.orbit && gravitation ? orbit_velocity(*start.orbit, *gravitation, body.start[i] - center)
                                        : Vec3::zero()));
}

Axes axes_of(const std::string& letters) {
    Axes axes = 0;
    for (const char letter : letters) axes = static_cast<Axes>(axes | 1 << (letter - 'x'));
    return axes;
}

/// Points that ride are held by all corners of their tet, which carries them exactly; a body that moves as a whole is
/// held as a whole.
std::vector<int> held_nodes(const std::vector<int>& points, const BodyShape& shape, bool stiff) {
    if (stiff && !points.empty()) {
        std::vector<int> all(shape.node_points());
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    if (shape.embedded.empty()) return points;
    std::vector<int> nodes;
    for (const int point : points)
        if (const int embedded = point - shape.node_points(); embedded < 0)
            nodes.push_back(point);
        else
            for (const int corner : shape.carriers(shape.embedded[embedded])) nodes.push_back(corner);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

/// Holds that leave a rigid body free to turn are joints, and go to `connections`.
std::vector<Hold> holds_of(const BodySpec& body, const BodyShape& shape, const PointSelector& selector,
                           const VertexBody& made, const Scene& scene, ConnectionBuilder& connections) {
    for (const auto& [name, selection] : body.groups)
        selector.select(selection);  // an unused group must make sense too
    std::vector<WrittenHold> written;
    for (const HoldSpec& hold : body.hold) {
        const std::vector<int> selected = selector.select(hold.select);
        if (connections.take_hold(hold, body, shape, selected, axes_of(hold.axes), made)) continue;
        const std::vector<int> points = held_nodes(selected, shape, body.stiff());
        const CachedMotionSpec* cached = hold.motion ? std::get_if<CachedMotionSpec>(&hold.motion->kind) : nullptr;
        if (cached == nullptr) {
            std::optional<Motion> motion;
            if (hold.motion) motion = hold.motion->motion();
            written.push_back({&hold, {points, axes_of(hold.axes), std::move(motion)}});
            continue;
        }
        const Where& where = hold.motion->where;
        if (!shape.embedded.empty())
            throw Error(located(where, subject(where) + " is a cache, but the body rides in a lattice, whose points no "
                                                        "file knows; hold it by another motion"));
        for (Hold& each : cached_holds(*cached, where, body.place, points, axes_of(hold.axes), made.start))
            written.push_back({&hold, std::move(each)});
    }
    require_agreeing_holds(body, written, made.start, scene.planar, scene.time.duration());
    std::vector<Hold> holds;
    for (WrittenHold& each : written) holds.push_back(std::move(each.hold));
    return holds;
}

std::vector<EmbeddedPoint> embedded_of(const BodyShape& shape) {
    std::vector<EmbeddedPoint> embedded;
    for (std::size_t i = 0; i < shape.embedded.size(); ++i)
        embedded.push_back(
            {shape.mesh.points[shape.node_points() + i], shape.carriers(shape.embedded[i]), shape.embedded[i].weights});
    return embedded;
}

/// What moves as a whole cannot come near itself; a liquid's pressure keeps its particles apart;
/// those of an emitter begin at one place.
Touching touching(const BodySpec& body) {
    return (body.stiff() || body.liquid || body.emitter) && body.contact.touches == Touching::all
               ? Touching::others
               : body.contact.touches;
}

Body drawn_body(const BodySpec& body, const Mesh& mesh) {
    Body drawn;
    drawn.name = body.name;
    drawn.rigid = body.rigid;
    drawn.dimension = mesh.dimension;
    drawn.triangles = mesh.triangles;
    // The one tetrahedron of bodies that move as a whole is nothing to be seen.
    if (!body.stiff()) drawn.tets = mesh.tets;
    for (const auto& [name, edges] : mesh.edge_groups)  // bending springs pass over points and would hide the others
        if (name != "bending") drawn.edges.insert(drawn.edges.end(), edges.begin(), edges.end());
    return drawn;
}

std::array<Curve, 3> wind_of(const AirSpec& air) {
    std::array<Curve, 3> wind;
    for (int a = 0; a < 3; ++a) wind[a] = air.wind[a].curve(Variables::time_and_place);
    return wind;
}

bool lies_in_texture(const BodySpec& spec) { return spec.rest && spec.rest->texture; }

/// The triangles of a body whose stretch has a limit, at rest, as the referee asks for them.
void add_limited(const BodySpec& spec, const BodyShape& shape, std::vector<std::array<Vec3, 3>>& limited) {
    if (spec.reduce || std::ranges::none_of(spec.energies, limits_stretch)) return;
    if (!shape.rest_triangles.empty())
        limited.insert(limited.end(), shape.rest_triangles.begin(), shape.rest_triangles.end());
    else
        for (const auto& [a, b, c] : shape.mesh.triangles)
            limited.push_back({shape.mesh.points[a], shape.mesh.points[b], shape.mesh.points[c]});
}

void require_bending(const BodySpec& spec) {
    if (spec.creases.empty() && spec.bending_rest == BendingRest::as_drawn) return;
    if (std::ranges::any_of(spec.energies, rests_at_angles)) return;
    throw Error(located(spec.where, fmt::format("{} has a rest of bending or creases, but no energy against bending; "
                                                "give it hinge_bending or plate_bending",
                                                subject(spec.where))));
}

void require_freedom(const Scene& scene, const Model& model) {
    const auto free = [](Axes held) { return held != all_axes; };
    if (std::none_of(model.held_axes.begin(), model.held_axes.end(), free))
        throw Error(located(scene.where,
                            "nothing in the scene can move: every point is held along every axis; "
                            "hold fewer points"));
}

void require_contact_goes_with(const IntegratorSpec& integrator, const ContactSpec& contact) {
    std::vector<std::string> able;
    for (const IntegratorEntry& entry : list_integrators())
        if (entry.takes_contact) able.emplace_back(entry.name);
    if (std::find(able.begin(), able.end(), integrator.type) == able.end())
        throw Error(located(contact.where, fmt::format("{} does not go with the integrator {}; these take it: {}",
                                                       subject(contact.where), integrator.type, listed(able))));
}

void require_constraints_go_with(const Scene& scene) {
    const std::vector<std::string> able = {"implicit_euler", "bdf2", "quasi_static", "conserving"};
    const auto flows = [](const BodySpec& body) { return body.liquid.has_value(); };
    const bool liquid = std::any_of(scene.bodies.begin(), scene.bodies.end(), flows);
    for (const BodySpec& body : scene.bodies) {
        if (body.constraints.empty() && !body.rig && !(body.reduce && !body.hold.empty())) continue;
        const Where& where = body.rig                   ? body.rig->where
                             : body.constraints.empty() ? body.reduce->where
                                                        : body.constraints.front().where;
        if (liquid)
            throw Error(located(where, subject(where) + " cannot be in one scene with liquids yet; leave one of them "
                                                        "out"));
        if (std::find(able.begin(), able.end(), scene.integrator.type) == able.end())
            throw Error(located(where, fmt::format("{} does not go with the integrator {}; these take it: {}",
                                                   subject(where), scene.integrator.type, listed(able))));
        if (body.stiff())
            throw Error(located(where, subject(where) + " is of a rigid or affine body, which takes none; use holds or "
                                                        "connections"));
    }
}

void require_measurable(const Expectation& expectation, const Model& model) {
    const auto fail = [&](const std::string& predicate) {
        throw Error(located(expectation.where, subject(expectation.where) + " " + predicate));
    };
    for (const Body& body : model.bodies)
        if (expectation.body == body.name && expectation.point && *expectation.point >= body.point_count)
            fail(fmt::format("names point {}, but {} has {} points, numbered from 0", *expectation.point,
                             in_quotes(body.name), body.point_count));
    if (!expectation.name || expectation.measure != "energy") return;  // series are known once there are some
    std::vector<std::string> known = {"kinetic", "total"};
    for (const auto& term : model.terms)
        if (!term->dissipative()) known.emplace_back(term->name());
    if (model.contact) known.emplace_back("contact");
    if (std::find(known.begin(), known.end(), *expectation.name) == known.end())
        fail(fmt::format("names an energy {} that the scene does not have{} Energies: {}", in_quotes(*expectation.name),
                         did_you_mean(*expectation.name, known), listed(known)));
}

/// Energies that are infinite at the start leave no way down.
void require_allowed(const Scene& scene, const World& world) {
    for (const Issue& issue : forbidden_start(world.model, positions(world.model, world.state)))
        throw Error(located(scene.where, fmt::format("{}; {}", issue.what, issue.remedy)));
}

/// A start that contact cannot begin with is refused; what else is odd about it becomes a note.
void note_start(const Scene& scene, World& world, Start start) {
    std::string faults;
    for (const Issue& issue : examine_start(world.model, positions(world.model, world.state)))
        if (issue.weight == Weight::fault)
            faults += fmt::format("\n  {}; {}", issue.what, issue.remedy);
        else
            world.notes.push_back(fmt::format("{}; {}", issue.what, issue.remedy));
    if (faults.empty() || start == Start::as_it_is) return;
    const std::string file = scene.contact->where.source ? *scene.contact->where.source : "the scene";
    throw Error(located(scene.contact->where, fmt::format("contact cannot begin like this:{}\n  `talweg check {} --ply "
                                                          "start.ply` colours the faces",
                                                          faults, file)));
}

}  // namespace

World build_model(const Scene& scene, Start start) { return build_model(scene, start, {}); }

World build_model(const Scene& scene, Start start, const BuildProgress& progress) {
    ModelBuilder builder(scene.planar);
    builder.set_gravity(scene.gravity);
    if (!scene.air.still()) builder.set_wind(wind_of(scene.air));
    if (scene.contact) {
        require_contact_goes_with(scene.integrator, *scene.contact);
        builder.let_scripts_travel();
    }
    if (ConstraintBuilder::wanted(scene)) {
        require_constraints_go_with(scene);
        builder.let_scripts_travel();
    }
    if (!scene.connections.empty()) builder.let_scripts_travel();  // what follows them needs their nodes
    ContactBuilder contact(scene.planar);
    ConnectionBuilder connections(scene);
    ConstraintBuilder constraints(scene);
    Box extent;
    double mass = 0.0;  // of the heaviest point
    ElementCollector elements;
    RodBuilder rods;
    GrainBuilder grains;
    ReducedBuilder reduced(scene, builder, progress);
    LoadCollector loads;
    LiquidBuilder liquids(scene);
    DriveBuilder drive(scene);
    std::vector<MatchedShape> matched;
    std::vector<int> attracting;  // points, and their masses
    std::vector<double> attracting_masses;
    World world;
    for (const BodySpec& spec : scene.bodies) {
        const BodyShape shape = shape_with_capacity(spec, scene.planar);
        const Mesh& mesh = shape.mesh;
        require_finite(mesh.points, "a shape or place", spec.where);
        VertexBody body;
        body.drawn = drawn_body(spec, mesh);
        const bool thin = !scene.planar && mesh.tets.empty() && mesh.dimension < 3;
        if (scene.contact && (thin || std::holds_alternative<ParticlesShape>(spec.shape.kind)))
            body.drawn.radius = contact_radius(spec);
        body.rest.assign(mesh.points.begin(), mesh.points.begin() + shape.node_points());
        body.embedded = embedded_of(shape);
        body.ranks = near_ranks(mesh, shape.node_points());
        const MeshReport found = examine_body(spec, shape);
        for (const auto* notes : {&found.notes, &found.overlaps})
            world.notes.insert(world.notes.end(), notes->begin(), notes->end());
        if (auto note = note_coarse_sheet(spec, shape, norm(scene.gravity))) world.notes.push_back(std::move(*note));
        const PointSelector selector(shape.drawn_points(), mesh.point_groups, spec.groups);
        body.mass = point_masses(spec, shape, found.loose_points, scene.planar);
        set_start(spec.start, shape.drawn_points(), scene.gravitation, connections.extra_points(spec), body);
        body.holds = holds_of(spec, shape, selector, body, scene, connections);
        if (!found.loose_points.empty()) body.holds.push_back({found.loose_points, all_axes, {}});
        require_finite(body.start, "starting positions", spec.where);
        require_finite(body.velocity, "starting velocities", spec.where);
        if (spec.mass == MassRule::consistent) body.couplings = couplings_of(spec, shape);
        connections.add(spec, shape, selector, body);
        const bool is_reduced = ReducedBuilder::is_reduced(spec);
        const Creases creases(spec.creases, mesh, selector);
        require_bending(spec);
        require_held_inside(spec, shape);
        const BodyElements made{.shape = shape,
                                .mass = body.mass,
                                .selector = selector,
                                .first_point = is_reduced ? reduced.add(spec, shape, body, constraints, world.notes)
                                                          : builder.add_vertices(body),
                                .stiffness_damping = spec.damping.stiffness,
                                .flat_at_rest = spec.bending_rest == BendingRest::flat || lies_in_texture(spec),
                                .creases = &creases,
                                .ranks = body.ranks};
        connections.placed(made.first_point);
        constraints.add(spec, shape, selector, body, made.first_point, world.notes);
        Mesh seen = mesh;
        if (spec.stiff()) seen.tets.clear();  // the one that carries is nothing to be touched
        contact.add(spec.name, seen, made.first_point,
                    {.radius = contact_radius(spec),
                     .whom = touching(spec),
                     .inside_out = shape.embedded.empty() && !forbids_inversion(spec)});
        liquids.add(spec, body.start, made.first_point, contact, world.notes);
        drive.add(spec, made.first_point, builder.model(), world.notes);
        if (spec.crowd && (scene.gravity[0] != 0.0 || scene.gravity[1] != 0.0))
            world.notes.push_back(located(spec.crowd->where,
                                          "gravity points along the plane that the crowd walks in, and pulls it away; "
                                          "\"gravity\": [0, 0, 0] does not"));
        world.looks.push_back(shape.looks);
        add_limited(spec, shape, world.limited);
        if (spec.shape_matching)
            matched.emplace_back(made.first_point, spec.shape_matching->stiffness, body.mass, body.rest, scene.planar);
        include_reach(spec, body.start, extent);
        mass = std::max(mass, *std::max_element(body.mass.begin(), body.mass.end()));
        for (std::size_t i = 0; scene.gravitation && i < body.mass.size(); ++i) {
            attracting.push_back(made.first_point + static_cast<int>(i));
            attracting_masses.push_back(body.mass[i]);
        }
        rods.add(spec, shape, body.mass, made.first_point);
        grains.add(spec, body.mass, made.first_point, builder.model());
        for (const Issue& issue : unclosed_frames(spec, shape))
            world.notes.push_back(located(spec.shape.where, fmt::format("{}; {}", issue.what, issue.remedy)));
        if (!is_reduced) {
            BodyElements bending = made;
            bending.stiffness_damping = spec.damping.bending.value_or(spec.damping.stiffness);
            for (const EnergySpec& energy : spec.energies)
                if (!is_rod(energy)) elements.add(energy, resists_bending(energy) ? bending : made);
            if (!(scene.gravity == Vec3::zero())) elements.add_gravity(scene.gravity, made);
            if (spec.damping.mass > 0.0) elements.add_drag(spec.damping.mass, made);
        }
        for (const LoadSpec& load : spec.loads)
            loads.add(load, {mesh, shape.shares, selector, made.first_point, scene.planar && mesh.dimension == 2});
    }
    for (const ObstacleSpec& spec : scene.obstacles)
        add_obstacle(spec, 2.0 * world_size(extent, scene), mass, builder, contact);
    rods.finish(builder, elements);
    grains.finish(builder, contact);
    for (auto& term : std::move(elements).terms()) builder.add_term(std::move(term));
    reduced.finish();
    if (!matched.empty()) builder.add_term(std::make_shared<ShapeMatching>(std::move(matched)));
    if (scene.gravitation)
        builder.add_term(std::make_shared<Gravitation>(std::move(attracting), std::move(attracting_masses),
                                                       scene.gravitation->constant, scene.gravitation->softening));
    std::move(loads).add_terms_to(builder);
    connections.finish(builder, contact);
    world.joints = joint_marks(scene, connections.bodies());
    constraints.finish(builder);
    if (scene.contact) builder.set_contact(contact.finish(*scene.contact, builder.model(), world_size(extent, scene)));
    liquids.finish(builder);
    drive.finish(builder);
    world.model = builder.finish();
    if (world.model.air && world.model.air->terms.empty())
        world.notes.push_back("there is wind, but nothing that feels it; give bodies sheet_drag or rope_drag");
    world.state.c = builder.start();
    world.state.v = builder.velocity();
    start_emission(world.model, world.state);
    require_freedom(scene, world.model);
    for (const Expectation& expectation : scene.expect) require_measurable(expectation, world.model);
    if (start != Start::as_it_is) require_allowed(scene, world);
    if (world.model.contact) note_start(scene, world, start);
    return world;
}

namespace {

/// Without inertia the length of a step in time means nothing, and what is left of a direction is an error of the
/// equilibrium: at most a millionth of the scene's size.
double derived_tolerance(const Scene& scene, const Model& model) {
    if (scene.integrator.type != "quasi_static") return default_tolerance(model, scene.time.step);
    return 1e-6 * (model.diagonal > 0.0 ? model.diagonal : 1.0) / scene.time.step;
}

}  // namespace

StepSettings step_settings(const Scene& scene, const Model& model) {
    StepSettings settings;
    settings.dt = scene.time.step;
    settings.newton.tolerance = scene.solver.tolerance.value_or(derived_tolerance(scene, model));
    settings.newton.max_iterations = scene.solver.max_iterations;
    settings.linear_solver = scene.solver.linear;
    settings.integrator = scene.integrator.type;
    settings.error_tolerance = scene.integrator.error_tolerance.value_or(0.0);
    settings.projection = {.iterations = scene.integrator.iterations.value_or(0),
                           .substeps = scene.integrator.substeps.value_or(0),
                           .stiffness = scene.integrator.stiffness.value_or(1.0),
                           .stretch_limit = scene.integrator.stretch_limit.value_or(0.0),
                           .compliance = scene.integrator.compliance.value_or(0.0)};
    LiquidRule& liquid = settings.projection.liquid;
    liquid.relaxation = scene.integrator.relaxation.value_or(liquid.relaxation);
    liquid.artificial_pressure = scene.integrator.artificial_pressure.value_or(liquid.artificial_pressure);
    return settings;
}

}  // namespace talweg
