/// Feeds damaged copies of a file to a reader: each must end in a sound Mesh or in an Error.
#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/read/mutate.hpp"
#include "talweg/geometry/mesh.hpp"
#include "talweg/math/error.hpp"

namespace talweg::testing {

/// Every index inside, every coordinate finite.
inline bool is_sound(const Mesh& mesh) {
    const int count = int(mesh.points.size());
    const auto inside = [&](const auto& elements) {
        for (const auto& element : elements)
            for (const int corner : element)
                if (corner < 0 || corner >= count) return false;
        return true;
    };
    for (const Vec3& p : mesh.points)
        for (int a = 0; a < 3; ++a)
            if (!std::isfinite(p[a])) return false;
    for (const auto& [name, edges] : mesh.edge_groups)
        if (!inside(edges)) return false;
    for (const auto& [name, group] : mesh.point_groups)
        if (!inside(std::vector<std::vector<int>>{group})) return false;
    return inside(mesh.triangles) && inside(mesh.tets) && mesh.dimension >= 1 && mesh.dimension <= 3;
}

/// `read(bytes)` returns a Mesh or throws Error; any other exception fails the test.
template <class Read>
void fuzz(const std::string& bytes, int rounds, const Read& read) {
    int accepted = 0, refused = 0;
    for (int seed = 0; seed < rounds; ++seed) {
        std::mt19937 random{unsigned(seed)};
        const std::string damaged = mutate(bytes, random);
        try {
            ASSERT_TRUE(is_sound(read(damaged))) << "seed " << seed;
            ++accepted;
        } catch (const Error& error) {
            ASSERT_GT(std::string(error.what()).size(), 10u) << "seed " << seed;
            ++refused;
        } catch (const std::exception& error) {
            FAIL() << "seed " << seed << ": " << error.what();
        }
    }
    // A mutator whose files are all accepted or all refused would test nothing.
    EXPECT_GT(accepted, 0);
    EXPECT_GT(refused, 0);
}

}  // namespace talweg::testing
