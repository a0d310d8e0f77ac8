#include "talweg/scene/build/cached_modes.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/scene/build/build_progress.hpp"

namespace talweg::cached_modes_test {
namespace {

Scene bar(int modes, const std::string& basis = "skinning") {
    return parse_scene(R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "bar", "density": 1000,
        "shape": { "type": "beam", "size": [1, 0.25, 0.25], "cells_through": 2 },
        "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }],
        "reduce": { "basis": ")" +
                           basis + R"(", "modes": )" + std::to_string(modes) + R"(, "clusters": 30 } }] })",
                       "bar", ".", {});
}

int files_in(const std::filesystem::path& folder) {
    int count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

/// Points that follow nodes, and where they are after some steps.
std::pair<std::vector<double>, Positions> outcome(const Scene& scene) {
    testing::SceneRun run(scene);
    std::vector<double> weights;
    const PointMap& map = run.model().map;
    for (int i = 0; i < map.point_count(); ++i)
        for (const NodeWeight& w : map.row(i)) weights.push_back(w.weight);
    for (int n = 0; n < 3; ++n) EXPECT_TRUE(run.step().completed);
    return {weights, run.x()};
}

TEST(CachedModes, GiveTheSameToTheLastBit) {
    TemporaryDirectory folder;
    for (const char* basis : {"skinning", "displacement"}) {
        setenv("TALWEG_CACHE", "off", 1);
        const auto found = outcome(bar(4, basis));
        setenv("TALWEG_CACHE", (folder / basis).c_str(), 1);
        EXPECT_EQ(outcome(bar(4, basis)), found);
        const int kept = files_in(folder / basis);
        EXPECT_GE(kept, 2);  // modes and groups
        EXPECT_EQ(outcome(bar(4, basis)), found);
        EXPECT_EQ(files_in(folder / basis), kept);
        // Another number of modes is another content.
        outcome(bar(5, basis));
        EXPECT_GT(files_in(folder / basis), kept);
        // What somebody spoilt is found anew.
        for (const auto& entry : std::filesystem::directory_iterator(folder / basis)) {
            std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(400);
            file.write("spoilt", 6);
        }
        EXPECT_EQ(outcome(bar(4, basis)), found);
    }
    setenv("TALWEG_CACHE", "off", 1);
}

TEST(CachedModes, AreToldWhileTheyAreLookedFor) {
    setenv("TALWEG_CACHE", "off", 1);
    double last = 0.0;
    int told = 0;
    build_model(bar(8), Start::must_be_apart, [&](std::string_view body, double part) {
        EXPECT_EQ(body, "bar");
        EXPECT_GE(part, last);
        EXPECT_LE(part, 1.0);
        last = part;
        ++told;
    });
    EXPECT_GT(told, 3);
    EXPECT_EQ(last, 1.0);
}

/// Ascending values, the largest entry of each vector positive, and the same again.
TEST(CachedModes, ComeInOrderAndWithFixedSigns) {
    const int n = 40;
    Eigen::SparseMatrix<double> chain(n, n);
    for (int i = 0; i + 1 < n; ++i) {
        chain.coeffRef(i, i) += 1.0;
        chain.coeffRef(i + 1, i + 1) += 1.0;
        chain.coeffRef(i, i + 1) -= 1.0;
        chain.coeffRef(i + 1, i) -= 1.0;
    }
    const Modes modes = smallest_modes(chain, Eigen::VectorXd::Ones(n), 6, 1e-6);
    for (int k = 0; k < 6; ++k) {
        // λ_k = 4 sin²(k π / 2n) of a free chain
        EXPECT_NEAR(modes.values[k], 4.0 * std::pow(std::sin(k * M_PI / (2.0 * n)), 2), 1e-10);
        Eigen::Index largest = 0;
        modes.vectors.col(k).cwiseAbs().maxCoeff(&largest);
        EXPECT_NEAR(modes.vectors.col(k).maxCoeff(), modes.vectors.col(k).cwiseAbs().maxCoeff(), 1e-5);
    }
    EXPECT_EQ(smallest_modes(chain, Eigen::VectorXd::Ones(n), 6, 1e-6).vectors, modes.vectors);
}

}  // namespace
}  // namespace talweg::cached_modes_test
