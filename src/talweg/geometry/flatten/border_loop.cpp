#include "talweg/geometry/flatten/border_loop.hpp"

#include <map>

#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

std::vector<int> border_loop(const Mesh& surface) {
    if (surface.triangles.empty()) throw Error("there are no triangles to flatten");
    MeshFaults faults = examine_mesh(surface);
    if (!faults.branching_edges.empty() || !faults.flipped_edges.empty() || !faults.flat_triangles.empty() ||
        !faults.unreferenced_points.empty()) {
        faults.border_edges.clear();
        throw Error("the surface cannot be flattened; mend the mesh. Found:\n" + faults.describe());
    }
    if (faults.border_edges.empty())
        throw Error("a closed surface cannot be flattened; cut it open, so that it is like a disc");

    std::map<int, int> next;  // along the border
    std::map<std::array<int, 2>, int> passed;
    for (const auto& t : surface.triangles)
        for (int i = 0; i < 3; ++i) ++passed[{t[i], t[(i + 1) % 3]}];
    for (const auto& [edge, count] : passed)
        if (!passed.contains({edge[1], edge[0]}))
            if (!next.emplace(edge[0], edge[1]).second)
                throw Error("the border of the surface touches itself at point " + std::to_string(edge[0]) +
                            "; separate the two parts there");
    std::vector<int> loop = {next.begin()->first};
    while (next.at(loop.back()) != loop.front()) loop.push_back(next.at(loop.back()));

    // Of all surfaces with one border only the disc has points − edges + triangles = 1.
    const auto characteristic = static_cast<long>(surface.points.size()) -
                                static_cast<long>(unique_edges(surface.triangles).size()) +
                                static_cast<long>(surface.triangles.size());
    if (loop.size() != next.size() || characteristic != 1)
        throw Error("only a surface like a disc can be flattened, in one piece and with one border; this one has " +
                    std::to_string(next.size()) + " border edges, of which " + std::to_string(loop.size()) +
                    " form the loop through point " + std::to_string(loop.front()) +
                    ", and points − edges + triangles = " + std::to_string(characteristic));
    return loop;
}

}  // namespace talweg
