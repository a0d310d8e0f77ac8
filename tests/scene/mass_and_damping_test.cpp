/// The keys "mass" and "damping" of a body, as the model has them.
#include <gtest/gtest.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::mass_and_damping_test {
namespace {

World rope(const std::string& keys) {
    return build_model(
        parse_scene(R"({"time": {"step": 0.01}, "gravity": [0, 0, 0], "bodies": [{"name": "rope", "density": 6,
        "shape": {"type": "rope", "from": [0, 0, 0], "to": [2, 0, 0], "segments": 2}, )" +
                        keys + "}]}",
                    "scene.json"));
}

TEST(MassKey, ConsistentMassIsThatOfTheShapeFunctions) {
    // Two segments of 1 m and 6 kg: ρl/3 at each end of a segment, ρl/6 between.
    const World world = rope(R"("mass": "consistent")");
    EXPECT_EQ(world.model.mass.diagonal, (std::vector<double>{2.0, 4.0, 2.0}));
    ASSERT_EQ(world.model.mass.couplings.size(), 2u);
    for (const auto& coupling : world.model.mass.couplings) EXPECT_NEAR(coupling.mass, 1.0, 1e-15);
    EXPECT_NEAR(world.model.mass.half_square(Nodes(3, {0, 1, 0})), 0.5 * 12.0, 1e-14);
    EXPECT_EQ(world.model.bodies[0].mass, 12.0);
}

TEST(MassKey, ConsistentMassNeedsElements) {
    try {
        build_model(parse_scene(
            testing::with(testing::small_scene, "\"density\": 1000", "\"density\": 1000, \"mass\": \"consistent\""),
            "scene.json"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()),
                  "scene.json:3: bodies[0] cannot have \"mass\": \"consistent\": its shape has no elements with shape "
                  "functions; use \"lumped\"");
    }
}

TEST(DampingKey, GivesEveryElasticEnergyItsDampingAndTheMassItsDrag) {
    const World world = rope(R"("damping": {"mass": 0.5, "stiffness": 0.1}, "energies": [
        {"type": "spring", "stiffness": 5}, {"type": "hooke_spring", "stiffness": 5},
        {"type": "spring_damping", "damping": 1}])");
    int dampings = 0, drags = 0;
    for (const auto& term : world.model.terms) {
        dampings += term->name() == "stiffness_damping";
        drags += term->name() == "drag";
        if (term->name() == "stiffness_damping") {
            EXPECT_TRUE(term->dissipative());
            EXPECT_EQ(term->element_count(), 2);
        }
    }
    EXPECT_EQ(dampings, 2);
    EXPECT_EQ(drags, 1);
    EXPECT_EQ(world.model.terms.size(), 6u);
    EXPECT_EQ(rope(R"("energies": [{"type": "spring", "stiffness": 5}])").model.terms.size(), 1u);
}

TEST(DampingKey, MayNotBeNegative) {
    EXPECT_NE(testing::complaint(testing::full_scene, {"bodies[5].damping.stiffness=-1"}).find("must be at least 0"),
              std::string::npos);
}

}  // namespace
}  // namespace talweg::mass_and_damping_test
