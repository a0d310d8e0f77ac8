#include "talweg/geometry/point_cache.hpp"

#include <charconv>
#include <cmath>
#include <map>

#include "talweg/geometry/read/npz.hpp"
#include "talweg/geometry/read/pc2.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

namespace fs = std::filesystem;

/// A cache on its way: times may still be counted in frames.
struct Recording {
    PointCache cache;
    bool in_seconds = false;
};

Recording read_pc2_cache(const fs::path& path) {
    read::Pc2 file = read::read_pc2(read::load_source(path));
    Recording recording;
    for (std::size_t k = 0; k < file.frames.size(); ++k)
        recording.cache.times.push_back(static_cast<double>(k) * file.frames_per_sample);
    recording.cache.frames = std::move(file.frames);
    return recording;
}

Recording read_npz_cache(const fs::path& path) {
    const read::Source source = read::load_source(path);
    const read::Npz archive(source);
    const read::NpyArray x = archive.read("positions");
    if (x.shape.size() != 3 || x.shape[2] != 3)
        source.fail("array \"positions\" must have three dimensions: frames, points, and three coordinates");
    Recording recording;
    for (std::uint64_t k = 0; k < x.shape[0]; ++k) {
        auto& frame = recording.cache.frames.emplace_back(x.shape[1]);
        const double* from = x.values.data() + k * x.shape[1] * 3;
        for (std::size_t i = 0; i < frame.size(); ++i) frame[i] = {from[3 * i], from[3 * i + 1], from[3 * i + 2]};
        recording.cache.times.push_back(static_cast<double>(k));
    }
    if (archive.holds("times")) {
        recording.cache.times = archive.read("times").values;
        recording.in_seconds = true;
        if (recording.cache.times.size() != recording.cache.frames.size())
            source.fail("there must be as many \"times\" as frames in \"positions\"");
    }
    return recording;
}

/// The files that "frame_*.obj" names, by their numbers.
std::map<std::int64_t, fs::path> sequence(const fs::path& pattern) {
    const std::string name = pattern.filename().string();
    const std::size_t star = name.find('*');
    const std::string before = name.substr(0, star), after = name.substr(star + 1);
    std::map<std::int64_t, fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::absolute(pattern).parent_path(), error)) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with(before) || !file.ends_with(after) || file.size() <= before.size() + after.size())
            continue;
        std::int64_t number = 0;
        const char* const end = file.data() + file.size() - after.size();
        const auto [stop, problem] = std::from_chars(file.data() + before.size(), end, number);
        if (problem == std::errc() && stop == end) files[number] = entry.path();
    }
    if (files.empty()) throw Error(pattern.string() + ": there is no such file, with a number in place of *");
    return files;
}

Recording read_sequence(const fs::path& pattern) {
    Recording recording;
    for (const auto& [number, file] : sequence(pattern)) {
        recording.cache.times.push_back(static_cast<double>(number));
        recording.cache.frames.push_back(read_mesh(file).points);
    }
    return recording;
}

Recording read_recording(const fs::path& path) {
    if (path.filename().string().find('*') != std::string::npos) return read_sequence(path);
    if (path.extension() == ".pc2") return read_pc2_cache(path);
    if (path.extension() == ".npz") return read_npz_cache(path);
    throw Error(path.string() +
                ": the name of a cache ends in .pc2 or .npz, or has a * for the number of a mesh: "
                "frame_*.obj");
}

void require_sound(const PointCache& cache, const fs::path& path) {
    if (cache.frames.empty()) throw Error(path.string() + ": there is no frame in it");
    for (std::size_t k = 0; k < cache.frames.size(); ++k) {
        const std::string frame = path.string() + ": frame " + std::to_string(k) + " ";
        if (cache.frames[k].size() != cache.point_count())
            throw Error(frame + "has " + std::to_string(cache.frames[k].size()) + " points, the first has " +
                        std::to_string(cache.point_count()));
        if (!std::isfinite(cache.times[k]) || (k > 0 && !(cache.times[k] > cache.times[k - 1])))
            throw Error(frame + "is not later than the one before it");
        for (const Vec3& x : cache.frames[k])
            if (!std::isfinite(norm_squared(x))) throw Error(frame + "has a coordinate that is not a number");
    }
}

}  // namespace

PointCache read_point_cache(const fs::path& path, std::optional<double> frames_per_second) {
    Recording recording = read_recording(path);
    PointCache& cache = recording.cache;
    require_sound(cache, path);
    if (!recording.in_seconds && !frames_per_second && cache.frames.size() > 1)
        throw Error(path.string() + ": the file does not say how long a frame is; add \"frames_per_second\"");
    const double first = cache.times.front();
    for (double& time : cache.times)
        time = (time - first) / (recording.in_seconds ? 1.0 : frames_per_second.value_or(1.0));
    return std::move(cache);
}

}  // namespace talweg
