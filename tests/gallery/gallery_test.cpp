/// Every scene of the gallery runs to its end and meets the numbers written in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "places.hpp"
#include "record/temporary_directory.hpp"
#include "talweg/record/simulate.hpp"
#include "talweg/scene/read_scene.hpp"

namespace talweg {
namespace {

std::vector<std::filesystem::path> gallery() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(TALWEG_SOURCE_DIR "/scenes"))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

class Gallery : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Gallery, meets_its_expected_numbers) {
    const Scene scene = read_scene(GetParam());
    EXPECT_FALSE(scene.title.empty());
    EXPECT_FALSE(scene.description.empty());
    EXPECT_FALSE(scene.expect.empty());
    const TemporaryDirectory directory;
    const RunClaim claim(directory / "run", RunMode::fresh);
    const RunSummary summary = simulate(scene, build_model(scene), claim, {});
    EXPECT_EQ(summary.ended, "finished") << summary.advice;
    for (const ExpectationResult& result : summary.expectations) EXPECT_TRUE(result.met()) << describe(result);
}

INSTANTIATE_TEST_SUITE_P(scenes, Gallery, testing::ValuesIn(gallery()),
                         [](const auto& each) { return each.param.stem().string(); });

}  // namespace
}  // namespace talweg
