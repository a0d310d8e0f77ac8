#include "talweg/geometry/read_points.hpp"

#include <cmath>

#include "talweg/geometry/read/npz.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg {

namespace {

std::vector<Vec3> places_of(const read::NpyArray& array, const std::string& name, const read::Source& source) {
    std::string shape;
    for (const std::uint64_t extent : array.shape) shape += (shape.empty() ? "" : " × ") + std::to_string(extent);
    if (array.shape.size() != 2 || array.shape[1] != 3 || array.shape[0] == 0)
        source.fail("the array " + name + " has the shape " + shape +
                    ", but places are n × 3; give those of one moment");
    std::vector<Vec3> places(array.shape[0]);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t a = 0; a < 3; ++a) {
            places[i][static_cast<int>(a)] = array.values[3 * i + a];
            if (!std::isfinite(array.values[3 * i + a]))
                source.fail("point " + std::to_string(i) + " has a coordinate that is not a finite number");
        }
    return places;
}

std::vector<Vec3> from_archive(const read::Source& source) {
    const read::Npz archive(source);
    const std::vector<std::string> names = archive.names();
    for (const char* name : {"positions", "points"})
        if (archive.holds(name)) return places_of(archive.read(name), name, source);
    if (names.size() == 1) return places_of(archive.read(names[0]), names[0], source);
    source.fail("no array is called positions or points; name the one that holds the places so");
}

}  // namespace

std::vector<Vec3> read_points(const std::filesystem::path& path) {
    read::Source source = read::load_source(path);
    const std::string extension = path.extension().string();
    if (extension == ".npz") return from_archive(source);
    if (extension == ".npy")
        return places_of(read::parse_npy(source, path.filename().string(), source.bytes), path.filename().string(),
                         source);
    source.points_suffice = true;
    return read_mesh(source).points;
}

}  // namespace talweg
