/// A surface that rides in a lattice touches as a mesh of plain tetrahedra does: barriers as stiff, steps as short,
/// gaps as wide. And the one-line bunny comes down a stair without hard steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "geometry/read/mesh_writers.hpp"
#include "geometry/test_files.hpp"
#include "support/creature.hpp"
#include "support/recorded_run.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg::lattice_contact_test {
namespace {

using testing::RecordedRun;

std::string ball(const char* shape) {
    return fmt::format(R"x({{ "time": {{ "step": 0.01, "frames": 40 }},
      "contact": {{ "distance": 0.002, "friction": 0.3 }},
      "bodies": [{{ "name": "ball", "shape": {}, "place": {{ "translate": [0, 0.25, 0] }}, "density": 1000,
        "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.4 }}] }}],
      "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane" }} }}] }})x",
                       shape);
}

TEST(LatticeContact, ABallInALatticeTouchesAsABallOfTetrahedra) {
    const RecordedRun plain(ball(R"({ "type": "sphere", "radius": 0.2, "divisions": 4 })"));
    const RecordedRun embedded(ball(R"({ "type": "solid", "spacing": 0.1,
                                       "surface": { "type": "sphere", "radius": 0.2, "divisions": 4 } })"));
    for (const RecordedRun* run : {&plain, &embedded}) {
        ASSERT_EQ(run->summary.ended, "finished") << run->summary.advice;
        ASSERT_TRUE(run->verify().passed()) << run->verify().text();
    }
    const auto within = [](double a, double b, double factor) { return a <= factor * b && b <= factor * a; };
    const double kappa = embedded.largest("kappa"), kappa_plain = plain.largest("kappa");
    EXPECT_TRUE(within(kappa, kappa_plain, 3.0)) << kappa << " beside " << kappa_plain;
    const auto iterations = embedded.summary.totals.newton_iterations, usual = plain.summary.totals.newton_iterations;
    EXPECT_LE(double(iterations), 1.5 * double(usual)) << iterations << " beside " << usual;
    const auto smallest = [](const RecordedRun& run) { return std::ranges::min(run.column("min_distance")); };
    EXPECT_TRUE(within(smallest(embedded), smallest(plain), 3.0))
        << smallest(embedded) << " beside " << smallest(plain);
}

/// Down a stair; how many iterations the worst step takes.
double worst_step_on_stairs(const std::string& surface, double size, double drop, const char* material) {
    std::string stairs;
    for (int k = 0; k < 4; ++k)
        stairs +=
            fmt::format(R"x({}{{ "name": "stair{}", "shape": {{ "type": "block", "center": [{}, {}, 0],
                                  "size": [{}, {}, {}] }} }})x",
                        k == 0 ? "" : ", ", k, 0.5 * k * size, (-0.5 - 0.2 * k) * size, 0.5 * size, size, 4 * size);
    const RecordedRun run(fmt::format(R"x({{ "time": {{ "step": 0.01, "frames": 50 }}, "contact": {{ "friction": 0.2 }},
      "bodies": [{{ "name": "thing", "shape": {{ "type": "solid", "surface": {} }}, "material": "{}",
                    "place": {{ "translate": [{}, {}, 0] }}, "start": {{ "velocity": [0.5, 0, 0] }} }}],
      "obstacles": [{}] }})x",
                                      surface, material, 0.1 * size, drop * size, stairs));
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
    EXPECT_GT(run.largest("contact"), 0.0);
    return run.largest("newton_iterations");
}

TEST(LatticeContact, ATorusOfJellyComesDownStairsWithoutHardSteps) {
    constexpr const char* torus =
        R"({ "type": "torus", "radius": 0.3, "tube_radius": 0.12, "segments": 16, "rings": 2 })";
    EXPECT_LE(worst_step_on_stairs(torus, 0.8, 0.3, "jelly"), 40);
}

TEST(LatticeContact, ACreatureComesDownStairsWithoutHardSteps) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("creature.obj", testing::write_obj(testing::creature(8)));
    EXPECT_LE(worst_step_on_stairs(R"({ "type": "mesh", "file": ")" + file + R"(" })", 0.8, 0.5, "rubber"), 40);
}

TEST(LatticeContact, TheBunnyComesDownStairsWithoutHardSteps) {
    TALWEG_NEED_SHARED_DATA();
    const std::string bunny = testing::shared_data() / "bunny.ply";
    const std::string surface = R"({ "type": "mesh", "file": ")" + bunny + R"(" })";
    EXPECT_LE(worst_step_on_stairs(surface, 0.8, 0.6, "rubber"), 40);
    // Jelly of this size gives way under its own weight, in folds: half a minute.
    if (std::getenv("TALWEG_ALL")) {
        EXPECT_LE(worst_step_on_stairs(surface, 0.8, 0.6, "jelly"), 40);
    }
}

}  // namespace
}  // namespace talweg::lattice_contact_test
