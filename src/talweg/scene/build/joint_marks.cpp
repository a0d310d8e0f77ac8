#include "talweg/scene/build/joint_marks.hpp"

#include <algorithm>

#include "talweg/scene/build/connection_builder.hpp"

namespace talweg {

namespace {

constexpr double arm = 0.35;  // half of an axis, in sizes of the smaller body

class Marker {
public:
    Marker(const ConnectionSpec& spec, const std::vector<JoinedBody>& bodies) {
        const auto named = [&](const std::string& name) {
            return &*std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return b.spec->name == name; });
        };
        first_ = named(spec.between.front());
        base_ = spec.between.size() > 1 ? first_ : nullptr;
        moved_ = named(spec.between.back());
        size_ = std::min(first_->size, moved_->size);
    }

    void mark(const ConnectionSpec::Ball& ball, JointMark& mark) const {
        mark.dots = {place(moved_, ball.at)};
        if (ball.break_force) mark.dots.push_back(place(base_, ball.at));
    }
    void mark(const ConnectionSpec::Hinge& hinge, JointMark& mark) const {
        mark.dots = {place(moved_, hinge.at)};
        mark.lines = {axis(moved_, hinge.at, hinge.axis)};
    }
    void mark(const ConnectionSpec::Slider& slider, JointMark& mark) const {
        mark.dots = {place(moved_, slider.at)};
        mark.lines = {axis(base_, slider.at, slider.axis)};
    }
    void mark(const ConnectionSpec::Universal& universal, JointMark& mark) const {
        mark.dots = {place(moved_, universal.at)};
        mark.lines = {axis(base_, universal.at, universal.axis), axis(moved_, universal.at, universal.second_axis)};
    }
    void mark(const ConnectionSpec::Planar& planar, JointMark& mark) const {
        mark.dots = {place(moved_, planar.at)};
        const Vec3 along = (arm * size_ / norm(planar.axis)) * planar.axis;
        mark.lines = {{place(moved_, planar.at), place(moved_, planar.at + along)}};
    }
    void mark(const ConnectionSpec::Fixed&, JointMark& mark) const {
        const JoinedBody& smaller = moved_->size <= first_->size ? *moved_ : *first_;
        Vec3 middle = Vec3::zero();
        for (const Vec3& x : smaller.start) middle += x / static_cast<double>(smaller.start.size());
        mark.dots = {place(&smaller, middle)};
    }
    void mark(const ConnectionSpec::SpringJoint& spring, JointMark& mark) const {
        const JointMark::Place from = place(first_, spring.from), to = place(base_ ? moved_ : nullptr, spring.to);
        mark.dots = {from, to};
        mark.lines = {{from, to}};
    }
    void mark(const ConnectionSpec::Attach&, JointMark&) const {}
    void mark(const ConnectionSpec::Seam&, JointMark&) const {}

private:
    /// No body: the world.
    static JointMark::Place place(const JoinedBody* body, const Vec3& at) {
        JointMark::Place place;
        if (!body) {
            place.world = true;
            place.at = at;
            return place;
        }
        const Anchor anchor = find_anchor(*body, at);
        place.weights = anchor.weights;
        for (int k = 0; k < 4; ++k) place.points[k] = body->first_point + anchor.points[k];
        return place;
    }
    std::array<JointMark::Place, 2> axis(const JoinedBody* body, const Vec3& at, const Vec3& axis) const {
        const Vec3 along = (arm * size_ / norm(axis)) * axis;
        return {place(body, at - along), place(body, at + along)};
    }

    const JoinedBody *first_, *base_, *moved_;  // base: none where that is the world
    double size_;
};

}  // namespace

std::vector<JointMark> joint_marks(const Scene& scene, const std::vector<JoinedBody>& bodies) {
    std::vector<JointMark> marks;
    for (std::size_t k = 0; k < scene.connections.size(); ++k)
        std::visit(
            [&]<class Kind>(const Kind& kind) {
                JointMark mark{connection_name(scene, k), Kind::type};
                Marker(scene.connections[k], bodies).mark(kind, mark);
                if (!mark.dots.empty()) marks.push_back(std::move(mark));
            },
            scene.connections[k].kind);
    return marks;
}

}  // namespace talweg
