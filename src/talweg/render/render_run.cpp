#include "talweg/render/render_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/format/file.hpp"
#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/render/contact_sheet.hpp"
#include "talweg/render/film_writer.hpp"
#include "talweg/render/png.hpp"

namespace talweg {

namespace {

using Frames = std::vector<std::uint64_t>;

void write_png(const std::filesystem::path& path, const Image& image, int colours) {
    replace_file(path, png_bytes(colours > 0 ? with_few_colours(image, colours) : image));
}

class Session {
public:
    Session(const std::filesystem::path& run, const RenderSettings& settings)
        : run_(run), settings_(settings), footage_(run), photographer_(footage_, framed(settings, footage_.spec())) {}

    RenderResult make() {
        const Frames frames = select_frames(settings_.frames, footage_.frames());
        if (frames.empty())
            throw Error(fmt::format("--frames chooses none of the frames 0 to {}", footage_.frames() - 1));
        switch (settings_.what) {
            case RenderWhat::picture:
                make_picture(everything() && footage_.spec().frame
                                 ? std::min<std::uint64_t>(*footage_.spec().frame, frames.back())
                                 : frames.back());
                break;
            case RenderWhat::pictures:
                make_pictures(frames);
                break;
            case RenderWhat::sheet:
                make_sheet(frames);
                break;
            case RenderWhat::film:
                make_film(frames);
                break;
        }
        return result_;
    }

private:
    /// A single picture need not leave room for what is at other times.
    static PictureSettings framed(const RenderSettings& settings, const PictureSpec& spec) {
        PictureSettings picture = settings.picture;
        if (!picture.whole_motion) picture.whole_motion = settings.what != RenderWhat::picture || spec.fit == "motion";
        return picture;
    }

    /// Whether no frames were chosen.
    bool everything() const { return !settings_.frames.begin && !settings_.frames.end && settings_.frames.step == 1; }

    /// Where the result goes: as told, else into the run directory.
    std::filesystem::path place(const std::string& name) const {
        const std::string ending = std::filesystem::path(name).extension().string();
        if (settings_.into.empty()) return run_ / name;
        const std::string told = settings_.into.extension().string();
        if (ending == ".png" && (told == ".jpg" || told == ".jpeg" || told == ".gif" || told == ".bmp" ||
                                 told == ".tif" || told == ".tiff" || told == ".webp" || told == ".svg"))
            throw Error(fmt::format("{}: pictures are written as PNG; name it {}", settings_.into.string(),
                                    std::filesystem::path(settings_.into).replace_extension(".png").string()));
        if (ending == ".mp4" && (told == ".gif" || told == ".webm" || told == ".webp" || told == ".mkv" ||
                                 told == ".mov" || told == ".avi" || told == ".png"))
            throw Error(fmt::format("{}: films are written as MP4; name it {}", settings_.into.string(),
                                    std::filesystem::path(settings_.into).replace_extension(".mp4").string()));
        if (ending.empty() || settings_.into.has_extension()) return settings_.into;
        return settings_.into.string() + ending;
    }

    void make_picture(std::uint64_t frame) {
        result_.written = place(fmt::format("frame_{:06}.png", frame));
        write_png(result_.written, photographer_.picture(frame), settings_.colours);
        result_.pictures = 1;
    }

    void make_pictures(const Frames& frames) {
        result_.written = place("pictures");
        if (settings_.into.empty())
            make_plain_directory(result_.written);
        else
            make_directory(result_.written);
        for (const std::uint64_t frame : frames) {
            if (stop(frames.size())) return;
            write_png(result_.written / fmt::format("frame_{:06}.png", frame), photographer_.picture(frame),
                      settings_.colours);
            ++result_.pictures;
        }
        settings_.progress(frames.size(), frames.size());
    }

    void make_sheet(const Frames& frames) {
        result_.written = place("sheet.png");
        const Frames shown =
            everything() ? spread_frames(footage_.frames(), std::uint64_t(settings_.sheet_count)) : frames;
        std::vector<Image> pictures;
        for (const std::uint64_t frame : shown) {
            if (stop(shown.size())) return;
            pictures.push_back(photographer_.picture(frame));
            ++result_.pictures;
        }
        settings_.progress(shown.size(), shown.size());
        const Pixel margin = settings_.picture.dark ? Pixel{0, 0, 0} : Pixel{255, 255, 255};
        write_png(result_.written, contact_sheet(pictures, settings_.columns, margin), settings_.colours);
    }

    void make_film(const Frames& frames) {
        result_.written = place("film.mp4");
        const double duration = footage_.time(frames.back() - frames.front());
        result_.film_speed = settings_.speed;
        result_.comfortable_speed = comfortable_speed(duration);
        const Frames shown =
            film_frames(frames, footage_.frame_time(), settings_.frames_per_second, result_.film_speed);
        const auto [width, height] = settings_.picture.size;
        FilmWriter film(result_.written, width, height, settings_.frames_per_second);
        Image image;
        for (std::size_t k = 0; k < shown.size(); ++k) {
            if (stop(shown.size())) return;
            if (k == 0 || shown[k] != shown[k - 1]) image = photographer_.picture(shown[k]);
            film.add(image);
            ++result_.pictures;
        }
        settings_.progress(shown.size(), shown.size());
        film.finish();
    }

    bool stop(std::uint64_t of) {
        settings_.progress(result_.pictures, of);
        return result_.interrupted = settings_.interrupted();
    }

    const std::filesystem::path& run_;
    const RenderSettings& settings_;
    Footage footage_;
    Photographer photographer_;
    RenderResult result_;
};

}  // namespace

double comfortable_speed(double duration) {
    constexpr double shortest = 2.0;  // s
    double speed = 1.0;
    // 1, 1/2, 1/5, 1/10, 1/20…
    for (int k = 0; duration > 0 && duration / speed < shortest; ++k) {
        const double powers[] = {2, 5, 10};
        speed = std::pow(10.0, -(k / 3)) / powers[k % 3];
    }
    return speed;
}

Frames film_frames(const Frames& frames, double frame_time, double frames_per_second, double speed) {
    const double start = static_cast<double>(frames.front()) * frame_time;
    const double duration = static_cast<double>(frames.back() - frames.front()) * frame_time;
    const auto count = static_cast<std::uint64_t>(std::floor(duration / speed * frames_per_second + 1e-6)) + 1;
    Frames shown;
    std::size_t next = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        const double time = start + static_cast<double>(k) / frames_per_second * speed;
        while (next + 1 < frames.size() &&
               static_cast<double>(frames[next] + frames[next + 1]) / 2 * frame_time <= time + 1e-9 * frame_time)
            ++next;
        shown.push_back(frames[next]);
    }
    return shown;
}

RenderResult render_run(const std::filesystem::path& run, const RenderSettings& settings) {
    return Session(run, settings).make();
}

}  // namespace talweg
