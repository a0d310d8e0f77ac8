#include "talweg/format/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace talweg::digest_test {
namespace {

std::uint64_t of(const std::string& text) { return digest(std::as_bytes(std::span(text))); }

TEST(Digest, every_single_bit_and_every_length_matters) {
    std::set<std::uint64_t> seen;
    for (int length = 0; length < 40; ++length) seen.insert(of(std::string(static_cast<std::size_t>(length), '\0')));
    std::string text(33, '\0');
    for (char& byte : text) {
        for (int bit = 0; bit < 8; ++bit) {
            byte = static_cast<char>(1 << bit);
            seen.insert(of(text));
        }
        byte = 0;
    }
    EXPECT_EQ(seen.size(), 40u + 33u * 8u);
}

TEST(Digest, order_matters) { EXPECT_NE(of("abcdefgh12345678"), of("12345678abcdefgh")); }

TEST(Digest, never_changes_from_version_to_version) {
    EXPECT_EQ(to_hex(of("")), "9c60c221ee26db5c");
    EXPECT_EQ(to_hex(of("talweg")), "781a1fb78c8f9645");
}

TEST(Digest, hex_has_sixteen_digits) { EXPECT_EQ(to_hex(0xab), "00000000000000ab"); }

}  // namespace
}  // namespace talweg::digest_test
