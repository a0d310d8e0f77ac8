/// Collects the points, elements and groups that a file lists, and turns them into a Mesh.
#pragma once
#include <cstdint>
#include <span>

#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

struct ElementBuilder {
    std::vector<Vec3> points;
    std::vector<std::array<int, 2>> lines;
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<int, 4>> tets;
    std::map<std::string, std::vector<int>> groups;  // any order, repetitions allowed

    /// Split into a fan around its first corner. A corner that is repeated in a row counts once: exporters write
    /// triangles as quads that way.
    void add_polygon(std::span<const int> corners);
    void add_polyline(std::span<const int> corners);
    void add_to_group(const std::string& name, std::span<const int> members);
    /// Groups that the file only numbers: "point_3", "curve_3", "surface_3", "volume_3" by dimension; 0 is no group.
    void add_to_numbered_group(int dimension, std::int64_t number, std::span<const int> members);

    /// The finished mesh: of the highest dimension present, with "structural" edges, the outer surface of tets, and
    /// tidy groups. Tets that are all left-handed are turned as a whole: that is a convention of the file, not damage.
    /// Lines that are no edges of triangles or tets are kept as edge group "lines". Throws Error when there is nothing
    /// to simulate, an element repeats a corner, or free triangles stand beside tets.
    Mesh finish(const Source& source) &&;
};

}  // namespace talweg::read
