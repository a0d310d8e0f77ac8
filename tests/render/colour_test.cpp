#include "talweg/render/colour.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "places.hpp"
#include "talweg/format/file.hpp"

namespace talweg::colour_test {
namespace {

std::vector<double> numbers_after(const std::string& file, const std::string& start, char end) {
    const std::string text = read_whole_file(std::filesystem::path(TALWEG_SOURCE_DIR) / file);
    const std::size_t from = text.find(start);
    if (from == std::string::npos) return {};
    const std::string part = text.substr(from + start.size(), text.find(end, from) - from - start.size());
    std::vector<double> numbers;
    const std::regex number("[0-9.]+");
    for (std::sregex_iterator match(part.begin(), part.end(), number), none; match != none; ++match)
        numbers.push_back(std::stod(match->str()));
    return numbers;
}

void expect_near(const Rgb& a, const Rgb& b) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[c], b[c], 1e-12) << c;
}

TEST(Colour, hexadecimal_colours_are_those_of_srgb) {
    for (const auto& [text, bytes] :
         {std::pair{"#000000", std::array{0, 0, 0}}, {"#ffFFff", {255, 255, 255}}, {"#e8a33d", {0xe8, 0xa3, 0x3d}}}) {
        const auto colour = hexadecimal_colour(text);
        ASSERT_TRUE(colour) << text;
        for (int c = 0; c < 3; ++c) EXPECT_EQ(srgb_byte((*colour)[c]), bytes[c]) << text;
    }
    for (const char* text : {"", "red", "#fff", "#e8a33", "#e8a33d0", "e8a33d0", "#e8a3g1", "#+1+1+1", "#-1-1-1"})
        EXPECT_FALSE(hexadecimal_colour(text)) << text;
}

TEST(Colour, white_black_and_grey_of_oklab) {
    for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(oklch(1, 0, 0)[c], 1.0, 1e-6);
        EXPECT_NEAR(oklch(0.5, 0, 77)[c], 0.125, 1e-6);  // the cube of the lightness
        EXPECT_NEAR(oklch(0, 0, 0)[c], 0.0, 1e-12);
    }
    // sRGB's red, from Ottosson's table: lightness 0.628, a 0.225, b 0.126.
    const Rgb red = oklch(0.62796, std::hypot(0.22486, 0.12585), std::atan2(0.12585, 0.22486) * 180 / M_PI);
    EXPECT_NEAR(red[0], 1.0, 1e-3);
    EXPECT_NEAR(red[1], 0.0, 1e-3);
    EXPECT_NEAR(red[2], 0.0, 1e-3);
}

TEST(Colour, bodies_have_the_colours_of_the_page) {
    const std::vector<double> hues = numbers_after("web/src/colour/palette.ts", "const hues = [", ']');
    ASSERT_EQ(hues.size(), 6u);
    for (int body = 0; body < 6; ++body) expect_near(body_colour(body), oklch(0.64, 0.125, hues[body]));
    expect_near(body_colour(7), oklch(0.73, 0.125, hues[1]));
}

TEST(Colour, speeds_have_the_ramp_of_the_page) {
    const std::vector<double> stops = numbers_after("web/src/colour/ramp.ts", "ember: [", 'l');
    ASSERT_EQ(stops.size(), 18u);
    for (int k = 0; k < 6; ++k)
        expect_near(ramp_colour(k / 5.0), oklch(stops[3 * k], stops[3 * k + 1], stops[3 * k + 2]));
    // Between 315 and 5 degrees the hue goes the short way, over 340.
    expect_near(ramp_colour(0.3), oklch(0.555, 0.19, 340));
    expect_near(ramp_colour(-1), ramp_colour(0));
    expect_near(ramp_colour(2), ramp_colour(1));
    expect_near(ramp_colour(0.3, "ember"), ramp_colour(0.3));
}

TEST(Colour, the_ramp_grows_lighter) {
    double before = 0;
    for (int k = 0; k <= 50; ++k) {
        const Rgb c = ramp_colour(k / 50.0);
        const double luminance = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
        EXPECT_GT(luminance, before) << k;
        before = luminance;
    }
}

TEST(Colour, bytes_follow_the_srgb_curve) {
    EXPECT_EQ(srgb_byte(-1), 0);
    EXPECT_EQ(srgb_byte(0.002), 7);     // the straight part: 12.92 · 0.002 · 255
    EXPECT_EQ(srgb_byte(0.2140), 127);  // the half of the scale
    EXPECT_EQ(srgb_byte(1), 255);
    EXPECT_EQ(srgb_byte(7), 255);
}

TEST(Colour, maps_differ_and_those_that_go_one_way_get_lighter_all_the_way) {
    EXPECT_EQ(colour_map_names(), (std::vector<std::string>{"ember", "lagoon", "grey", "blue-red"}));
    const auto light = [](const Rgb& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
    for (const char* map : {"ember", "lagoon", "grey"})
        for (int k = 0; k < 50; ++k)
            EXPECT_LT(light(ramp_colour(k / 50.0, map)), light(ramp_colour((k + 1) / 50.0, map))) << map << " " << k;
    const Rgb grey = ramp_colour(0.4, "grey"), middle = ramp_colour(0.5, "blue-red");
    EXPECT_NEAR(grey[0], grey[2], 1e-6);
    EXPECT_GT(light(middle), 0.85) << "white between blue and red";
    EXPECT_GT(ramp_colour(0.0, "blue-red")[2], ramp_colour(0.0, "blue-red")[0] + 0.1);
    EXPECT_GT(ramp_colour(1.0, "blue-red")[0], ramp_colour(1.0, "blue-red")[2] + 0.1);
}

}  // namespace
}  // namespace talweg::colour_test
