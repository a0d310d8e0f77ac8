#include "talweg/scene/build/point_selector.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/shapes/grid.hpp"

namespace talweg::point_selector_test {
namespace {

Where here() { return {std::make_shared<const std::string>("scene.json"), 7, "bodies[0].hold[0].select"}; }

Selection make(decltype(Selection::kind) kind) { return {std::move(kind), here()}; }

/// A 2 × 2 grid around the origin: point 3·i + j stands at ((i − 1)/2, (j − 1)/2, 0).
class PointSelection : public ::testing::Test {
protected:
    std::vector<int> select(const Selection& selection) const {
        return PointSelector(mesh.points, mesh.point_groups, groups).select(selection);
    }
    std::vector<int> select(decltype(Selection::kind) kind) const { return select(make(std::move(kind))); }
    std::string complaint(const Selection& selection) const {
        try {
            select(selection);
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    }

    Mesh mesh = make_grid({1.0, 1.0}, {2, 2});
    std::map<std::string, Selection> groups;
};

using Indices = std::vector<int>;

TEST_F(PointSelection, ByBox) {
    EXPECT_EQ(select(Selection::Box{{-1, 0.25, -1}, {1, 1, 1}}), (Indices{2, 5, 8}));
    EXPECT_EQ(select(Selection::Box{{0, 0, 0}, {0.5, 0.5, 0}}), (Indices{4, 5, 7, 8})) << "borders belong to the box";
}

TEST_F(PointSelection, BySphere) {
    EXPECT_EQ(select(Selection::Sphere{{0, 0, 0}, 0.5}), (Indices{1, 3, 4, 5, 7}));
    EXPECT_EQ(select(Selection::Sphere{{0.5, 0.5, 0}, 0}), Indices{8});
}

TEST_F(PointSelection, ByPlaneSide) {
    EXPECT_EQ(select(Selection::Plane{{0.25, 0, 0}, {7, 0, 0}}), (Indices{6, 7, 8}));
    EXPECT_EQ(select(Selection::Plane{{0, 0, 0}, {-1, -1, 0}}), (Indices{0, 1, 2, 3, 4, 6}));
}

TEST_F(PointSelection, ByIndexSortedAndOnce) {
    EXPECT_EQ(select(Selection::Indices{{7, 2, 7, 0}}), (Indices{0, 2, 7}));
}

TEST_F(PointSelection, ByGroupOfTheShapeOrOfTheScene) {
    EXPECT_EQ(select(Selection::Group{"corners"}), (Indices{0, 2, 6, 8}));
    groups["middle"] = make(Selection::Sphere{{0, 0, 0}, 0.1});
    groups["cross"] = make(Selection::Any{{make(Selection::Group{"middle"}), make(Selection::Indices{{1, 7}})}});
    EXPECT_EQ(select(Selection::Group{"cross"}), (Indices{1, 4, 7}));
}

TEST_F(PointSelection, Combined) {
    const Selection left = make(Selection::Group{"left"}), top = make(Selection::Group{"top"});
    EXPECT_EQ(select(Selection::Any{{left, top}}), (Indices{0, 1, 2, 5, 8}));
    EXPECT_EQ(select(Selection::Every{{left, top}}), Indices{2});
    EXPECT_EQ(select(Selection::Not{{make(Selection::Any{{left, top}})}}), (Indices{3, 4, 6, 7}));
    EXPECT_EQ(select(Selection::All{true}).size(), 9u);
}

TEST_F(PointSelection, PointsOnABorderBelongDespiteRounding) {
    mesh = make_grid({0.3, 0.3}, {3, 3});
    EXPECT_EQ(select(Selection::Box{{0.05, -1, -1}, {0.15, 1, 1}}).size(), 8u);
}

TEST_F(PointSelection, SelectingNothingIsAnError) {
    EXPECT_EQ(
        complaint(make(Selection::Sphere{{9, 9, 9}, 1})),
        "scene.json:7: bodies[0].hold[0].select selects no point; the body lies between [-0.5, -0.5, 0] and [0.5, "
        "0.5, 0]");
}

TEST_F(PointSelection, PartsMaySelectNothing) {
    const Selection nothing = make(Selection::Sphere{{9, 9, 9}, 1});
    EXPECT_EQ(select(Selection::Any{{nothing, make(Selection::Indices{{4}})}}), Indices{4});
    EXPECT_EQ(select(Selection::Not{{nothing}}).size(), 9u);
}

TEST_F(PointSelection, IndicesOutOfRangeAreErrors) {
    EXPECT_EQ(complaint(make(Selection::Indices{{0, 9}})),
              "scene.json:7: bodies[0].hold[0].select names point 9, but the body has 9 points, numbered from 0");
}

TEST_F(PointSelection, UnknownGroupsAreErrors) {
    EXPECT_EQ(
        complaint(make(Selection::Group{"topp"})),
        "scene.json:7: bodies[0].hold[0].select asks for a group \"topp\" that the body does not have; did you mean "
        "\"top\"? Groups: bottom, corners, left, right, top");
}

TEST_F(PointSelection, GroupsThatNameEachOtherAreErrors) {
    groups["a"] = make(Selection::Group{"b"});
    groups["b"] = make(Selection::Not{{make(Selection::Group{"a"})}});
    EXPECT_EQ(complaint(make(Selection::Group{"a"})),
              "scene.json:7: bodies[0].hold[0].select asks for the group \"a\", which is defined by itself");
}

TEST_F(PointSelection, GroupsDoNotHideThoseOfTheShape) {
    groups["top"] = make(Selection::All{true});
    EXPECT_EQ(
        complaint(make(Selection::All{true})),
        "scene.json:7: bodies[0].hold[0].select has the name of a group that the shape already has; choose another");
}

}  // namespace
}  // namespace talweg::point_selector_test
