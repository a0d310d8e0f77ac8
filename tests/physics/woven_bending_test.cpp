/// Strips cut along the warp, along the weft and on the bias, as in the cantilever test for textiles.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/geometry/shapes/cloth.hpp"

namespace talweg::woven_bending_test {
namespace {

/// A strip in the plane of x and z at an angle to x, where the warp lies. Its first column of cells is held, half of it
/// before the clamp: the edges at its end bend what lies half as far on either side of them.
struct Strip {
    std::vector<int> held, end;
    double length;
    TemporaryDirectory folder;

    Strip(double angle, double length_, int columns, int rows) : length(length_) {
        const double cell = length / (columns - 0.5), c = std::cos(angle), s = std::sin(angle);
        const Mesh mesh = make_cloth({columns * cell, rows * cell}, {columns, rows}, ClothCut::regular);
        std::ofstream file(folder / "strip.obj");
        for (std::size_t i = 0; i < mesh.points.size(); ++i) {
            const double along = mesh.points[i][0] + 0.5 * (columns - 1) * cell, across = mesh.points[i][2];
            file << fmt::format("v {} 0 {}\n", c * along + s * across, s * along - c * across);
            if (along < 0.51 * cell) held.push_back(int(i));
            if (along > length - 0.01 * cell) end.push_back(int(i));
        }
        for (const auto& t : mesh.triangles) file << fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }

    /// How far out and how far down its end comes to rest. `body`: what it is made of.
    std::array<double, 2> hang(const std::string& body) const {
        testing::SceneRun run(
            parse_scene(fmt::format(
                            R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
                      "solver": {{ "tolerance": 1e-9, "max_iterations": 2000 }},
                      "bodies": [{{ "name": "strip", "shape": {{ "type": "mesh", "file": "{}" }},
                        "hold": [{{ "select": {{ "indices": [{}] }} }}], {} }}] }})",
                            (folder / "strip.obj").string(), fmt::join(held, ", "), body),
                        "scene.json"));
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
        Vec3 tip = Vec3::zero();
        for (const int i : end) tip += run.x()[i] / double(end.size());
        return {std::hypot(tip[0], tip[2]), -tip[1]};
    }
};

constexpr double pi = std::numbers::pi;

/// B₁ = 1 along the warp, B₂ = 4 along the weft, twist √(B₁ B₂)/2; the strip's weight per area.
std::string woven(double weight) {
    const double thickness = 0.005;
    return fmt::format(R"("density": {}, "energies": [
                             {{ "type": "membrane_corotational", "youngs_modulus": {}, "poissons_ratio": 0,
                                "thickness": {} }},
                             {{ "type": "orthotropic_bending", "warp": 1, "weft": 4, "cross": 0, "twist": 1,
                                "warp_x": 1, "warp_y": 0, "warp_z": 0 }}])",
                       weight / 9.81, 12.0 / std::pow(thickness, 3), thickness);
}

TEST(WovenBending, NarrowStripsBendAsPeirceSays) {
    for (const double degrees : {0.0, 30.0, 45.0, 90.0}) {
        const double angle = degrees * pi / 180.0, c = std::cos(angle), s = std::sin(angle);
        const double rigidity = std::pow(c * c / 1.0 + s * s / 2.0, -2.0);
        // Bent by a hundredth of its length: w L⁴/(8 B).
        const double weight = 0.08 * rigidity;
        const auto [reach, drop] = Strip(angle, 1.0, 48, 2).hang(woven(weight));
        EXPECT_NEAR(drop / 0.01, 1.0, 0.02) << degrees;
    }
}

TEST(WovenBending, HangsAsTheElasticaAlongWarpAndWeft) {
    for (const auto& [angle, rigidity] : {std::array{0.0, 1.0}, {0.5 * pi, 4.0}}) {
        const auto [reach, drop] = Strip(angle, 1.0, 24, 3).hang(woven(5.0 * rigidity));
        EXPECT_NEAR(reach, 0.84666, 0.01 * 0.84666) << angle;
        EXPECT_NEAR(drop, 0.49591, 0.01 * 0.49591) << angle;
    }
}

/// Strips of cotton with a bending length of 20 mm along the warp and 28 mm along the weft, twice as long as that, hang
/// down along a chord of 41.5°: that is how the textile test finds the length.
TEST(WovenBending, BendingLengthsOfWarpAndWeftAreThoseOfTheTextileTest) {
    const std::string cotton = R"("material": "cotton", "sheet": { "bending_length": [0.02, 0.028] })";
    for (const auto& [angle, length] : {std::array{0.0, 0.02}, {0.5 * pi, 0.028}}) {
        const auto [reach, drop] = Strip(angle, 2.0 * length, 24, 4).hang(cotton);
        EXPECT_NEAR(std::atan2(drop, reach) * 180.0 / pi, 41.5, 0.5) << angle;
    }
}

}  // namespace
}  // namespace talweg::woven_bending_test
