#include "talweg/export/npz_writer.hpp"

#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/geometry/read/npz.hpp"

namespace talweg::npz_writer_test {
namespace {

TEST(NpzWriter, arrays_may_come_in_pieces_or_be_empty) {
    const TemporaryDirectory directory;
    const auto path = directory / "a.npz";
    const std::vector<double> numbers = {1.5, -2, 1e300, 0.1};
    {
        NpzWriter writer(path);
        writer.begin("pieces", "<f8", {4});
        writer.append(std::span(numbers).first(1));
        writer.append(std::span(numbers).subspan(1, 0));
        writer.append(std::span(numbers).subspan(1));
        writer.end();
        writer.add("nothing", "<i4", {0, 3}, std::span<const std::int32_t>());
        writer.add("big", "<i4", {1 << 19}, std::span<const std::int32_t>(std::vector<std::int32_t>(1 << 19, -7)));
        EXPECT_FALSE(std::filesystem::exists(path)) << "not before it is complete";
        writer.finish();
    }
    const read::Source source = read::load_source(path);
    const read::Npz archive(source);
    EXPECT_EQ(archive.names(), (std::vector<std::string>{"pieces", "nothing", "big"}));
    EXPECT_EQ(archive.read("pieces").values, numbers);
    EXPECT_EQ(archive.read("nothing").shape, (std::vector<std::uint64_t>{0, 3}));
    EXPECT_EQ(archive.read("big").values, std::vector<double>(1 << 19, -7.0));
}

TEST(NpzWriter, leaves_nothing_behind_when_it_is_not_finished) {
    const TemporaryDirectory directory;
    {
        NpzWriter writer(directory / "a.npz");
        writer.begin("x", "<f8", {1});
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

}  // namespace
}  // namespace talweg::npz_writer_test
