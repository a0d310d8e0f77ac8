#include "talweg/sweep/study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/scene/text/parse_document.hpp"

namespace talweg::study_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Studies : public testing::Test {
protected:
    TemporaryDirectory directory;

    void SetUp() override {
        replace_file(directory / "net.json", std::string_view(R"({"time": {"step": 0.01, "frames": 3}, "planar": true,
            "bodies": [{"name": "net", "shape": {"type": "grid", "size": [1, 1], "cells": [2, 2]}, "density": 10,
                        "energies": [{"type": "spring", "stiffness": 1e3}]}]})"));
    }
    Study make(const std::string& rest) const {
        return Study::make(parse_document("{\"scene\": \"net.json\",\n" + rest + "}", "study.json"), directory.path());
    }
    std::string problem(const std::string& rest) const {
        return error_of([&] { make(rest).check(); });
    }
};

TEST_F(Studies, combine_each_with_each_and_the_last_changes_fastest) {
    const Study study = make(R"("set": {"time.frames": 7}, "vary": [
        {"key": "bodies[0].density", "values": [1, 2]},
        {"key": "bodies[0].energies[0].stiffness", "from": 100, "to": 300, "by": 100, "name": "k"}])");
    ASSERT_EQ(study.size(), 6u);
    EXPECT_EQ(study.describe(0), "bodies[0].density=1, k=100");
    EXPECT_EQ(study.describe(1), "bodies[0].density=1, k=200");
    EXPECT_EQ(study.describe(5), "bodies[0].density=2, k=300");
    const Scene scene = study.scene(4);
    EXPECT_EQ(scene.bodies[0].density, 2);
    EXPECT_EQ(scene.time.frames, 7);
    EXPECT_EQ(study.value(4, 1), 200);
}

TEST_F(Studies, walk_lists_side_by_side) {
    const Study study = make(R"("together": true, "vary": [
        {"key": "time.step", "values": [0.01, 0.005]}, {"key": "time.frames", "values": [10, 20]}])");
    ASSERT_EQ(study.size(), 2u);
    EXPECT_EQ(study.describe(1), "time.step=0.005, time.frames=20");
    EXPECT_THAT(problem(R"("together": true, "vary": [{"key": "time.step", "values": [0.01, 0.005]},
                           {"key": "time.frames", "values": [10]}])"),
                HasSubstr("vary[1] has 1 values, but 2 before it"));
}

TEST_F(Studies, sample_within_every_combination_and_set_several_keys_alike) {
    const Study study = make(R"("sample": {"count": 5, "seed": 3}, "vary": [
        {"key": "bodies[0].shape.cells[0]", "also": ["bodies[0].shape.cells[1]"], "values": [1, 2]},
        {"key": "bodies[0].density", "from": 10, "to": 1000, "scale": "log"}])");
    ASSERT_EQ(study.size(), 10u);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(study.value(i, 1), study.value(i + 5, 1));
        EXPECT_GE(study.value(i, 1).get<double>(), 10);
        EXPECT_LT(study.value(i, 1).get<double>(), 1000);
    }
    EXPECT_NO_THROW(study.check());
}

TEST_F(Studies, with_mistakes_say_where_and_what) {
    EXPECT_THAT(problem(R"("vary": [{"key": "bodies[0].densty", "values": [1]}])"),
                AllOf(HasSubstr("study.json:2 (bodies[0].densty=1): "), HasSubstr("did you mean \"density\"?"),
                      HasSubstr("(run 0 of 1: bodies[0].densty=1)")));
    EXPECT_THAT(problem(R"("vary": [{"key": "bodies[3].density", "values": [1]}])"), HasSubstr("there is no [3]"));
    EXPECT_THAT(problem(R"("vary": [{"key": "bodies[0].density", "values": [1, -1]}])"),
                AllOf(HasSubstr("must be greater than 0"), HasSubstr("(run 1 of 2")));
    EXPECT_THAT(problem(R"("vary": [])"), HasSubstr("vary must have at least 1 entry, but has 0"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step", "values": []}])"),
                HasSubstr("vary[0].values must have at least 1 entry"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step", "from": 2, "to": 1, "count": 3}])"),
                HasSubstr("vary[0] is upside down: from 2 to 1"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step", "from": 0, "to": 1, "count": 3, "scale": "log"}])"),
                HasSubstr("needs from greater than 0"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step", "from": 1, "to": 2}])"), HasSubstr("\"sample\": {\"count\""));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step"}])"), HasSubstr("vary[0] needs values, or from and to"));
    EXPECT_THAT(problem(R"("sample": {"count": 3}, "vary": [{"key": "time.step", "values": [1]}])"),
                HasSubstr("sample has nothing to sample"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step", "values": [1]}, {"key": "time.step", "values": [2]}])"),
                HasSubstr("sets \"time.step\", which is set already"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.step", "values": [1]}], "vari": 1)"),
                HasSubstr("unknown key \"vari\" in the study; did you mean \"vary\"?"));
    EXPECT_THAT(problem(R"("vary": [{"key": "time.frames", "from": 1, "to": 100000, "by": 1},
                           {"key": "time.step", "values": [1, 2]}])"),
                HasSubstr("makes 200000 runs; the most is 100000"));
    EXPECT_THAT(error_of([&] {
                    Study::make(parse_document(R"({"scene": "n.json", "vary": [{"key": "a", "values": [1]}]})", "s"),
                                directory.path());
                }),
                AllOf(HasSubstr("n.json: there is no such file"), HasSubstr("names as its scene")));
}

}  // namespace
}  // namespace talweg::study_test
