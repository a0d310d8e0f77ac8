#include "talweg/geometry/read/element_builder.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::element_builder_test {
namespace {

using testing::contains;
using testing::error_of;
using Triangles = std::vector<std::array<int, 3>>;

const Source source{"f", ""};

ElementBuilder four_points() {
    ElementBuilder builder;
    builder.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return builder;
}

TEST(ElementBuilder, FansPolygonsAndMergesRepeatedCorners) {
    ElementBuilder builder;
    builder.add_polygon(std::array{0, 1, 2, 3, 4});
    EXPECT_EQ(builder.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
    builder.triangles.clear();
    builder.add_polygon(std::array{5, 6, 7, 7});
    builder.add_polygon(std::array{5, 6, 7, 5});
    EXPECT_EQ(builder.triangles, (Triangles{{5, 6, 7}, {5, 6, 7}}));
}

TEST(ElementBuilder, TakesTheHighestDimension) {
    ElementBuilder lines = four_points();
    lines.lines = {{0, 1}, {1, 2}};
    EXPECT_EQ(std::move(lines).finish(source).dimension, 1);

    ElementBuilder sheet = four_points();
    sheet.triangles = {{0, 1, 2}};
    sheet.lines = {{0, 1}, {3, 2}};
    const Mesh mesh = std::move(sheet).finish(source);
    EXPECT_EQ(mesh.dimension, 2);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), 3u);
    EXPECT_EQ(mesh.edge_groups.at("lines"), (std::vector<std::array<int, 2>>{{3, 2}}));

    ElementBuilder solid = four_points();
    solid.tets = {{0, 1, 2, 3}};
    solid.triangles = {{0, 1, 2}};
    const Mesh tet = std::move(solid).finish(source);
    EXPECT_EQ(tet.dimension, 3);
    EXPECT_EQ(tet.triangles.size(), 4u);
    EXPECT_EQ(tet.edge_groups.at("structural").size(), 6u);
}

TEST(ElementBuilder, TurnsFilesThatAreLeftHandedThroughout) {
    ElementBuilder builder = four_points();
    builder.tets = {{1, 0, 2, 3}};
    EXPECT_NEAR(tet_volume(std::move(builder).finish(source)), 1.0 / 6.0, 1e-16);
}

TEST(ElementBuilder, LeavesSingleInvertedTetsForOthersToReport) {
    const Mesh solid = testing::sample_solid();
    ElementBuilder builder;
    builder.points = solid.points;
    builder.tets = solid.tets;
    std::swap(builder.tets[3][0], builder.tets[3][1]);
    const Mesh mesh = std::move(builder).finish(source);
    EXPECT_LT(testing::smallest_tet_volume(mesh), 0.0);
    EXPECT_EQ(mesh.tets[0], solid.tets[0]);
}

TEST(ElementBuilder, SortsGroups) {
    ElementBuilder builder = four_points();
    builder.triangles = {{0, 1, 2}};
    builder.add_to_group("g", std::array{3, 1, 3, 0});
    builder.add_to_group("", std::array{2});
    const Mesh mesh = std::move(builder).finish(source);
    EXPECT_EQ(mesh.point_groups.size(), 1u);
    EXPECT_EQ(mesh.point_groups.at("g"), (std::vector<int>{0, 1, 3}));
}

TEST(ElementBuilder, RefusesWhatIsNoBody) {
    EXPECT_TRUE(contains(error_of([] { ElementBuilder().finish(source); }), "no points"));
    EXPECT_TRUE(contains(error_of([] { four_points().finish(source); }), "points only"));
    const auto with = [](const auto& change) {
        ElementBuilder builder = four_points();
        change(builder);
        return error_of([&] { std::move(builder).finish(source); });
    };
    EXPECT_TRUE(contains(with([](ElementBuilder& b) {
                             b.triangles = {{0, 1, 2}, {3, 1, 3}};
                         }),
                         "triangle 1 has point 3 twice"));
    EXPECT_TRUE(contains(with([](ElementBuilder& b) { b.tets = {{0, 1, 2, 0}}; }), "tetrahedron 0 has point 0 twice"));
    EXPECT_TRUE(contains(with([](ElementBuilder& b) {
                             b.add_polygon(std::array{0, 0, 0, 0});
                         }),
                         "triangle 0 has point 0"));
    EXPECT_TRUE(contains(with([](ElementBuilder& b) {
                             b.points.push_back({5, 5, 5});
                             b.tets = {{0, 1, 2, 3}};
                             b.triangles = {{0, 1, 4}};
                         }),
                         "mixes a solid with a shell"));
}

}  // namespace
}  // namespace talweg::read::element_builder_test
