/// One frame as Embree sees it: surfaces, rods and balls among which rays are cast. Coordinates are those of the stage,
/// where the whole motion has size 1 about the origin: Embree computes in single precision.
#pragma once
#include <memory>
#include <optional>

#include "talweg/render/body_look.hpp"

struct RTCSceneTy;
struct RTCDeviceTy;
struct RTCGeometryTy;

namespace talweg {

/// The way from the world to the stage.
struct Stage {
    Vec3 center;
    double scale;  // 1/m

    explicit Stage(const Box& box) : center(box.center()), scale(1.0 / std::max(box.diagonal(), 1e-9)) {}
    Vec3 place(const Vec3& x) const { return (x - center) * scale; }
    Vec3 world(const Vec3& p) const { return p / scale + center; }
};

struct RayHit {
    double distance;
    Vec3 place;
    Vec3 face_normal, normal;  // of length 1, on the side the ray came from; the second smooth
    Vec3 origin;               // for further rays: lifted off coarse faces, so that smooth shading has smooth shadows
    Rgb colour;
    double wire;  // distance from the nearest line on the surface
};

/// A frame's look: where the points are and which colour each has.
struct FrameLook {
    const std::vector<BodyLook>& bodies;
    const std::vector<Vec3>& x;
    const std::vector<Rgb>& colours;  // per point
    Rgb pin;
};

class RayScene {
public:
    RayScene(const FrameLook& frame, const Stage& stage);

    /// What a ray meets first.
    std::optional<RayHit> trace(const Vec3& origin, const Vec3& direction) const;
    /// Whether a ray meets anything.
    bool blocked(const Vec3& origin, const Vec3& direction) const;

private:
    struct Part;  // one Embree geometry

    void add_surface(const BodyLook& body, const FrameLook& frame, const Stage& stage);
    static void thicken(Part& part, double half);
    void add_rods(const BodyLook& body, const FrameLook& frame, const Stage& stage);
    void add_balls(const std::vector<int>& points, double radius, const FrameLook& frame, const Stage& stage,
                   const std::optional<Rgb>& colour);
    void attach(RTCGeometryTy* geometry, std::shared_ptr<const Part> part);

    std::shared_ptr<RTCDeviceTy> device_;
    std::shared_ptr<RTCSceneTy> scene_;
    std::vector<std::shared_ptr<const Part>> parts_;
};

}  // namespace talweg
