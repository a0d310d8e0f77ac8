/// Connections that are energies: springs and ropes, what drives, brakes or stops hinges, and the stitches of seams.
#pragma once
#include <map>

#include "talweg/energies/interface/joint_coordinate.hpp"
#include "talweg/model/joint_term.hpp"
#include "talweg/scene/build/anchor.hpp"
#include "talweg/scene/build/contact_builder.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

class ConnectionTerms {
public:
    explicit ConnectionTerms(const Scene& scene);

    /// How many places of the body energies take hold of.
    int place_count(const std::string& body) const;
    /// Adds a point to the body for each of them, and remembers the points that its seams select.
    void add_places(const JoinedBody& joined, const PointSelector& selector, VertexBody& body);
    /// Where the points of the body went.
    void placed(const std::string& body, int first_point);
    void add_terms(const std::vector<JoinedBody>& bodies, ModelBuilder& builder, ContactBuilder& contact);
    /// What shows angles and ways of hinges and sliders. Of places that a soft body has not there is none.
    std::vector<JointMeter> meters(const std::vector<JoinedBody>& bodies) const;

private:
    static constexpr int world_axis = 3;  // a side: where the axis of a hinge points in a planar scene
    /// Places that a connection takes hold of, of one of its bodies, or of the world at that body's side.
    struct Places {
        std::size_t connection;
        int side;  // 0, 1: the first or the second of the two; a single body is the second; 2: a motor's dial
        bool world = false;
        std::string body;
        std::vector<Vec3> at;  // a place; of joints also directions from it, which become places as far as half a body
        bool frame = false;    // whether they are directions
        bool shared = false;   // whether both bodies have the same places, as far as a quarter of the first
        bool middle = false;   // whether these lie about the middle of that body
        int first_point = 0;   // within the body, then in the model
    };
    struct Border {
        std::size_t connection;
        int side;
        std::vector<int> points;  // within the body
    };
    void plan(std::size_t connection, const ConnectionSpec::Hinge& hinge);
    void plan(std::size_t connection, const ConnectionSpec::Slider& slider);
    void plan(std::size_t connection, const ConnectionSpec::Universal& universal);
    void plan(std::size_t connection, const ConnectionSpec::Planar& planar);
    void plan(std::size_t connection, const ConnectionSpec::SpringJoint& spring);
    void plan(std::size_t connection, const ConnectionSpec::Ball& ball);
    void plan(std::size_t connection, const ConnectionSpec::Fixed& fixed);
    void plan_frames(std::size_t connection, const std::vector<Vec3>& frame, bool dial);
    void plan_bond(std::size_t connection, const std::vector<Vec3>& places, bool middle);
    void share_places(std::size_t connection, const JoinedBody& joined);
    bool leads(std::size_t connection) const;
    void plan(std::size_t, const auto&) {}
    const Places* find(std::size_t connection, int side) const;
    const ConnectionSpec& spec(std::size_t connection) const { return scene_.connections[connection]; }
    void add(std::size_t connection, const ConnectionSpec::Hinge& hinge, ModelBuilder& builder, ContactBuilder&);
    void add(std::size_t connection, const ConnectionSpec::Slider& slider, ModelBuilder& builder, ContactBuilder&);
    void add(std::size_t connection, const ConnectionSpec::Universal& universal, ModelBuilder& builder,
             ContactBuilder&);
    void add(std::size_t connection, const ConnectionSpec::Planar& planar, ModelBuilder& builder, ContactBuilder&);
    template <bool turns>
    void add_drive(std::size_t connection, const DriveSpec<turns>& drive, const std::vector<int>& points,
                   const JointFrame& frame, ModelBuilder& builder);
    template <bool turns>
    void add_gear(std::size_t connection, const MimicSpec<turns>& mimic, const std::vector<int>& points,
                  const JointFrame& frame, ModelBuilder& builder);
    void add_bond(std::size_t connection, double max_force, ModelBuilder& builder);
    JointPart part(std::size_t connection, const Term& term, std::vector<JointPart::Reading> readings) const;
    template <class Energy>
    std::shared_ptr<const Term> joint_term(std::size_t connection, std::vector<int> points,
                                           const typename Energy::Element& element,
                                           std::vector<JointPart::Reading> readings = {},
                                           JointPart::Motor motor = JointPart::Motor::none) const;
    std::vector<int> joint_points(std::size_t connection) const;
    /// Of a hinge or slider.
    JointFrame joint_frame(std::size_t connection) const;
    JointFrame joint_frame(std::size_t connection, JointCoordinate kind, const Vec3& at, const Vec3& direction) const;
    double model_size(std::size_t connection) const;
    double strength(std::size_t connection, bool turns, const ModelBuilder& builder) const;
    void add(std::size_t connection, const ConnectionSpec::SpringJoint& spring, ModelBuilder& builder, ContactBuilder&);
    void add(std::size_t connection, const ConnectionSpec::Ball& ball, ModelBuilder& builder, ContactBuilder&);
    void add(std::size_t connection, const ConnectionSpec::Fixed& fixed, ModelBuilder& builder, ContactBuilder&);
    void add(std::size_t connection, const ConnectionSpec::Seam& seam, ModelBuilder& builder, ContactBuilder& contact);
    void add(std::size_t, const auto&, ModelBuilder&, ContactBuilder&) {}

    const Scene& scene_;
    const std::vector<JoinedBody>* bodies_ = nullptr;
    std::vector<Places> places_;
    std::vector<Border> borders_;
};

}  // namespace talweg
