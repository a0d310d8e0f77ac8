/// A run directory, finished or still being written, as pictures need it: the bodies, where their points were, how fast
/// they moved, and the part of the world all that happened in.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/record/recorded_run.hpp"
#include "talweg/scene/spec/picture_spec.hpp"

namespace talweg {

/// Frames, spread over the run, that scales of colours are chosen by.
constexpr std::uint64_t frames_for_scale = 60;

class Footage {
public:
    explicit Footage(const std::filesystem::path& run);

    const RecordedRun& run() const { return run_; }
    const std::vector<Body>& bodies() const { return run_.bodies(); }  // tetrahedra have their skin as triangles
    std::uint64_t frames() const { return run_.frames(); }
    double time(std::uint64_t frame) const { return run_.time(frame); }
    double frame_time() const { return run_.frame_time(); }  // s
    /// Whether the motion stays in a plane z = constant.
    bool planar() const { return planar_; }
    /// What the scene says about its pictures.
    const PictureSpec& spec() const { return spec_; }
    /// Level planes that nothing moves have no edge: they are not drawn, and the ground of pictures lies where the
    /// highest of them is (m). As on the page (web/src/draw/floor.ts).
    bool is_floor(std::size_t body) const { return floors_[body]; }
    std::optional<double> floor() const { return floor_; }
    /// Obstacles without end: what is behind them is nothing to be seen from.
    bool is_plane(std::size_t body) const { return planes_[body]; }
    /// All frames together; the first alone when the run flies apart, which is then the better picture.
    const Box& box() const { return box_; }
    /// One frame, with obstacles that are no larger than what the bodies fill; the above when it flies apart.
    Box frame_box(std::uint64_t frame) const;

    std::vector<Vec3> positions(std::uint64_t frame) const { return run_.positions(frame); }
    /// m/s of every point: the way from the frame before, per time between them. Frame 0 takes that of frame 1.
    std::vector<double> speeds(std::uint64_t frame) const;
    /// The largest of them over the run, at least a trifle: the end of a colour scale that does not jump.
    double top_speed() const;

private:
    void read_picture();
    void find_floors();
    Box box_of(std::uint64_t frame, double largest_obstacle, const Box& bodies, double& depth) const;
    void measure();
    void include_balls();

    RecordedRun run_;
    bool planar_ = false;
    PictureSpec spec_;
    std::vector<bool> floors_, planes_;  // of bodies
    std::optional<double> floor_;
    Box box_;
};

}  // namespace talweg
