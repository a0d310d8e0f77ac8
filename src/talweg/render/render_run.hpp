/// A run directory as pictures: one frame, several in files of their own, a contact sheet, or a film.
#pragma once
#include <filesystem>
#include <functional>

#include "talweg/record/frame_range.hpp"
#include "talweg/render/photographer.hpp"

namespace talweg {

enum class RenderWhat { picture, pictures, sheet, film };

struct RenderSettings {
    RenderWhat what = RenderWhat::picture;
    FrameRange frames;           // all: a picture takes the scene's, a sheet spreads over them
    std::filesystem::path into;  // a file, or the directory of `pictures`; empty: in the run directory
    PictureSettings picture;
    int columns = 0;                // of a sheet; 0: about as many as rows
    int sheet_count = 9;            // frames on a sheet, when the frames were not chosen
    int colours = 0;                // at most so many in PNG files; 0: all
    double frames_per_second = 30;  // of a film
    double speed = 1;               // of a film, 1 is real time
    std::function<void(std::uint64_t done, std::uint64_t of)> progress = [](std::uint64_t, std::uint64_t) {};
    std::function<bool()> interrupted = [] { return false; };
};

struct RenderResult {
    std::filesystem::path written;
    std::uint64_t pictures = 0;
    double film_speed = 1, comfortable_speed = 1;
    bool interrupted = false;
};

RenderResult render_run(const std::filesystem::path& run, const RenderSettings& settings);

/// Which of `frames` a film shows at each of its own, by time; `speed` as in RenderSettings.
std::vector<std::uint64_t> film_frames(const std::vector<std::uint64_t>& frames, double frame_time,
                                       double frames_per_second, double speed);
/// The speed at which a film can be watched: 1, or the first of 1/2, 1/5, 1/10… that makes it last two seconds.
double comfortable_speed(double duration);

}  // namespace talweg
