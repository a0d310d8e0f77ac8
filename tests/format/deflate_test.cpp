#include "talweg/format/deflate.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/inflate.hpp"
#include "support/threads.hpp"

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

/// Numbers that change slowly, as frames do: several portions of several chunks, the last one begun.
std::string slow_numbers() {
    std::string text;
    for (int k = 0; k < 300'000; ++k) text += std::to_string(k / 7) + ' ';
    return text;
}

TEST(Deflate, is_the_same_for_any_number_of_threads) {
    const std::string text = slow_numbers();
    ASSERT_GT(text.size(), 1'700'000u);
    const std::string one = testing::with_threads(1, [&] { return deflate_text(text); });
    EXPECT_EQ(inflate_text(one, text.size()), text);
    for (const int threads : {2, 3}) EXPECT_EQ(testing::with_threads(threads, [&] { return deflate_text(text); }), one);
}

TEST(Deflate, loses_little_by_chunks) {
    const std::string text = slow_numbers();
    uLongf whole = compressBound(text.size());
    std::string at_once(whole, '\0');
    ASSERT_EQ(compress2(reinterpret_cast<Bytef*>(at_once.data()), &whole, reinterpret_cast<const Bytef*>(text.data()),
                        text.size(), 9),
              Z_OK);
    EXPECT_LT(double(deflate_text(text).size()), 1.01 * double(whole));
}

TEST(Deflate, ends_at_the_border_of_chunks_too) {
    for (const std::size_t size : {128u << 10, 1024u << 10, (1024u << 10) + 1, 2048u << 10}) {
        const std::string text = noise(size);
        EXPECT_EQ(inflate_text(deflate_text(text), size), text) << size;
    }
}

TEST(Deflate, says_how_large_it_has_become) {
    Deflate stream;
    const std::string text = noise(4'000'000);
    stream.append({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    EXPECT_GT(stream.size(), 2'900'000u);
    EXPECT_LE(stream.size(), stream.finish().size());
}

}  // namespace
}  // namespace talweg::deflate_test
