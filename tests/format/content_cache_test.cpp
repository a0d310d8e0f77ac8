#include "talweg/format/content_cache.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "support/temporary_directory.hpp"

namespace talweg::content_cache_test {
namespace {

Sha256 key(const std::string& text) {
    Sha256 made;
    made.add(text);
    return made;
}

std::vector<double> numbers() {
    std::vector<double> all(1000);
    std::iota(all.begin(), all.end(), 0.25);
    return all;
}

/// FIPS 180-4, examples: one block, two blocks, none.
TEST(Sha256, IsTheStandards) {
    EXPECT_EQ(hexadecimal(key("abc").value()), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hexadecimal(key("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").value()),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hexadecimal(key("").value()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    Sha256 parts;
    for (const char letter : std::string("abc")) parts.add(std::string(1, letter));
    EXPECT_EQ(parts.value(), key("abc").value());
}

TEST(ContentCache, GivesBackWhatWasKeptForTheSameContent) {
    TemporaryDirectory folder;
    const ContentCache cache(folder / "cache");
    EXPECT_FALSE(cache.find(key("bar")));
    cache.keep(key("bar"), numbers());
    EXPECT_EQ(cache.find(key("bar")), numbers());
    EXPECT_FALSE(cache.find(key("baz")));
}

std::filesystem::path only_file(const std::filesystem::path& folder) {
    return std::filesystem::directory_iterator(folder)->path();
}

TEST(ContentCache, DoesNotLookAtWhatIsDamagedOrForeign) {
    TemporaryDirectory folder;
    const ContentCache cache(folder / "cache");
    cache.keep(key("bar"), numbers());
    const std::filesystem::path file = only_file(cache.folder());
    const auto size = std::filesystem::file_size(file);
    // A bit in its numbers, in its number of numbers, and a file that is cut short or longer.
    for (const std::uint64_t place : {size - 3, std::uintmax_t(72), std::uintmax_t(0)}) {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(static_cast<std::streamoff>(place));
        stream.put('\x5a');
        stream.close();
        EXPECT_FALSE(cache.find(key("bar"))) << place;
        cache.keep(key("bar"), numbers());
        EXPECT_TRUE(cache.find(key("bar")));
    }
    std::filesystem::resize_file(file, size - 8);
    EXPECT_FALSE(cache.find(key("bar")));
    std::filesystem::resize_file(file, size + 8);
    EXPECT_FALSE(cache.find(key("bar")));
    // One of another key under this name.
    cache.keep(key("baz"), numbers());
    for (const auto& entry : std::filesystem::directory_iterator(cache.folder()))
        if (entry.path() != file)
            std::filesystem::copy_file(entry.path(), file, std::filesystem::copy_options::overwrite_existing);
    EXPECT_FALSE(cache.find(key("bar")));
}

TEST(ContentCache, FollowsNoLinks) {
    TemporaryDirectory folder;
    const ContentCache cache(folder / "cache");
    cache.keep(key("bar"), numbers());
    const std::filesystem::path file = only_file(cache.folder());
    std::filesystem::rename(file, folder / "elsewhere");
    std::filesystem::create_symlink(folder / "elsewhere", file);
    EXPECT_FALSE(cache.find(key("bar")));
    std::filesystem::create_directory_symlink(folder / "cache", folder / "link");
    EXPECT_FALSE(ContentCache(folder / "link").find(key("bar")));
    // Nor is a folder used that others can write to.
    std::filesystem::remove(file);
    cache.keep(key("bar"), numbers());
    ASSERT_TRUE(cache.find(key("bar")));
    std::filesystem::permissions(cache.folder(), std::filesystem::perms::all);
    EXPECT_FALSE(cache.find(key("bar")));
}

TEST(ContentCache, IsWhereTheUserWantsItOrOff) {
    setenv("TALWEG_CACHE", "/somewhere/else", 1);
    EXPECT_EQ(ContentCache::of_user().folder(), "/somewhere/else");
    setenv("TALWEG_CACHE", "off", 1);
    EXPECT_TRUE(ContentCache::of_user().folder().empty());
    ContentCache::of_user().keep(key("bar"), numbers());
    EXPECT_FALSE(ContentCache::of_user().find(key("bar")));
    unsetenv("TALWEG_CACHE");
    setenv("XDG_CACHE_HOME", "/var/mine", 1);
    EXPECT_EQ(ContentCache::of_user().folder(), "/var/mine/talweg");
    unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace talweg::content_cache_test
