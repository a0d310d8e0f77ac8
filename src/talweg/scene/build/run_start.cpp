#include "talweg/scene/build/run_start.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "talweg/geometry/read/npy.hpp"
#include "talweg/scene/text/json.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

namespace fs = std::filesystem;

Json json_of(const fs::path& file) {
    try {
        return Json::parse(read::load_source(file).bytes);
    } catch (const Json::exception&) {
        throw Error(file.string() + " is damaged");
    }
}

/// positions.npy of a run, which may be far too large to be read whole.
class Frames {
public:
    explicit Frames(const fs::path& path) : source_{path, {}}, stream_(path, std::ios::binary) {
        std::string head(4096, '\0');
        stream_.read(head.data(), static_cast<std::streamsize>(head.size()));
        head.resize(static_cast<std::size_t>(stream_.gcount()));
        if (head.empty()) source_.fail("cannot be read");
        header_ = read::parse_npy_header(source_, "positions", head);
        if (header_.shape.size() != 3 || header_.shape[2] != 3 || header_.kind != 'f' || header_.size != 8)
            source_.fail("does not hold positions of a run");
    }

    std::int64_t count() const { return static_cast<std::int64_t>(header_.shape[0]); }

    Positions read(std::int64_t frame, std::size_t first_point, std::size_t points) {
        Positions x(points);
        stream_.clear();
        stream_.seekg(
            static_cast<std::streamoff>(header_.data + sizeof(Vec3) * (frame * header_.shape[1] + first_point)));
        stream_.read(reinterpret_cast<char*>(x.data()), static_cast<std::streamsize>(points * sizeof(Vec3)));
        if (!stream_) source_.fail("is cut off");
        return x;
    }

private:
    read::Source source_;
    std::ifstream stream_;
    read::NpyHeader header_;
};

RunStart read_start(const RunStartSpec& start, const std::string& body, std::size_t count) {
    const fs::path run = start.directory;
    if (!fs::exists(run / "topology.json") || !fs::exists(run / "positions.npy"))
        throw Error(run.string() + " is not the directory of a run");
    const std::string name = start.body.value_or(body);
    std::string known;
    std::size_t first = 0, points = 0;
    const Json topology = json_of(run / "topology.json");
    for (const Json& there : topology.at("bodies")) {
        known += (known.empty() ? "" : ", ") + in_quotes(there.at("name").get<std::string>());
        if (there.at("name") != name) continue;
        first = there.at("first_point").get<std::size_t>();
        points = there.at("point_count").get<std::size_t>();
    }
    if (points == 0) throw Error(fmt::format("there is no body {} in that run; there are: {}", in_quotes(name), known));
    if (points != count) throw Error(fmt::format("{} has {} points there and {} here", in_quotes(name), points, count));
    Frames frames(run / "positions.npy");
    const std::int64_t frame = start.frame < 0 ? frames.count() + start.frame : start.frame;
    if (frame < 0 || frame >= frames.count())
        throw Error(fmt::format("there is no frame {}: that run has frames 0 to {}", start.frame, frames.count() - 1));
    const Json time = json_of(run / "scene.json").at("time");
    const double frame_time = time.at("step").get<double>() * time.value("steps_per_frame", 1);
    RunStart result{frames.read(frame, first, points), Positions(points, Vec3::zero())};
    if (frame == 0) return result;
    const Positions before = frames.read(frame - 1, first, points);
    for (std::size_t i = 0; i < points; ++i) result.velocities[i] = (result.positions[i] - before[i]) / frame_time;
    return result;
}

}  // namespace

RunStart read_run_start(const RunStartSpec& start, const std::string& body, std::size_t count) {
    try {
        return read_start(start, body, count);
    } catch (const Json::exception& error) {
        throw Error(located(start.where, subject(start.where) + ": the run is damaged: " + error.what()));
    } catch (const Error& error) {
        throw Error(located(start.where, subject(start.where) + ": " + error.what()));
    }
}

}  // namespace talweg
