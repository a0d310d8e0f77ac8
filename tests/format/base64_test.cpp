#include "talweg/format/base64.hpp"

#include <gtest/gtest.h>

namespace talweg::base64_test {
namespace {

std::string base64(std::string_view bytes) {
    std::string text;
    append_base64(text, bytes);
    return text;
}

// The examples of RFC 4648, section 10.
TEST(Base64, agrees_with_the_standard) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foob"), "Zm9vYg==");
    EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, takes_every_byte) {
    EXPECT_EQ(base64(std::string("\x00\xff\xfe", 3)), "AP/+");
    EXPECT_EQ(base64(std::string("\xfb\xef\xbe", 3)), "++++");
}

TEST(Base64, appends_and_knows_its_size) {
    std::string text = "data:";
    append_base64(text, "foob");
    EXPECT_EQ(text, "data:Zm9vYg==");
    for (std::size_t bytes = 0; bytes < 20; ++bytes)
        EXPECT_EQ(base64(std::string(bytes, 'x')).size(), base64_size(bytes));
}

TEST(Base64, DecodesTheTestVectorsOfRfc4648) {
    EXPECT_EQ(decode_base64(""), "");
    EXPECT_EQ(decode_base64("Zg=="), "f");
    EXPECT_EQ(decode_base64("Zm8="), "fo");
    EXPECT_EQ(decode_base64("Zm9v"), "foo");
    EXPECT_EQ(decode_base64("Zm9vYg=="), "foob");
    EXPECT_EQ(decode_base64("Zm9vYmE="), "fooba");
    EXPECT_EQ(decode_base64(" Zm9v\nYmFy "), "foobar");
    EXPECT_EQ(decode_base64("+/+/"), std::string("\xfb\xff\xbf"));
}

TEST(Base64, ReadsOnAfterPaddingAndStopsWhereAsked) {
    EXPECT_EQ(decode_base64("Zm8=YmFy"), "fobar");
    EXPECT_EQ(decode_base64("Zm9vYmFy", 4), "foob");
    EXPECT_EQ(decode_base64("Zm9vYmFy", 0), "");
    EXPECT_EQ(decode_base64("Zm9v????", 3), "foo");
    EXPECT_EQ(decode_base64("Zm9vYg", 100), "foob");
}

TEST(Base64, RefusesOtherText) {
    EXPECT_EQ(decode_base64("Zm9?"), std::nullopt);
    EXPECT_EQ(decode_base64("Zg=o"), std::nullopt);
    EXPECT_EQ(decode_base64("Zm9vY"), std::nullopt);
    EXPECT_EQ(decode_base64("===="), std::nullopt);
}

}  // namespace
}  // namespace talweg::base64_test
