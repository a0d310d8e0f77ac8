#include "talweg/geometry/read/source.hpp"

#include "geometry/test_files.hpp"

namespace talweg::source_test {
namespace {

using testing::contains;
using testing::error_of;

TEST(Source, HoldsTheWholeFile) {
    const testing::TemporaryFolder folder;
    const std::string bytes("a\0b\r\n\xff", 6);
    EXPECT_EQ(read::load_source(folder.write("f.bin", bytes)).bytes, bytes);
}

TEST(Source, SaysWhatIsWrongWithTheFileItself) {
    const testing::TemporaryFolder folder;
    EXPECT_TRUE(
        contains(error_of([&] { read::load_source(folder.path() / "no.obj"); }), "no.obj: there is no such file"));
    EXPECT_TRUE(contains(error_of([&] { read::load_source(folder.path()); }), "this is not a file"));
    const auto empty = folder.write("empty.obj", "");
    EXPECT_TRUE(contains(error_of([&] { read::load_source(empty); }), "the file is empty"));
}

TEST(Source, NamesLinesAndBytes) {
    const read::Source source{"dir/a.obj", "one\ntwo\nthree"};
    EXPECT_EQ(error_of([&] { source.fail_in_text(0, "m"); }), "dir/a.obj:1: m");
    EXPECT_EQ(error_of([&] { source.fail_in_text(4, "m"); }), "dir/a.obj:2: m");
    EXPECT_EQ(error_of([&] { source.fail_in_text(999, "m"); }), "dir/a.obj:3: m");
    EXPECT_EQ(error_of([&] { source.fail_in_binary(7, "m"); }), "dir/a.obj: byte 7: m");
    EXPECT_EQ(error_of([&] { source.fail("m"); }), "dir/a.obj: m");
}

}  // namespace
}  // namespace talweg::source_test
