/// In which order a file lists its points and tetrahedra is nothing to the physics: what talweg keeps near one another
/// in memory it keeps for itself, and all that is asked for is by the file's numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

#include "geometry/test_files.hpp"
#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/model/element_fields.hpp"

namespace talweg::mixed_up_mesh_test {
namespace {

/// Number k of the file is that of the box.
struct Listing {
    std::vector<int> points, tets;

    Listing(const Mesh& box, bool mixed_up) : points(box.points.size()), tets(box.tets.size()) {
        std::mt19937 random(11);
        for (std::vector<int>* list : {&points, &tets}) {
            std::iota(list->begin(), list->end(), 0);
            if (mixed_up) std::shuffle(list->begin(), list->end(), random);
        }
    }
};

/// The box as such a file, and a stiffness for each of its elements in another.
void write(const TemporaryDirectory& directory, const Mesh& box, const Listing& listing) {
    std::vector<int> number(listing.points.size());
    for (std::size_t k = 0; k < number.size(); ++k) number[listing.points[k]] = static_cast<int>(k) + 1;
    std::ofstream mesh(directory / "box.mesh"), stiffness(directory / "stiffness.txt");
    mesh.precision(17);
    mesh << "MeshVersionFormatted 2\nDimension 3\nVertices\n" << number.size() << "\n";
    for (const int k : listing.points)
        mesh << box.points[k][0] << " " << box.points[k][1] << " " << box.points[k][2] << " 0\n";
    mesh << "Tetrahedra\n" << listing.tets.size() << "\n";
    for (const int t : listing.tets) {
        for (const int corner : box.tets[t]) mesh << number[corner] << " ";
        mesh << "0\n";
        stiffness << (box.points[box.tets[t][0]][0] < 0.0 ? 1e5 : 4e5) << "\n";
    }
    mesh << "End\n";
}

/// Soft on one side, held by a corner, damped, and thrown at a floor.
std::string thrown(const TemporaryDirectory& directory, int frames, const char* solver = "", double friction = 0.4) {
    return fmt::format(
        R"x({{ "time": {{ "step": 0.01, "frames": {1} }}, "contact": {{ "distance": 0.005, "friction": {3} }},
        "solver": {{ {2} }},
        "bodies": [{{ "name": "box", "shape": {{ "type": "mesh", "file": "{0}/box.mesh" }}, "density": 1000,
          "place": {{ "translate": [0, 0.505, 0] }}, "damping": {{ "stiffness": 0.002 }},
          "energies": [{{ "type": "neo_hookean", "poissons_ratio": 0.3,
                          "youngs_modulus": {{ "file": "{0}/stiffness.txt" }} }}],
          "hold": [{{ "select": {{ "box": {{ "min": [0.4, 0.9, 0.4], "max": [1, 2, 1] }} }} }}],
          "start": {{ "velocity": [0.1, -0.3, 0] }} }}],
        "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane" }} }}] }})x",
        directory.path().string(), frames, solver, friction);
}

const Mesh& box() {
    static const Mesh made = make_box({1, 1, 1}, {20, 20, 20}, 5);
    return made;
}

TEST(MixedUpMesh, MovesAsTheMeshInOrder) {
    const TemporaryDirectory directory;
    Positions of_box[2];
    std::vector<double> stress[2];
    for (const bool mixed_up : {false, true}) {
        const Listing listing(box(), mixed_up);
        write(directory, box(), listing);
        testing::SceneRun run(parse_scene(thrown(directory, 2, R"("tolerance": 1e-9)", 0.0), "scene.json", ".", {}));
        // The nodes of a mixed-up mesh are numbered anew, the others as their points are.
        const PointMap& map = run.model().map;
        int in_turn = 0;
        for (int i = 0; i + 1 < map.point_count(); ++i) in_turn += map.single_node(i + 1) == map.single_node(i) + 1;
        EXPECT_EQ(2 * in_turn < map.point_count(), mixed_up);
        for (int k = 0; k < 2; ++k) ASSERT_TRUE(run.step().completed);
        const Positions x = run.x();
        of_box[mixed_up].resize(box().points.size());
        for (std::size_t k = 0; k < listing.points.size(); ++k) of_box[mixed_up][listing.points[k]] = x[k];
        const std::vector<double> values =
            field_values(find_element_field("von_mises_stress"), SolidElements(run.model()).states(x));
        ASSERT_EQ(values.size(), box().tets.size());
        stress[mixed_up].resize(values.size());
        for (std::size_t k = 0; k < values.size(); ++k) stress[mixed_up][listing.tets[k]] = values[k];
    }
    double moved = 0.0, apart = 0.0;
    for (std::size_t k = 0; k < of_box[0].size(); ++k) {
        moved = std::max(moved, norm(of_box[0][k] - box().points[k] - Vec3{0, 0.505, 0}));
        apart = std::max(apart, norm(of_box[0][k] - of_box[1][k]));
    }
    EXPECT_GT(moved, 0.005);
    EXPECT_LT(apart, 1e-8);
    const double largest = std::ranges::max(stress[0]);
    EXPECT_GT(largest, 1e3);
    for (std::size_t t = 0; t < stress[0].size(); ++t) ASSERT_NEAR(stress[0][t], stress[1][t], 1e-4 * largest) << t;
}

TEST(MixedUpMesh, HoldsAtDefaultSettingsWhatIsPromised) {
    const TemporaryDirectory directory;
    write(directory, box(), Listing(box(), true));
    const auto run_with = [&](int threads) {
        return testing::with_threads(threads, [&] {
            testing::SceneRun run(parse_scene(thrown(directory, 1), "scene.json", ".", {}));
            EXPECT_TRUE(run.step().completed);
            return run.x();
        });
    };
    EXPECT_EQ(run_with(1), run_with(3));
    const testing::RecordedRun recorded(thrown(directory, 1));
    EXPECT_TRUE(recorded.verify().passed()) << recorded.verify().text();
}

}  // namespace
}  // namespace talweg::mixed_up_mesh_test
