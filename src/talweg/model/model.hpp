/// The immutable world: points, nodes, how one follows the other, masses, energies, and what is prescribed.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "talweg/model/air.hpp"
#include "talweg/model/contact_world.hpp"
#include "talweg/model/mass_matrix.hpp"
#include "talweg/model/motion.hpp"
#include "talweg/model/point_map.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

/// A set of axes as bits: 1 = x, 2 = y, 4 = z.
using Axes = std::uint8_t;
inline constexpr Axes all_axes = 7;

/// What the number of a node says: where something is; which way and how far, as a column of an affine map; or a
/// coordinate that is no place, times a length so that it is in metres: along x alone the twist of a rod or the turn of
/// a disc, along all axes the turns of a ball.
enum class NodeKind : std::uint8_t { place, direction, coordinate };

/// A body's share of the points, and what pictures need to draw it.
struct Body {
    std::string name;
    int first_point = 0, point_count = 0;
    int dimension = 0;
    double mass = 0.0;
    std::vector<std::array<int, 2>> edges = {};      // point indices of the whole model
    std::vector<std::array<int, 3>> triangles = {};  // likewise
    std::vector<std::array<int, 4>> tets = {};       // likewise
    std::vector<int> held = {};                      // points with at least one prescribed axis
    double radius = 0.0;                             // of loose points, as contact sees them; 0: contact sees none, m
    bool obstacle = false;                           // nothing but scripts moves it
    bool rigid = false;                              // what stiffness it has keeps its shape, and gives way to nothing
};

/// A point whose motion is prescribed along some axes. It has no node (−1), or drives those axes of the node it equals.
struct Script {
    int point, node;
    int motion;  // index into Model::motions
    Vec3 start;  // where the motion finds it at time 0
    Axes axes;
};

/// A term that changes with time: it counts as often as its curve says.
struct LoadCurve {
    int term;  // index into Model::terms
    Curve curve;
};

struct Linkage;      // linkage.hpp
struct Constraints;  // constraints.hpp

struct Model {
    PointMap map;                           // W
    std::shared_ptr<const PointMap> shown;  // W of points that are only looked at, too; none: the same
    Positions b;                            // b of points that no script drives
    std::vector<Axes> held_axes;            // per node: components that are prescribed
    std::vector<NodeKind> node_kinds;       // per node
    std::vector<Script> scripts;            // who follows which motion
    std::vector<Motion> motions;
    MassMatrix mass;                                 // over nodes
    std::vector<std::shared_ptr<const Term>> terms;  // potentials and dissipations
    std::vector<LoadCurve> load_curves;              // of the terms that change with time
    std::optional<Air> air;                          // none: it stands still
    std::vector<Body> bodies;
    std::vector<int> node_body;                      // per node: the body whose points follow it; −1: none
    Positions rest;                                  // rest position of every point
    std::shared_ptr<const ContactWorld> contact;     // none: things pass through one another
    std::shared_ptr<const Linkage> linkage;          // none: no joint makes bodies share nodes
    std::shared_ptr<const Constraints> constraints;  // none: no linear constraints with multipliers
    std::vector<std::uint8_t> between_bodies;        // by term: whether elements of it reach from one body to another
    Vec3 gravity = Vec3::zero();
    bool planar = false;
    double diagonal = 0.0;  // of the bounding box of what is no obstacle, at the start, m
    int coordinates = 0;    // so many points, the last ones, are coordinates: energies see them, nobody else does

    int point_count() const { return map.point_count(); }
    bool reaches_between_bodies(std::size_t term) const {
        return term < between_bodies.size() && between_bodies[term] != 0;
    }
    /// Points that are somewhere: those of the bodies. Frames, sizes, contact and pictures are made of them alone.
    int place_count() const { return point_count() - coordinates; }
    bool is_coordinate(int node) const { return node_kinds[node] == NodeKind::coordinate; }
    int node_count() const { return static_cast<int>(held_axes.size()); }
    /// By how much the node moves when everything is moved by 1.
    double translation_share(int node) const { return node_kinds[node] == NodeKind::place ? 1.0 : 0.0; }
};

/// b(t): where points are that follow no node.
void prescribed_points(const Model& model, double time, Positions& b);
/// The factor of every term at time t; empty when all are 1.
std::vector<double> load_factors(const Model& model, double time);
/// Sets the prescribed components of the nodes to their place at time t; the others stay.
void prescribe_nodes(const Model& model, double time, Nodes& c);

}  // namespace talweg
