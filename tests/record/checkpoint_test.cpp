#include "talweg/record/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"

namespace talweg::checkpoint_test {
namespace {

using ::testing::HasSubstr;

RunMark some_mark() {
    return {77,   12,   13,   1000,
            2000, 3000, 4000, {40, 3, 2, 1, 5, 1e-3, 0.75, 1e-4, 1e-5, 1.5, 0.5, 0.25, 0.125, 0.375, 0.0625}};
}

std::vector<std::byte> some_state(std::size_t size) {
    std::vector<std::byte> state(size);
    for (std::size_t i = 0; i < size; ++i) state[i] = static_cast<std::byte>(i * 37);
    return state;
}

TEST(Checkpoint, reads_back_exactly) {
    const TemporaryDirectory directory;
    for (const std::size_t size : {0u, 1u, 1000u}) {
        write_checkpoint(directory / "c.bin", some_mark(), some_state(size), some_state(size / 2), size == 1);
        const Checkpoint back = read_checkpoint(directory / "c.bin");
        EXPECT_EQ(back.state, some_state(size));
        EXPECT_EQ(back.solver, some_state(size / 2));
        EXPECT_EQ(back.mark.scene_digest, 77u);
        EXPECT_EQ(back.mark.step, 12u);
        EXPECT_EQ(back.mark.frames, 13u);
        EXPECT_EQ(back.mark.steps_csv_bytes, 1000u);
        EXPECT_EQ(back.mark.newton_csv_bytes, 2000u);
        EXPECT_EQ(back.mark.contacts_csv_bytes, 3000u);
        EXPECT_EQ(back.mark.totals.newton_iterations, 40u);
        EXPECT_EQ(back.mark.totals.largest_force_error, 0.75);
        EXPECT_EQ(back.mark.totals.largest_imbalance, 1e-4);
        EXPECT_EQ(back.mark.totals.largest_fall, 1e-5);
        EXPECT_EQ(back.mark.totals.record, 0.0625);
    }
}

TEST(Checkpoint, any_damage_is_noticed) {
    const TemporaryDirectory directory;
    const auto path = directory / "c.bin";
    write_checkpoint(path, some_mark(), some_state(64), some_state(40), false);
    const std::string good = read_whole_file(path);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 4);
        replace_file(path, bad);
        EXPECT_THAT(error_of([&] { read_checkpoint(path); }), HasSubstr("--overwrite")) << i;
        replace_file(path, good.substr(0, i));
        EXPECT_THAT(error_of([&] { read_checkpoint(path); }), HasSubstr("--overwrite")) << i;
    }
    replace_file(path, good + "x");
    EXPECT_THAT(error_of([&] { read_checkpoint(path); }), HasSubstr("damaged"));
}

TEST(Checkpoint, a_full_disk_leaves_the_previous_one) {
    const TemporaryDirectory directory;
    const auto path = directory / "c.bin";
    write_checkpoint(path, some_mark(), some_state(64), some_state(40), false);
    const FileSizeLimit limit(300);
    EXPECT_THAT(error_of([&] { write_checkpoint(path, some_mark(), some_state(1000), {}, false); }),
                HasSubstr("c.bin"));
    EXPECT_EQ(read_checkpoint(path).state, some_state(64));
}

}  // namespace
}  // namespace talweg::checkpoint_test
