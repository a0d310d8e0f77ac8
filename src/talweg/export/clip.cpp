#include "talweg/export/clip.hpp"

#include <fmt/format.h>

#include "talweg/math/error.hpp"
#include "talweg/record/looks.hpp"

namespace talweg {

Clip::Clip(const std::filesystem::path& run, const FrameRange& frames, UpAxis up)
    : run_(run),
      frames_(select_frames(frames, run_.frames())),
      shown_(shown_bodies(run_.bodies())),
      looks_(read_looks(run_.directory(), run_.bodies())),
      up_(up) {
    if (frames_.empty())
        throw Error(fmt::format("no frame is chosen: the run has frames 0 to {}; see --frames", run_.frames() - 1));
    if (const auto forces = run_.directory().contact_force(); std::filesystem::exists(forces))
        contact_forces_.emplace(forces);
}

ShownBody Clip::present(const ShownBody& shown, std::uint64_t frame) const {
    ShownBody there = shown;
    if (run_.ages().empty() || !shown.triangles.empty() || !shown.edges.empty()) return there;
    const std::vector<double> ages = run_.ages().read(frame);
    std::erase_if(there.points, [&](int point) { return ages[static_cast<std::size_t>(point)] < 0.0; });
    return there;
}

std::vector<Vec3> Clip::turned(std::vector<Vec3> vectors) const {
    if (up_ == UpAxis::z)
        for (Vec3& x : vectors) x = {x[0], -x[2], x[1]};
    return vectors;
}

std::string conventions(const Clip& clip) {
    return fmt::format("metres, {} up, {} frames per second", clip.up() == UpAxis::y ? 'y' : 'z',
                       clip.frames_per_second());
}

}  // namespace talweg
