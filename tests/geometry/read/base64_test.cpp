#include "talweg/geometry/read/base64.hpp"

#include <gtest/gtest.h>

namespace talweg::read::base64_test {
namespace {

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
}  // namespace talweg::read::base64_test
