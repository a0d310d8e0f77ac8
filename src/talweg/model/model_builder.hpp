/// Makes a Model and its start: nodes, the points that follow them, masses, holds. A new kind of body is a new way to
/// call add_node and add_point.
#pragma once
#include <optional>

#include "talweg/model/linkage.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

/// Points of a body that are held: still, or on a motion; whole, or along some axes.
struct Hold {
    std::vector<int> points;  // indices within the body
    Axes axes = all_axes;
    std::optional<Motion> motion;
};

/// A point that goes with others of its body: x = Σ weight · their places. Without weights it stays where it is.
struct EmbeddedPoint {
    Vec3 rest;
    std::array<int, 4> points;  // indices within the body
    std::array<double, 4> weights;
};

/// A body whose points are its nodes: springs, finite elements, cloth; and points that ride on them.
struct VertexBody {
    Body drawn;             // name, dimension, and edges, triangles, tets as indices within the body
    Positions rest, start;  // one per point
    Positions velocity;     // likewise
    std::vector<double> mass;
    std::vector<Hold> holds;
    std::vector<MassMatrix::Coupling> couplings = {};  // mass between points, taken from what the two have
    std::vector<EmbeddedPoint> embedded = {};  // follow the points above, which then have a node each, held or not
    std::vector<int> ranks = {};               // of the points' nodes among one another; empty: in the points' order
};

/// The nodes that are left when joints have been made, and how those there were follow them.
struct JoinedNodes {
    PointMap rows;                       // by node that there was: whom it follows of those that are left
    Nodes offset;                        // likewise
    std::vector<int> kept;               // which ones they are, where they are the same
    Nodes start, velocity;               // of those that are left
    std::vector<Axes> held;              // likewise
    std::vector<std::uint8_t> anchored;  // likewise: joints hold it
};

class ModelBuilder {
public:
    explicit ModelBuilder(bool planar = false) { model_.planar = planar; }

    /// Scripted points get nodes from now on, so that they can be stopped on their way: contact asks for that.
    void let_scripts_travel() { scripts_travel_ = true; }

    /// A node at c with velocity v. Planar models hold every node's z.
    int add_node(const Vec3& c, const Vec3& v, double mass, Axes held = 0, NodeKind kind = NodeKind::place);
    /// Mass that couples two nodes, or adds to one.
    void add_coupling(int i, int j, double mass);
    /// A point that follows nodes: x = Σ weight·c + b.
    int add_point(const Vec3& rest, std::span<const NodeWeight> row, const Vec3& b = Vec3::zero());

    /// A point of a body that nothing but pictures and records ask for: only then is it computed.
    int add_shown_point(const Vec3& rest, std::vector<NodeWeight> row, const Vec3& b = Vec3::zero());
    /// A point that only energies see, after all points that are places.
    int add_inner_point(const Vec3& rest, std::span<const NodeWeight> row, const Vec3& b = Vec3::zero()) {
        ++model_.coordinates;
        return add_point(rest, row, b);
    }
    /// The row of any point, shown ones too.
    std::span<const NodeWeight> row(int point) const;

    /// A node that is a coordinate, and a point that equals it, after all points that are places. `mass` is that of a
    /// component in metres; `rest` what energies are told of it; `free` the components that are unknown. Returns the
    /// point.
    int add_coordinate(const Vec3& rest, double mass, std::optional<Motion> held, Axes free,
                       const Vec3& velocity = Vec3::zero());

    /// A body of vertices; held points without free axes get no node at all, unless they are moved and mass couples
    /// them to others, or others ride on the body. Returns its first point.
    int add_vertices(const VertexBody& body);

    /// Makes every node follow those that joints leave; the joints are remembered for their forces.
    void join(const JoinedNodes& nodes, std::vector<Joint> joints, std::vector<Relation> relations,
              std::vector<std::uint8_t> redundant, std::vector<JointMeter> meters = {});
    /// Holds a node that a point of the body equals, on a motion if there is one.
    void hold(int body, int point, int node, Axes axes, const std::optional<Motion>& motion);

    /// Moves a point that follows no node.
    void lead(int point, const Motion& motion) {
        model_.scripts.push_back({point, -1, static_cast<int>(model_.motions.size()), model_.b[point], all_axes});
        model_.motions.push_back(motion);
    }

    /// Names the points from `first_point` on, all that have been added since, as one body.
    void add_body(Body drawn);
    void add_term(std::shared_ptr<const Term> term) { model_.terms.push_back(std::move(term)); }
    /// A term that counts as often as the curve says at each time.
    void add_load(std::shared_ptr<const Term> term, Curve factor) {
        model_.load_curves.push_back({static_cast<int>(model_.terms.size()), std::move(factor)});
        add_term(std::move(term));
    }
    void set_gravity(const Vec3& g) { model_.gravity = g; }
    /// By time and place, m/s. The terms that feel it are found when the model is finished.
    void set_wind(const std::array<Curve, 3>& wind) { model_.air = Air{wind, {}}; }
    void set_contact(std::shared_ptr<const ContactWorld> contact) { model_.contact = std::move(contact); }
    void set_constraints(std::shared_ptr<const Constraints> made) { model_.constraints = std::move(made); }
    const Model& model() const { return model_; }

    /// The finished world; start and velocity are the nodes' first state.
    Model finish();
    const Nodes& start() const { return start_; }
    const Nodes& velocity() const { return velocity_; }

private:
    struct Held {  // what the holds of a body add up to at one point
        Axes axes = 0;
        int motion[3] = {-1, -1, -1};
    };
    std::vector<Held> combine(const VertexBody& body);
    int add_vertex_node(const VertexBody& body, int i, const Held& held);
    void add_vertex(const VertexBody& body, int i, const Held& held, int node);
    void add_embedded(const EmbeddedPoint& embedded, int first_point);
    void find_node_bodies();
    void find_terms_between_bodies();

    Model model_;
    bool scripts_travel_ = false;
    std::vector<std::pair<int, std::vector<NodeWeight>>> shown_;  // points and their rows
    Nodes start_, velocity_;
};

}  // namespace talweg
