#include "talweg/scene/build/loaded_faces.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::loaded_faces_test {
namespace {

std::vector<int> everything(const Mesh& mesh) {
    std::vector<int> all(mesh.points.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = int(i);
    return all;
}

TEST(LoadedFaces, TheWholeSurfaceHasNoRim) {
    const Mesh mesh = make_box({1, 1, 1}, {2, 2, 2}, 6);
    const LoadedTriangles loaded = loaded_triangles(mesh, everything(mesh));
    EXPECT_EQ(loaded.triangles.size(), 48u);
    for (const auto& rim : loaded.rim) EXPECT_EQ(rim, (std::array<bool, 3>{false, false, false}));
}

TEST(LoadedFaces, OneSideHasARimOfItsOuterEdges) {
    const Mesh mesh = make_box({1, 1, 1}, {2, 2, 2}, 6);
    const LoadedTriangles loaded = loaded_triangles(mesh, mesh.point_groups.at("top"));
    EXPECT_EQ(loaded.triangles.size(), 8u);
    int edges = 0;
    for (const auto& rim : loaded.rim) edges += rim[0] + rim[1] + rim[2];
    EXPECT_EQ(edges, 8);
}

TEST(LoadedFaces, EdgesOfAPlateKeepTheBodyToTheirLeftAndKnowWhereTheyEnd) {
    Mesh mesh = make_rectangle({3, 1}, {3, 1}, Diagonals::rising);
    for (const bool turned : {false, true}) {
        if (turned)
            for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
        const auto bottom = loaded_edges(mesh, mesh.point_groups.at("bottom"));
        ASSERT_EQ(bottom.size(), 3u);
        int ends = 0;
        for (const LoadedEdge& edge : bottom) {
            EXPECT_GT(mesh.points[edge.points[1]][0], mesh.points[edge.points[0]][0]);
            ends += edge.begins + edge.ends;
        }
        EXPECT_EQ(ends, 2);
        for (const LoadedEdge& edge : loaded_edges(mesh, everything(mesh))) EXPECT_FALSE(edge.begins || edge.ends);
    }
}

}  // namespace
}  // namespace talweg::loaded_faces_test
