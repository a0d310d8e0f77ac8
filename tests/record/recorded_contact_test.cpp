#include "talweg/record/recorded_contact.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/inflate.hpp"
#include "support/read_contact_block.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/record/contact_recording.hpp"
#include "talweg/report/report_contact.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::recorded_contact_test {
namespace {

/// A square that falls on the ground, two steps per frame.
class RecordedContactTest : public ::testing::Test {
protected:
    RecordedContactTest() {
        const Scene scene =
            parse_scene(R"({ "planar": true, "time": { "step": 0.01, "frames": 10, "steps_per_frame": 2 },
          "contact": { "distance": 0.01 }, "record": { "contact": true },
          "bodies": [{ "name": "square", "shape": { "type": "grid", "size": [1, 1], "cells": [2, 2] },
                       "density": 1000, "place": { "translate": [0, 0.505, 0] },
                       "energies": [{ "type": "spring", "stiffness": 1e6 }] }],
          "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }] })",
                        "scene.json", ".", {});
        const RunClaim claim(run.path, RunMode::fresh);
        simulate(scene, build_model(scene), claim, {});
    }
    const TemporaryDirectory directory;
    const RunDirectory run{directory / "run"};
};

TEST_F(RecordedContactTest, pairs_of_a_frame_are_the_sum_of_its_points) {
    const RecordedContact contact(run, FrameSteps(2));
    ASSERT_EQ(contact.frames(), 11u);
    EXPECT_TRUE(contact.pairs(0).empty());
    int touching = 0;  // it bounces
    for (std::uint64_t frame = 1; frame < 11; ++frame) {
        Vec3 of_pairs = Vec3::zero(), of_points = Vec3::zero();
        for (const ContactForces::Pair& pair : contact.pairs(frame)) {
            EXPECT_GT(pair.force[1], 0.0) << "the ground pushes upwards";
            of_pairs += pair.force;
            ++touching;
        }
        const std::vector<Vec3> forces = contact.on_points(frame);
        for (int i = 0; i < 9; ++i) of_points += forces[i];
        EXPECT_LE(norm(of_points - of_pairs), 1e-9 * norm(of_pairs));
    }
    EXPECT_GE(touching, 3);
}

TEST_F(RecordedContactTest, reports_hold_the_pairs_and_forces_to_three_digits) {
    const RecordedContact contact(run, FrameSteps(2));
    const std::uint64_t chosen[] = {0, 4, 10, 12};
    std::string exact_bytes;
    for (const std::uint64_t frame : {0, 4, 10})
        append_contact_block(exact_bytes, contact.pairs(frame), contact.on_points(frame));
    append_contact_block(exact_bytes, {}, {});
    const std::string bytes = inflate_text(pack_contact(contact, chosen), exact_bytes.size());
    ASSERT_EQ(bytes.size(), exact_bytes.size());
    std::size_t at = 0;
    EXPECT_TRUE(read_contact_block(bytes, at).pairs.empty());
    for (const std::uint64_t frame : {4, 10}) {
        const ReadContactBlock block = read_contact_block(bytes, at);
        ASSERT_EQ(block.pairs.size(), 1u);
        EXPECT_FLOAT_EQ(block.pairs[0].force[1], contact.pairs(frame)[0].force[1]);
        const std::vector<Vec3> forces = contact.on_points(frame);
        ASSERT_FALSE(block.points.empty());
        for (std::size_t i = 0; i < block.points.size(); ++i) {
            const Vec3 exact = forces[block.points[i]];
            EXPECT_LT(norm(block.forces[i] - exact), 3e-4 * norm(exact));
        }
    }
    EXPECT_TRUE(read_contact_block(bytes, at).pairs.empty()) << "a frame that is not there yet";
    EXPECT_EQ(at, bytes.size());
}

TEST_F(RecordedContactTest, runs_that_recorded_none_have_none) {
    std::filesystem::remove(run.contact_force());
    const RecordedContact contact(run, FrameSteps(2));
    EXPECT_TRUE(contact.empty());
    EXPECT_EQ(contact.frames(), 0u);
    EXPECT_EQ(pack_contact(contact, std::vector<std::uint64_t>{0}), "");
}

TEST_F(RecordedContactTest, a_table_of_something_else_is_refused) {
    replace_file(run.contacts(), "step,time\n0,0\n");
    EXPECT_THAT(error_of([&] { RecordedContact(run, FrameSteps(2)); }), ::testing::HasSubstr("no table of contacts"));
}

}  // namespace
}  // namespace talweg::recorded_contact_test
