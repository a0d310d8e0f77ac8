/// talweg render: pictures and films of a run, without a display.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>

#include "command.hpp"
#include "interruption.hpp"
#include "say.hpp"
#include "talweg/math/error.hpp"
#include "talweg/render/colour.hpp"
#include "talweg/render/render_run.hpp"
#include "talweg/run/progress.hpp"

namespace talweg {

namespace {

struct RenderOptions {
    std::string directory, frame, frames, size, camera, eye, target, colour, range;
    bool sheet = false, film = false, quiet = false;
    int threads = 0;
    RenderSettings settings;
};

Size read_size(const std::string& text) {
    Size size;
    const char* const end = text.data() + text.size();
    const auto [cross, error] = std::from_chars(text.data(), end, size.width);
    const bool whole = error == std::errc() && cross != end && *cross == 'x' &&
                       std::from_chars(cross + 1, end, size.height).ptr == end;
    if (!whole || size.width < 16 || size.height < 16 || size.width > 16384 || size.height > 16384)
        throw Error("--size " + text + ": write width x height in pixels, from 16x16 to 16384x16384, such as 960x540");
    return size;
}

std::pair<double, double> read_range(const std::string& text) {
    double low = 0.0, high = 0.0;
    const char* const end = text.data() + text.size();
    const auto [comma, error] = std::from_chars(text.data(), end, low);
    if (error != std::errc() || comma == end || *comma != ',' || std::from_chars(comma + 1, end, high).ptr != end)
        throw Error("--range " + text + ": write two numbers, such as 0,2e6");
    if (low >= high) throw Error("--range " + text + " is upside down: the first number must be less than the second");
    return {low, high};
}

/// Says how far a film or a sequence is: a renewing line on a terminal, a plain line every five seconds elsewhere.
class RenderProgress {
public:
    void operator()(std::uint64_t done, std::uint64_t of) {
        const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        const bool last = done == of;
        if (seconds < next_ && !(last && said_)) return;
        next_ = seconds + (terminal_ ? 0.2 : 5.0);
        said_ = true;
        std::string text = fmt::format("picture {} of {}", done, of);
        if (done > 0 && !last) text += ", " + readable_duration(seconds / double(done) * double(of - done)) + " left";
        fmt::print(stderr, "{}{}{}", terminal_ ? "\r" : "", text, terminal_ ? last ? "\x1b[K\n" : "\x1b[K" : "\n");
        std::fflush(stderr);
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
    bool terminal_ = isatty(STDERR_FILENO), said_ = false;
    double next_ = 1.0;  // s: what is quick needs no word
};

/// What the words of the command line mean; throws where they mean nothing.
RenderSettings resolve(const RenderOptions& options) {
    RenderSettings settings = options.settings;
    if (!options.frame.empty()) settings.frames = parse_frame_range(options.frame);
    if (!options.frames.empty()) settings.frames = parse_frame_range(options.frames);
    settings.what = options.film             ? RenderWhat::film
                    : options.sheet          ? RenderWhat::sheet
                    : options.frames.empty() ? RenderWhat::picture
                                             : RenderWhat::pictures;
    PictureSettings& picture = settings.picture;
    if (!options.size.empty())
        picture.size = read_size(options.size);
    else if (options.sheet)
        picture.size = {480, 270};
    picture.labels = picture.labels || options.sheet;
    if (!options.colour.empty()) picture.colour = options.colour;
    if (!options.range.empty()) picture.range = read_range(options.range);
    if (!options.camera.empty()) {
        picture.camera.direction = read_direction(options.camera);
        picture.planar = false;
    }
    if (!options.target.empty()) picture.camera.target = read_place(options.target, "--target");
    if (!options.eye.empty()) {
        picture.camera.eye = read_place(options.eye, "--eye");
        picture.planar = false;
    }
    settings.interrupted = interruption_wanted;
    if (!options.quiet) settings.progress = RenderProgress();
    return settings;
}

int render(const RenderOptions& options) {
    std::optional<tbb::global_control> limit;
    if (options.threads > 0) limit.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
    listen_for_interruption();
    const RenderSettings settings = resolve(options);
    const RenderResult result = render_run(options.directory, settings);
    if (result.interrupted) return exit_interrupted;
    if (options.quiet) return exit_ok;
    if (settings.what == RenderWhat::film) {
        say("{}: {} pictures, {:.4g} s", result.written.string(), result.pictures,
            double(result.pictures) / settings.frames_per_second);
        if (result.film_speed != 1) say(", {:.4g} of real time", result.film_speed);
        say("\n");
        if (result.comfortable_speed < result.film_speed)
            say("it is over soon; --speed {:.4g} shows it more slowly\n", result.comfortable_speed);
    } else if (settings.what == RenderWhat::pictures) {
        say("{} pictures in {}\n", result.pictures, result.written.string());
    } else {
        say("{}\n", result.written.string());
    }
    return exit_ok;
}

void add_camera_options(CLI::App& command, RenderOptions& options) {
    command.add_option("--camera", options.camera,
                       "Direction: azimuth,elevation[,zoom] in degrees, such as 32,18 or 90,10,1.5");
    command.add_option("--eye", options.eye, "Exact place of the camera: x,y,z in m");
    command.add_option("--target", options.target, "What it looks at: x,y,z in m; default: the middle of what is seen");
    command
        .add_option_function<std::string>(
            "--fit", [&options](const std::string& what) { options.settings.picture.whole_motion = what == "motion"; },
            "What pictures leave room for: the whole motion, or what the frame shows, which so fills it; default "
            "motion, or "
            "as the scene says")
        ->check(CLI::IsMember({"motion", "frame"}));
    command.add_option("--field-of-view", options.settings.picture.camera.field_of_view, "Degrees; default 32")
        ->check(CLI::Range(1.0, 120.0));
}

/// --name and --no-name; neither leaves the choice open.
void add_choice(CLI::App& command, const std::string& name, std::optional<bool>& choice, const std::string& meaning) {
    CLI::Option* yes = command.add_flag_callback(
        "--" + name, [&choice] { choice = true; }, meaning);
    command
        .add_flag_callback(
            "--no-" + name, [&choice] { choice = false; }, "None of these")
        ->excludes(yes);
}

void add_look_options(CLI::App& command, RenderOptions& options) {
    PictureSettings& picture = options.settings.picture;
    command.add_option(
        "--colour,--color", options.colour,
        "Colour by body, speed, displacement, stress or any recorded field, contact_force; default as the scene says");
    command
        .add_option("--colour-map,--color-map", options.settings.picture.colour_map,
                    "Colours of fields: ember, lagoon, grey, or blue-red for numbers of both signs")
        ->check(CLI::IsMember(colour_map_names()));
    command.add_option("--range", options.range,
                       "Values at the ends of the colours: low,high in the field's unit; default by percentiles");
    add_choice(command, "wires", picture.look.wires, "Lines of the mesh; default: on small meshes");
    add_choice(command, "pins", picture.look.pins, "Marks on held points; default: where they are few");
    add_choice(command, "trail", picture.trail, "The ways points and ropes have come; planar pictures only");
    command.add_flag("--surface", picture.surface, "Liquids in space as smooth surfaces instead of particles");
    command.add_flag("--joints", picture.joints, "Marks of joints, lines along axes, springs and ropes");
    command.add_flag("--label", picture.labels, "Write the time into the picture; sheets always do");
    command.add_flag("--dark", picture.dark, "Dark background");
    command.add_option("--size", options.size,
                       "Width x height in pixels; default 960x540, on sheets 480x270 per frame");
    command.add_option("--samples", picture.samples, "Rays per pixel: more is smoother and slower; default 24")
        ->check(CLI::Range(1, 4096));
    command
        .add_option("--colours,--colors", options.settings.colours, "At most so many colours in a PNG: smaller files")
        ->check(CLI::Range(2, 256));
}

}  // namespace

void add_render_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("render", "Make pictures or a film of a run");
    const auto options = std::make_shared<RenderOptions>();
    command->add_option("DIR", options->directory, "Run directory, finished or still being written")->required();
    CLI::Option* frame =
        command->add_option("--frame", options->frame, "A picture of this frame; default the scene's, or the last");
    CLI::Option* frames = command->add_option("--frames", options->frames,
                                              "Which frames, as 10:20 or ::5: a picture each, or for a sheet or film");
    CLI::Option* sheet = command->add_flag("--sheet", options->sheet, "A contact sheet: several frames in one picture");
    command->add_flag("--film", options->film, "An MP4 film, made by ffmpeg")->excludes(sheet)->excludes(frame);
    frame->excludes(frames)->excludes(sheet);
    command->add_option("-o,--output", options->settings.into,
                        "File, or directory of several; default: in DIR, named after the content");
    command->add_option("--columns", options->settings.columns, "Columns of a sheet")->check(CLI::Range(1, 1000));
    command->add_option("--count", options->settings.sheet_count, "Frames on a sheet; default 9")
        ->check(CLI::Range(2, 1000));
    command->add_option("--fps", options->settings.frames_per_second, "Pictures per second of a film; default 30")
        ->check(CLI::Range(1.0, 240.0));
    command->add_option("--speed", options->settings.speed, "Speed of a film; default 1, real time")
        ->check(CLI::Range(1e-9, 1e9));
    add_look_options(*command, *options);
    add_camera_options(*command, *options);
    command->add_option("--threads", options->threads, "Number of threads; the picture does not depend on it")
        ->check(CLI::Range(1, 1024));
    command->add_flag("-q,--quiet", options->quiet, "Print errors only");
    command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace talweg
