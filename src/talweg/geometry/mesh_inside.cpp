#include "talweg/geometry/mesh_inside.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <system_error>

#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/run_program.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

namespace fs = std::filesystem;

const char* program_of(TetMesher mesher) { return mesher == TetMesher::gmsh ? "gmsh" : "tetgen"; }

/// A folder of its own, gone when it is no longer needed.
class Workplace {
public:
    Workplace() {
        std::string name = (fs::temp_directory_path() / "talweg-mesh-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw Error("cannot make a folder for temporary files: " + std::generic_category().message(errno));
        path_ = name;
    }
    ~Workplace() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;

    fs::path operator/(const char* file) const { return path_ / file; }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

void write(const fs::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    if (!stream.flush()) throw Error("cannot write " + file.string() + "; is the disk full?");
}

/// Only what triangles use: a point in no triangle would be a stray point for the mesher too.
std::string stl_text(const Mesh& surface) {
    std::string text = "solid surface\n";
    for (const auto& t : surface.triangles) {
        text += "facet normal 0 0 0\nouter loop\n";
        for (const int corner : t) {
            const Vec3& x = surface.points[corner];
            text += fmt::format("vertex {} {} {}\n", x[0], x[1], x[2]);
        }
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid surface\n";
}

std::string last_words(const fs::path& log) {
    std::ifstream file(log);
    std::string line, last;
    while (std::getline(file, line))
        if (!line.empty()) last = line;
    return last.empty() ? "it said nothing" : "its last words: " + last;
}

Mesh run(TetMesher mesher, const std::vector<std::string>& arguments, const Workplace& place, const char* result) {
    const fs::path log = place / "log.txt", program = find_program(program_of(mesher));
    const int status = run_program(program, arguments, place.path(), log);
    if (status != 0 || !fs::exists(place / result))
        throw Error(
            fmt::format("{} could not fill the surface (exit status {}); {}. A surface that crosses itself, or "
                        "nearly does, is a usual cause; \"mesher\": \"lattice\" can take it",
                        program_of(mesher), status, last_words(log)));
    return read_mesh(place / result);
}

}  // namespace

bool is_installed(TetMesher mesher) { return !find_program(program_of(mesher)).empty(); }

Mesh mesh_inside(const Mesh& surface, TetMesher mesher, double spacing) {
    if (!is_installed(mesher))
        throw Error(
            fmt::format("{0} is not installed; install it (on Debian: the package {0}), or use \"mesher\": "
                        "\"lattice\", which needs no other program",
                        program_of(mesher)));
    if (!(spacing > 0.0) || !std::isfinite(spacing))
        throw Error(fmt::format("the spacing of tetrahedra must be a positive length in metres, got {}", spacing));
    MeshFaults faults = examine_mesh(surface);
    if (surface.triangles.empty() || !faults.closed()) {
        faults.unreferenced_points.clear();
        throw Error(
            fmt::format("{} needs a closed surface; close this one, or use \"mesher\": \"lattice\", which "
                        "takes holes too. Found: {}",
                        program_of(mesher), surface.triangles.empty() ? "no triangles" : "\n" + faults.describe()));
    }
    const Workplace place;
    write(place / "surface.stl", stl_text(surface));
    if (mesher == TetMesher::tetgen) {
        const double volume = spacing * spacing * spacing / (6.0 * std::sqrt(2.0));  // of a regular tetrahedron
        return run(mesher, {fmt::format("-pYq1.4a{}", volume), "surface.stl"}, place, "surface.1.ele");
    }
    write(place / "surface.geo", fmt::format("Merge \"surface.stl\";\nSurface Loop(1) = {{1}};\nVolume(1) = {{1}};\n"
                                             "Mesh.MeshSizeMax = {};\n",
                                             spacing));
    return run(mesher, {"-3", "-format", "msh41", "-o", "solid.msh", "surface.geo"}, place, "solid.msh");
}

}  // namespace talweg
