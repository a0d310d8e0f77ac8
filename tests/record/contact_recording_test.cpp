#include "talweg/record/contact_recording.hpp"

#include <gmock/gmock.h>

#include "support/temporary_directory.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::contact_recording_test {
namespace {

class ContactRecordingTest : public ::testing::Test {
protected:
    static World world(const std::string& contact) {
        return build_model(parse_scene(R"({ "planar": true, "time": { "step": 0.01 }, )" + contact + R"(
          "bodies": [{ "name": "a", "shape": { "type": "grid", "size": [1, 1], "cells": [1, 1] }, "density": 1 }] })",
                                       "scene.json", ".", {}));
    }
    static StepReport touching(double force) {
        StepReport report;
        report.contact.pairs = {{0, 1, 2, {0, force, 0}}};
        report.contact.on_point.assign(4, Vec3{0, 0.25 * force, 0});
        return report;
    }
    const TemporaryDirectory directory;
    const RunDirectory run{directory.path()};
};

TEST_F(ContactRecordingTest, ReadsBackAndGoesOnWhereACheckpointWas) {
    const World w = world(R"("contact": {},)");
    State state = w.state;
    RunMark mark;
    {
        ContactRecording recording = ContactRecording::create(run, w.model, true);
        recording.add_frame();
        recording.add_step(state, touching(8.0));
        recording.add_frame();
        recording.flush();
        mark.frames = 2;
        mark.contacts_csv_bytes = recording.table_bytes();
        recording.add_step(state, touching(80.0));
        recording.add_frame();
        recording.flush();
    }
    ContactRecording recording = ContactRecording::resume(run, w.model, true, mark);
    state.step = 7;
    recording.add_step(state, touching(4.0));
    recording.add_frame();
    recording.flush();
    const CsvTable table = read_csv(run.contacts());
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(table.rows[1], (std::vector<double>{7, 0, 0, 1, 2, 0, 4, 0}));
    const FrameReader frames(run.contact_force());
    ASSERT_EQ(frames.frames(), 3u);
    EXPECT_EQ(frames.read(0)[3], Vec3::zero()) << "nothing is known of what led to the start";
    EXPECT_EQ(frames.read(1)[3], (Vec3{0, 2, 0}));
    EXPECT_EQ(frames.read(2)[3], (Vec3{0, 1, 0}));
}

TEST_F(ContactRecordingTest, WithoutContactThereIsNothingToRecord) {
    EXPECT_THAT(error_of([&] { ContactRecording::create(run, world("").model, true); }),
                ::testing::HasSubstr("leave record.contact out"));
}

TEST_F(ContactRecordingTest, UnaskedItLeavesNoFiles) {
    ContactRecording recording = ContactRecording::create(run, world(R"("contact": {},)").model, false);
    recording.add_step({}, touching(1.0));
    recording.add_frame();
    recording.flush();
    EXPECT_FALSE(std::filesystem::exists(run.contacts()));
    EXPECT_FALSE(std::filesystem::exists(run.contact_force()));
}

}  // namespace
}  // namespace talweg::contact_recording_test
