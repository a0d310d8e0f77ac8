/// Rig, gravity and body turned by R move as before, turned by R: whole, and by skinning modes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"
#include "talweg/model/motion.hpp"

namespace talweg::turned_rigs_test {
namespace {

constexpr double angle = 50.0 * M_PI / 180.0;
const Vec3 axis = (1.0 / std::sqrt(14.0)) * Vec3{1, 2, 3};

std::string text(const Vec3& v) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]); }

/// A bar that sags while a handle bends and lifts its right end.
Scene bar(const Mat3& r, bool turned, const std::string& reduce) {
    return parse_scene(
        fmt::format(
            R"({{ "time": {{ "step": 0.02 }}, "gravity": {}, "solver": {{ "tolerance": 1e-9 }}, "bodies": [{{
                "name": "bar", "shape": {{ "type": "box", "size": [1, 0.22, 0.15], "cells": [8, 2, 2] }},
                "place": {{ "rotate": {{ "axis": [1, 2, 3], "angle": {} }} }}, "density": 1000,
                "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }}],
                "rig": {{ "handles": [
                    {{ "name": "left", "at": [{}] }},
                    {{ "name": "right", "at": [{}], "motion": {{ "displacement": [{:.17g}, {:.17g}, {:.17g}],
                       "angle": "300*t", "axis": {}, "center": {} }} }}] }} {} }}] }})",
            text(r * Vec3{0, -2, 0}), turned ? 50 : 0, text(r * Vec3{-0.5, 0, 0}), text(r * Vec3{0.5, 0, 0}), 0.0, 0.0,
            0.0, text(r * Vec3{0, 0, 1}), text(r * Vec3{0.3, 0, 0}), reduce),
        "bar", ".", {});
}

TEST(TurnedRigs, GiveWhatIsTurned) {
    const Mat3 straight = Mat3::identity(), r = rotation_matrix(angle * axis);
    for (const char* reduce : {"", R"(, "reduce": { "modes": 6, "clusters": 40 })"}) {
        testing::SceneRun plain(bar(straight, false, reduce)), turned(bar(r, true, reduce));
        const Positions start = plain.x();
        double bent = 0.0, apart = 0.0;
        for (int n = 0; n < 10; ++n) {
            ASSERT_TRUE(plain.step().completed);
            ASSERT_TRUE(turned.step().completed);
            const Positions x = plain.x(), y = turned.x();
            for (std::size_t i = 0; i < x.size(); ++i) {
                bent = std::max(bent, norm(x[i] - start[i]));
                apart = std::max(apart, norm(y[i] - r * x[i]));
            }
        }
        fmt::print("{}: moves of {:.3f} m, turned ones off by {:.1e} m\n", *reduce ? "skinning modes" : "whole", bent,
                   apart);
        EXPECT_LT(apart, 1e-10) << reduce;
        EXPECT_GT(bent, 0.1) << reduce;
    }
}

}  // namespace
}  // namespace talweg::turned_rigs_test
