/// Joints that hold exactly: control points of rigid bodies at their joints, relations between nodes, and the nodes
/// that these leave (model/elimination.hpp).
#pragma once
#include <map>

#include "talweg/scene/build/anchor.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

class Joinery {
public:
    explicit Joinery(ModelBuilder& builder) : builder_(builder) {}

    /// A joint of two bodies, or of one and the world (null): places that they share, and directions from the first
    /// of `parallel` to the others that they have in common. `arm`: how far these may be from what is joined, m.
    void add_joint(const std::string& name, const Where& where, const JoinedBody& first, const JoinedBody* second,
                   const std::vector<Vec3>& places, const std::vector<Vec3>& parallel, double arm);
    /// A point of one body that goes with another.
    void add_follower(const std::string& name, const Where& where, const JoinedBody& body, int point,
                      const JoinedBody& carrier, const Anchor& anchor);
    /// A place of a rigid or affine body that is held along some axes.
    void add_hold(const JoinedBody& body, int point, const Vec3& at, Axes axes, const std::optional<Motion>& motion);

    /// Throws Error that names the line of a joint that cannot be.
    void finish(std::vector<JointMeter> meters);

private:
    struct Spot {  // a place of a body: Σ weight · points of the model, by which it has nodes of its own
        const JoinedBody* body;
        Vec3 at;
        double sign;
        std::vector<NodeWeight> points;
    };
    struct Bond {  // one relation: Σ sign · spot = value
        int joint;
        std::vector<Spot> spots;
        Vec3 value = Vec3::zero();
        int follower = -1;  // point of the model that shall be the one to follow
        int held = -1;      // of a hold: which
    };
    struct Held {
        const JoinedBody* body;
        int point;
        Vec3 at;
        Axes axes;
        std::optional<Motion> motion;
    };
    int control_at(const JoinedBody& body, const Vec3& at) const;
    bool may_change(const JoinedBody& body) const;
    void choose_controls();
    Spot spot(const JoinedBody& body, const Vec3& at, double sign, int joint, double arm) const;
    Relation relation(const Bond& bond, bool by_controls) const;
    std::vector<int> partners(int joint, const std::vector<Relation>& all, const std::vector<int>& bond_of,
                              const std::vector<Follows>& may_follow, const Nodes& start) const;
    [[noreturn]] void refuse_contradiction(int joint, const std::vector<int>& others) const;
    void put_velocities(const Nodes& wanted, const PointMap& rows, JoinedNodes& nodes) const;

    ModelBuilder& builder_;
    std::vector<Joint> joints_;
    std::vector<Where> wheres_;
    std::vector<Bond> bonds_;
    std::vector<Held> held_;
    std::map<const JoinedBody*, std::array<Vec3, 4>> controls_;
    Positions b_;  // where points are that have no node
};

}  // namespace talweg
