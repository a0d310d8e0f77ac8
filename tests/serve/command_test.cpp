#include "talweg/serve/command.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace talweg::command_test {
namespace {

TEST(Command, reads_every_order) {
    EXPECT_EQ(std::get<Order>(*parse_command(R"({"do": "run"})")), Order::run);
    EXPECT_EQ(std::get<Order>(*parse_command(R"({"do": "pause"})")), Order::pause);
    EXPECT_EQ(std::get<Order>(*parse_command(R"({"do": "step"})")), Order::step);
    EXPECT_EQ(std::get<Order>(*parse_command(R"({"do": "reset"})")), Order::reset);
    EXPECT_EQ(std::get<Order>(*parse_command(R"({"do": "release"})")), Order::release);
}

TEST(Command, reads_numbers) {
    const auto drag = std::get<DragTo>(*parse_command(R"({"do": "drag", "point": 12, "target": [1, -2.5, 3e-1]})"));
    EXPECT_EQ(drag.point, 12);
    EXPECT_EQ(drag.target, (Vec3{1.0, -2.5, 0.3}));
    const auto turn = std::get<TurnKnob>(*parse_command(R"({"do": "set", "knob": 3, "value": 2e4})"));
    EXPECT_EQ(turn.knob, 3);
    EXPECT_EQ(turn.value, 2e4);
    EXPECT_EQ(std::get<SetStrength>(*parse_command(R"({"do": "strength", "value": 3})")).factor, 3.0);
    EXPECT_EQ(std::get<SetSpeed>(*parse_command(R"({"do": "speed", "value": 0.5})")).factor, 0.5);
}

TEST(Command, reads_pins_and_integrators) {
    const auto pin = std::get<PinPoint>(*parse_command(R"({"do": "pin", "point": 7})"));
    EXPECT_EQ(pin.point, 7);
    EXPECT_TRUE(pin.held);
    EXPECT_FALSE(std::get<PinPoint>(*parse_command(R"({"do": "unpin", "point": 7})")).held);
    EXPECT_EQ(std::get<UseIntegrator>(*parse_command(R"({"do": "integrator", "name": "bdf2"})")).name, "bdf2");
}

TEST(Command, reads_wishes) {
    EXPECT_EQ(std::get<Subscription>(*parse_command(R"({"do": "show", "contact": true, "field": 2})")),
              (Subscription{true, 2}));
    EXPECT_EQ(std::get<Subscription>(*parse_command(R"({"do": "show", "contact": false, "field": null})")),
              Subscription{});
}

TEST(Command, leaves_everything_else) {
    for (const char* message : {"",
                                "run",
                                "{",
                                "[]",
                                "null",
                                "3",
                                "{}",
                                R"({"do": 1})",
                                R"({"do": "explode"})",
                                R"({"do": "drag"})",
                                R"({"do": "pin"})",
                                R"({"do": "pin", "point": -3})",
                                R"({"do": "strength", "value": 0})",
                                R"({"do": "integrator", "name": 3})",
                                R"({"do": "drag", "point": -1, "target": [0, 0, 0]})",
                                R"({"do": "drag", "point": 1.5, "target": [0, 0, 0]})",
                                R"({"do": "drag", "point": 99999999999, "target": [0, 0, 0]})",
                                R"({"do": "drag", "point": 1, "target": [0, 0]})",
                                R"({"do": "drag", "point": 1, "target": [0, 0, "x"]})",
                                R"({"do": "drag", "point": 1, "target": [0, 0, 1e300]})",
                                R"({"do": "drag", "point": 1, "target": {"0": 1}})",
                                R"({"do": "set", "knob": 0})",
                                R"({"do": "set", "knob": 0, "value": null})",
                                R"({"do": "set", "knob": 0, "value": 1e999})",
                                R"({"do": "speed", "value": 0})",
                                R"({"do": "show"})",
                                R"({"do": "show", "contact": true})",
                                R"({"do": "show", "contact": 1, "field": null})",
                                R"({"do": "show", "contact": true, "field": -1})",
                                R"({"do": "show", "contact": true, "field": "stress"})",
                                R"({"do": "speed", "value": -1})",
                                "{\"do\": \"\xff\xfe\"}",
                                R"({"do": ["run"]})"})
        EXPECT_FALSE(parse_command(message)) << message;
}

TEST(Command, survives_noise) {
    std::mt19937 random(11);
    const std::string seed = R"({"do": "drag", "point": 12, "target": [1, -2.5, 3e-1]})";
    for (int round = 0; round < 20'000; ++round) {
        std::string message = seed;
        for (unsigned changes = random() % 6; changes > 0; --changes)
            message[random() % message.size()] = static_cast<char>(random() % 256);
        message.resize(random() % (message.size() + 1));
        const auto command = parse_command(message);
        if (!command || !std::holds_alternative<DragTo>(*command)) continue;
        EXPECT_TRUE(std::isfinite(norm_squared(std::get<DragTo>(*command).target)));
        EXPECT_GE(std::get<DragTo>(*command).point, 0);
    }
}

TEST(Command, refuses_depth) { EXPECT_FALSE(parse_command(std::string(4000, '['))); }

}  // namespace
}  // namespace talweg::command_test
