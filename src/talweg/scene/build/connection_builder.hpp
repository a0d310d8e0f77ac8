/// Turns the connections of a scene into what the model knows: nodes that bodies share or follow, and energies.
///
/// Joints that are linear relations between nodes – ball, hinge, fixed, attachments, and holds of rigid bodies by a
/// point or a line – are kept exactly (joinery.hpp). Everything else is an energy (connection_terms.hpp).
#pragma once
#include "talweg/scene/build/connection_terms.hpp"
#include "talweg/scene/build/joinery.hpp"

namespace talweg {

class ConnectionBuilder {
public:
    /// Throws Error that names the line of a connection between what is no body.
    explicit ConnectionBuilder(const Scene& scene);

    /// Whether the hold of a rigid or affine body leaves it free to turn, about a point or a line: then it is kept here
    /// as a joint with the world, and none of the body's own nodes is held.
    bool take_hold(const HoldSpec& hold, const BodySpec& spec, const BodyShape& shape, const std::vector<int>& points,
                   Axes axes, const VertexBody& body);
    /// How many points `add` adds to the body.
    int extra_points(const BodySpec& spec) const { return terms_.place_count(spec.name); }
    /// Remembers the body, and adds the points to it that energies between bodies take hold of.
    void add(const BodySpec& spec, const BodyShape& shape, const PointSelector& selector, VertexBody& body);
    /// Where its points went.
    void placed(int first_point);

    const std::vector<JoinedBody>& bodies() const { return bodies_; }

    /// Joins what has been added.
    void finish(ModelBuilder& builder, ContactBuilder& contact);

private:
    void join(ModelBuilder& builder, ContactBuilder& contact);
    void attach(const ConnectionSpec& spec, const std::vector<int>& points, Joinery& joinery, ContactBuilder& contact);
    const JoinedBody& named(const std::string& name) const;

    struct HeldPoint {  // of a body, within it
        int body, point;
        Axes axes;
        std::optional<Motion> motion;
        Vec3 at;  // at the start
        const HoldSpec* spec;
    };
    struct Attached {
        std::size_t connection;
        std::vector<int> points;  // of its first body, within it
    };

    const Scene& scene_;
    std::vector<JoinedBody> bodies_;
    std::vector<HeldPoint> held_;
    std::vector<Attached> attached_;
    ConnectionTerms terms_;
};

/// Its name, or its type and its number among all.
std::string connection_name(const Scene& scene, std::size_t connection);

}  // namespace talweg
