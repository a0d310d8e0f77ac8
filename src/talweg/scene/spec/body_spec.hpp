/// One body of a scene: shape, place, start, mass, forces, groups and what holds it.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talweg/scene/spec/constraint_spec.hpp"
#include "talweg/scene/spec/drive_spec.hpp"
#include "talweg/scene/spec/flock_spec.hpp"
#include "talweg/scene/spec/grains_spec.hpp"
#include "talweg/scene/spec/liquid_spec.hpp"
#include "talweg/scene/spec/load_spec.hpp"
#include "talweg/scene/spec/motion_spec.hpp"
#include "talweg/scene/spec/parameter_spec.hpp"
#include "talweg/scene/spec/rig_spec.hpp"
#include "talweg/scene/spec/shape_matching_spec.hpp"
#include "talweg/scene/spec/shape_spec.hpp"
#include "talweg/scene/text/fields.hpp"

namespace talweg {

/// Mass by each point's share of length, area or volume, or the total in equal parts, or as the elements' shape
/// functions have it, with mass between points.
enum class MassRule { lumped, even, consistent };
inline constexpr const char* mass_rule_names[] = {"lumped", "even", "consistent"};
template <>
inline constexpr const char* const* names<MassRule> = mass_rule_names;

/// A body of another run as the start.
struct RunStartSpec {
    std::string directory;            // absolute
    int frame;                        // negative: from the end
    std::optional<std::string> body;  // none: the same name
    Where where;

    bool operator==(const RunStartSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("directory", self.directory);
        field("frame", self.frame);
        field("body", self.body);
    }
};

/// Every point on a circle around the middle of the body, as fast as the gravitation of a mass there asks for.
struct OrbitSpec {
    double mass;  // kg
    Vec3 axis;    // about which they turn
    Where where;

    bool operator==(const OrbitSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("mass", self.mass);
        field("axis", self.axis);
    }
};

/// How the body starts; the rest shape is unchanged by it.
struct StartSpec {
    std::optional<RunStartSpec> run;     // none: from the rest shape
    Vec3 stretch;                        // about the world's origin
    std::optional<RotationSpec> rotate;  // likewise, after the stretch
    Vec3 translate;                      // m
    double scramble;                     // m: largest random displacement of each point along each axis
    int seed;                            // of that
    Vec3 velocity, angular_velocity;     // m/s, rad/s about the centre of mass
    std::optional<OrbitSpec> orbit;

    bool operator==(const StartSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("run", self.run);
        field("stretch", self.stretch);
        field("rotate", self.rotate);
        field("translate", self.translate);
        field("scramble", self.scramble);
        field("seed", self.seed);
        field("velocity", self.velocity);
        field("angular_velocity", self.angular_velocity);
        field("orbit", self.orbit);
    }
};

/// An energy of the body; its parameters are those of the header in energies/ that bears the name.
struct EnergySpec {
    std::string type;
    std::vector<std::string> on;  // edge groups; empty: all but "bending"
    std::map<std::string, ParameterSpec> parameters;
    Where where;

    bool operator==(const EnergySpec&) const = default;
};

/// What angles between its triangles a sheet wants: those it is drawn with, or none.
enum class BendingRest { as_drawn, flat };
inline constexpr const char* bending_rest_names[] = {"as_drawn", "flat"};
template <>
inline constexpr const char* const* names<BendingRest> = bending_rest_names;

/// Where a sheet rests, where that is not the shape it is drawn with.
struct RestSpec {
    std::optional<double> texture;    // m per unit of its texture coordinates: pattern pieces
    std::optional<std::string> file;  // a mesh of the same elements, placed like the body; absolute
    Where where;

    bool operator==(const RestSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("texture", self.texture);
        field("file", self.file);
    }
};

/// A line that a sheet is folded along: the edges between two triangles both of whose ends are selected.
struct CreaseSpec {
    Selection select;
    double angle;                    // degrees; towards the side that the triangles face
    std::optional<double> rigidity;  // N·m; none: that of the sheet
    Where where;

    bool operator==(const CreaseSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("select", self.select);
        field("angle", self.angle);
        field("rigidity", self.rigidity);
    }
};

/// Rayleigh's damping: α M + β K.
struct DampingSpec {
    double mass, stiffness;         // α in 1/s, β in s
    std::optional<double> bending;  // β of what resists bending; none: the same

    bool operator==(const DampingSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("mass", self.mass);
        field("stiffness", self.stiffness);
        field("bending", self.bending);
    }
};

/// What a body cannot pass through.
enum class Touching { all, others, nothing };
inline constexpr const char* touching_names[] = {"all", "others", "nothing"};
template <>
inline constexpr const char* const* names<Touching> = touching_names;

struct BodyContactSpec {
    Touching touches;
    double thickness;  // m

    bool operator==(const BodyContactSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("touches", self.touches);
        field("thickness", self.thickness);
    }
};

/// What a body that moves as a whole weighs and how it resists turning, where that is not what its shape makes it.
struct InertiaSpec {
    std::optional<double> mass;  // kg
    std::optional<Vec3> center;  // m, in the coordinates of the shape
    std::vector<double> tensor;  // kg m²: xx, yy, zz, or xx, yy, zz, xy, xz, yz, about the centre; empty: of the shape
    Where where;

    bool operator==(const InertiaSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("mass", self.mass);
        field("center", self.center);
        field("tensor", self.tensor);
    }
};

struct BodySpec {
    std::string name;
    ShapeSpec shape;
    std::optional<std::string> material;  // whose numbers have been filled in
    bool rigid, affine;                   // moves as a whole; or is stretched and sheared as a whole too
    std::optional<double> wall;           // m: of such a body that is a surface, and not its inside
    std::optional<InertiaSpec> inertia;   // of such a body
    std::optional<LiquidSpec> liquid;     // of particles
    std::optional<GrainsSpec> grains;     // likewise: they turn
    std::optional<EmitterSpec> emitter;   // likewise
    std::vector<FieldSpec> fields_felt;   // that drive its points
    std::optional<FlockSpec> flock;       // of particles
    std::optional<CrowdSpec> crowd;       // likewise
    std::optional<ShapeMatchingSpec> shape_matching;
    PlaceSpec place;
    StartSpec start;
    double density;  // kg per m, m² or m³
    MassRule mass;
    Vec3 section_axis;  // of a rod: where the first axis of its section points, as placed
    std::vector<EnergySpec> energies;
    std::optional<RestSpec> rest;
    BendingRest bending_rest;
    std::vector<CreaseSpec> creases;
    DampingSpec damping;
    std::map<std::string, Selection> groups;
    BodyContactSpec contact;
    std::vector<HoldSpec> hold;
    std::vector<LoadSpec> loads;
    std::vector<ConstraintSpec> constraints;
    std::optional<RigSpec> rig;
    std::optional<ReduceSpec> reduce;
    Where where;

    bool stiff() const { return rigid || affine; }

    // In body_spec.cpp, so that visiting all that a body may be is compiled once and not wherever one is copied.
    BodySpec() = default;
    BodySpec(const BodySpec&);
    BodySpec(BodySpec&&) noexcept;
    BodySpec& operator=(const BodySpec&);
    BodySpec& operator=(BodySpec&&) noexcept;
    ~BodySpec();
    bool operator==(const BodySpec&) const;
    static void fields(auto& self, auto&& field) {
        field("name", self.name);
        field("shape", self.shape);
        field("material", self.material);
        field("rigid", self.rigid);
        field("affine", self.affine);
        field("wall", self.wall);
        field("inertia", self.inertia);
        field("liquid", self.liquid);
        field("grains", self.grains);
        field("emitter", self.emitter);
        field("fields", self.fields_felt);
        field("flock", self.flock);
        field("crowd", self.crowd);
        field("shape_matching", self.shape_matching);
        field("place", self.place);
        field("start", self.start);
        field("density", self.density);
        field("mass", self.mass);
        field("section_axis", self.section_axis);
        field("energies", self.energies);
        field("rest", self.rest);
        field("bending_rest", self.bending_rest);
        field("creases", self.creases);
        field("damping", self.damping);
        field("groups", self.groups);
        field("contact", self.contact);
        field("hold", self.hold);
        field("loads", self.loads);
        field("constraints", self.constraints);
        field("rig", self.rig);
        field("reduce", self.reduce);
    }
};

}  // namespace talweg
