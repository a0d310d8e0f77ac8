#include "talweg/format/deflate.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/inflate.hpp"

namespace talweg::deflate_test {
namespace {

std::string noise(std::size_t size) {
    std::mt19937 random(7);
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() & 0xff);
    return bytes;
}

TEST(Deflate, comes_back_as_it_was) {
    for (const std::string& text : {std::string("a"), std::string(100'000, 'z'), noise(300'000)})
        EXPECT_EQ(inflate_text(deflate_text(text), text.size()), text);
}

TEST(Deflate, of_nothing_is_a_stream_too) {
    const std::string stream = deflate_text("");
    EXPECT_GT(stream.size(), 0u);
    EXPECT_EQ(inflate_text(stream, 0), "");
}

TEST(Deflate, does_not_depend_on_how_the_bytes_came) {
    const std::string text = noise(200'000) + std::string(50'000, ' ');
    Deflate whole, pieces;
    const auto bytes = [](std::string_view part) {
        return std::span(reinterpret_cast<const unsigned char*>(part.data()), part.size());
    };
    whole.append(bytes(text));
    for (std::size_t at = 0; at < text.size(); at += 777) pieces.append(bytes(std::string_view(text).substr(at, 777)));
    const std::string stream = whole.finish();
    EXPECT_EQ(pieces.finish(), stream);
    EXPECT_EQ(inflate_text(stream, text.size()), text);
}

TEST(Deflate, says_how_large_it_has_become) {
    Deflate stream;
    const std::string text = noise(1'000'000);
    stream.append({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    EXPECT_GT(stream.size(), 700'000u);
    EXPECT_LE(stream.size(), stream.finish().size());
}

}  // namespace
}  // namespace talweg::deflate_test
