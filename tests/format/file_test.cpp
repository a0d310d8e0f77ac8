#include "talweg/format/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"

namespace talweg::file_test {
namespace {

using ::testing::HasSubstr;

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(File, writes_at_places_and_shortens) {
    const TemporaryDirectory directory;
    File file = File::create(directory / "a");
    file.write_at(0, bytes("hello world"));
    file.write_at(6, bytes("there"));
    EXPECT_EQ(read_whole_file(file.path()), "hello there");
    file.truncate(5);
    EXPECT_EQ(file.size(), 5u);
    File again = File::open(file.path());
    again.write_at(5, bytes("!"));
    EXPECT_EQ(read_whole_file(file.path()), "hello!");
}

TEST(File, moves_its_descriptor) {
    const TemporaryDirectory directory;
    File a = File::create(directory / "a"), b = File::create(directory / "b");
    a = std::move(b);
    a.write_at(0, bytes("b"));
    EXPECT_EQ(read_whole_file(directory / "b"), "b");
    EXPECT_EQ(read_whole_file(directory / "a"), "");
}

TEST(File, says_that_the_disk_is_full) {
    File file = File::open("/dev/full");
    const std::string message = error_of([&] { file.write_at(0, bytes("x")); });
    EXPECT_THAT(message, HasSubstr("cannot write /dev/full: No space left on device; free some space"));
}

TEST(File, keeps_what_was_there_when_the_disk_fills_up) {
    const TemporaryDirectory directory;
    File file = File::create(directory / "a");
    file.write_at(0, bytes("1234567"));
    const FileSizeLimit limit(8);
    EXPECT_THAT(error_of([&] { file.write_at(7, bytes("890")); }), HasSubstr("File too large"));
    EXPECT_EQ(read_whole_file(file.path()).substr(0, 7), "1234567");
}

TEST(File, names_a_missing_directory_and_a_missing_file) {
    const TemporaryDirectory directory;
    EXPECT_THAT(error_of([&] { File::create(directory / "none/a"); }), HasSubstr("cannot create"));
    EXPECT_THAT(error_of([&] { File::open(directory / "none"); }), HasSubstr("No such file"));
    EXPECT_THAT(error_of([&] { read_whole_file(directory / "none"); }), HasSubstr("cannot read"));
    EXPECT_THAT(error_of([&] { read_whole_file(directory.path()); }), HasSubstr("no plain file"));
}

TEST(ReplaceFile, gives_the_new_content_or_leaves_the_old) {
    const TemporaryDirectory directory;
    const auto path = directory / "a";
    replace_file(path, std::string_view("old"));
    replace_file(path, std::string_view("newer"), true);
    EXPECT_EQ(read_whole_file(path), "newer");
    {
        const FileSizeLimit limit(16);
        EXPECT_THAT(error_of([&] { replace_file(path, std::string(100, 'x')); }), HasSubstr("File too large"));
    }
    EXPECT_EQ(read_whole_file(path), "newer");
    EXPECT_FALSE(std::filesystem::exists(directory / "a.part"));
}

TEST(ReadWholeFile, reads_plain_files_only) {
    const TemporaryDirectory directory;
    replace_file(directory / "file", std::string_view("content"));
    std::filesystem::create_symlink(directory / "file", directory / "link");
    ASSERT_EQ(::mkfifo((directory / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(read_whole_file(directory / "file"), "content");
    for (const char* name : {"link", "pipe", "."}) EXPECT_THROW(read_whole_file(directory / name), Error) << name;
}

TEST(ReadWholeFile, reads_more_than_one_chunk) {
    const TemporaryDirectory directory;
    const std::string content(200'000, 'x');
    replace_file(directory / "a", content);
    EXPECT_EQ(read_whole_file(directory / "a"), content);
}

}  // namespace
}  // namespace talweg::file_test
