/// Many rigid bodies: what they need grows with their number and not with its square, and a pile of a thousand lies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/recorded_run.hpp"
#include "talweg/model/contact_world.hpp"

namespace talweg::pile_test {
namespace {

/// Boxes of 0.4 m in columns of `layers`, each turned a little, that fall a little.
std::string pile(int count, int layers, int frames) {
    const int columns = (count + layers - 1) / layers, side = static_cast<int>(std::ceil(std::sqrt(columns)));
    std::string bodies;
    for (int n = 0; n < count; ++n) {
        const int column = n / layers, layer = n % layers;
        bodies += fmt::format(R"({}{{ "name": "box{}", "rigid": true, "density": 500,
            "shape": {{ "type": "box", "size": [0.4, 0.4, 0.4], "cells": [1, 1, 1] }},
            "place": {{ "rotate": {{ "axis": [1, 2, {}], "angle": {} }}, "translate": [{}, {}, {}] }} }})",
                              n ? ", " : "", n, n % 3, (n * 7) % 13 - 6, 0.46 * (column % side), 0.26 + 0.47 * layer,
                              0.46 * (column / side));
    }
    return fmt::format(R"({{ "time": {{ "step": 0.02, "frames": {} }},
        "contact": {{ "distance": 0.004, "friction": 0.3 }},
        "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane" }} }}], "bodies": [{}] }})",
                       frames, bodies);
}

TEST(Pile, RulesOfContactGrowWithTheBodies) {
    const Scene scene = parse_scene(pile(500, 2, 1), "scene.json", ".", {});
    const World world = build_model(scene);
    const ContactRules& rules = world.model.contact->rules;
    EXPECT_EQ(rules.parts(), 501);
    EXPECT_EQ(rules.touching.others.size() + rules.touching.itself.size(), 2u * 501u);
    EXPECT_TRUE(rules.friction_pairs.empty());
    EXPECT_EQ(rules.mu(3, 499), 0.3);
    EXPECT_TRUE(rules.may_touch(3, 499));
    EXPECT_FALSE(rules.may_touch(3, 3)) << "a rigid body has no need to";
}

TEST(Pile, AThousandBoxesComeToLie) {
    if (!std::getenv("TALWEG_ALL")) GTEST_SKIP() << "./test --all piles up a thousand boxes";
    const testing::RecordedRun run(pile(1000, 4, 100));
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    const std::vector<double> kinetic = run.column("kinetic");
    EXPECT_LT(kinetic.back(), 0.02 * *std::max_element(kinetic.begin(), kinetic.end()));
}

}  // namespace
}  // namespace talweg::pile_test
