/// Pictures of a run, frame by frame, all from one place: the camera, the colours and what is drawn are chosen once, by
/// the whole motion.
#pragma once
#include "talweg/model/joint_mark.hpp"
#include "talweg/render/body_look.hpp"
#include "talweg/render/camera.hpp"
#include "talweg/render/image.hpp"
#include "talweg/render/point_colouring.hpp"
#include "talweg/render/ray_cast.hpp"

namespace talweg {

struct PictureSettings {
    Size size;
    int samples = 24;  // per pixel, of shaded pictures
    bool dark = false;
    std::optional<std::string> colour;  // as in point_colouring.hpp; none, here and below: as the scene says
    std::string colour_map = "ember";   // as in colour.hpp
    std::optional<std::pair<double, double>> range;  // of the colours; none: by percentiles of the whole run
    std::optional<bool> trail;                       // the ways points and ropes have come; planar pictures only
    bool joints = false;                             // marks and axes of joints
    bool surface = false;                            // liquids in space as surfaces instead of particles
    std::optional<bool> whole_motion;                // in sight, or only what the frame shows; none: the whole
    bool labels = false;                             // the time, lower left
    std::optional<bool> planar;                      // unless told: as the motion is
    LookSettings look;
    CameraSettings camera;
};

class Photographer {
public:
    Photographer(const Footage& footage, const PictureSettings& settings);
    Image picture(std::uint64_t frame) const;

private:
    std::vector<Rgb> point_colours(std::uint64_t frame) const;
    std::vector<BodyLook> seen_from(const Vec3& eye, const std::vector<Vec3>& x) const;
    void show_liquids(std::uint64_t frame, std::vector<BodyLook>& looks, std::vector<Vec3>& x,
                      std::vector<Rgb>& colours) const;
    void add_labels(Image& image, std::uint64_t frame) const;

    const Footage& footage_;
    PictureSettings settings_;
    Theme theme_;
    std::vector<BodyLook> looks_;
    std::vector<JointMark> joints_;  // that are drawn
    PointColouring colouring_;
};

}  // namespace talweg
