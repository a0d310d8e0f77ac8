#include "talweg/geometry/read/vtk_cells.hpp"

namespace talweg::read {

std::string add_vtk_cell(std::int64_t type, std::span<const int> corners, ElementBuilder& builder) {
    const auto needs = [&](std::size_t count) {
        return "has " + std::to_string(corners.size()) + " points instead of " + std::to_string(count);
    };
    const std::size_t n = corners.size();
    switch (VtkCell(type)) {
        case VtkCell::vertex:
        case VtkCell::poly_vertex:
            return {};
        case VtkCell::line:
        case VtkCell::poly_line:
            if (n < 2) return needs(2);
            builder.add_polyline(corners);
            return {};
        case VtkCell::triangle_strip:
            if (n < 3) return needs(3);
            // Every second triangle of a strip runs the other way round.
            for (std::size_t i = 0; i + 2 < n; ++i)
                builder.triangles.push_back({corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]});
            return {};
        case VtkCell::pixel:
            if (n != 4) return needs(4);
            builder.add_polygon(std::array{corners[0], corners[1], corners[3], corners[2]});
            return {};
        case VtkCell::triangle:
        case VtkCell::quad:
        case VtkCell::polygon:
            if (n < 3 || (type == int(VtkCell::triangle) && n != 3) || (type == int(VtkCell::quad) && n != 4))
                return needs(type == int(VtkCell::quad) ? 4 : 3);
            builder.add_polygon(corners);
            return {};
        case VtkCell::tetra:
            if (n != 4) return needs(4);
            builder.tets.push_back({corners[0], corners[1], corners[2], corners[3]});
            return {};
        default:
            return "has type " + std::to_string(type) +
                   ", which is not supported; convert to linear tetrahedra (ParaView: Tetrahedralize)";
    }
}

std::string add_vtk_cells(const VtkCellArrays& cells, std::size_t first_point, std::size_t point_count,
                          ElementBuilder& builder) {
    if (cells.types.size() != cells.ends.size() && !(cells.types.size() == 1 || cells.ends.empty()))
        return "there are " + std::to_string(cells.ends.size()) + " cells but " + std::to_string(cells.types.size()) +
               " cell types";
    std::vector<int> corners;
    std::int64_t start = 0;
    for (std::size_t i = 0; i < cells.ends.size(); ++i) {
        const std::string cell = "cell " + std::to_string(i) + " ";
        const std::int64_t end = cells.ends[i];
        if (end < start || end > std::int64_t(cells.connectivity.size()))
            return cell + "ends outside of the list of points; the file is damaged";
        corners.clear();
        for (; start < end; ++start) {
            const std::int64_t point = cells.connectivity[std::size_t(start)];
            if (point < 0 || point >= std::int64_t(point_count))
                return cell + "names point " + std::to_string(point) + ", but there are only " +
                       std::to_string(point_count) + ", counted from 0";
            corners.push_back(int(first_point + std::size_t(point)));
        }
        const std::int64_t type = cells.types.size() == 1 ? cells.types[0] : cells.types[i];
        if (const std::string wrong = add_vtk_cell(type, corners, builder); !wrong.empty()) return cell + wrong;
    }
    return {};
}

}  // namespace talweg::read
