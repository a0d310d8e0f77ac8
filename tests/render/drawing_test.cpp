#include "talweg/render/drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/threads.hpp"
#include "talweg/render/lettering.hpp"

namespace talweg::drawing_test {
namespace {

const Rgb black = Rgb::zero(), white{1, 1, 1};

/// How many pixels' worth of black a layer puts on white paper.
double ink(const Layer& layer, int width = 60, int height = 50) {
    Image image(width, height, {255, 255, 255});
    draw(image, {layer});
    double sum = 0;
    for (const Pixel& pixel : image.pixels) sum += (255.0 - pixel[0]) / 255.0;
    return sum;
}

TEST(Drawing, shapes_cover_their_area) {
    EXPECT_NEAR(ink({1.0, {triangle({Vec2{5.3, 4.1}, {40.7, 9.9}, {12.2, 44.6}}, {black, black, black})}}),
                0.5 * (35.4 * 40.5 - 5.8 * 6.9), 3.0);
    EXPECT_NEAR(ink({1.0, {disc({30.2, 24.7}, 20, black)}}), M_PI * 100, 2.0);
    EXPECT_NEAR(ink({1.0, {diamond({30.2, 24.7}, 20, black)}}), 200, 2.0);
    const double length = std::hypot(30, 17);
    EXPECT_NEAR(ink({1.0, {line({10, 10}, {40, 27}, 3, black, black)}}), 3 * length + M_PI * 2.25, 1.5);
    EXPECT_NEAR(ink({0.25, {disc({30.2, 24.7}, 20, black)}}), 25 * M_PI, 2.0);
}

TEST(Drawing, thin_level_lines_have_fine_grades) {
    for (const double width : {0.1, 0.3, 0.55, 1.0})
        EXPECT_NEAR(ink({1.0, {line({-5, 20.37}, {70, 20.37}, width, black, black)}}), 60 * width, 1.3) << width;
}

TEST(Drawing, neighbours_show_no_seam_and_overlaps_do_not_darken) {
    const auto tint = [](const std::vector<Shape>& shapes) {
        Image image(40, 40, {255, 255, 255});
        draw(image, {{0.2, shapes}});
        return image;
    };
    const Vec2 a{5, 5}, b{35, 7}, c{33, 36}, d{4, 34};
    const Shape one = triangle({a, b, c}, {black, black, black}), two = triangle({a, c, d}, {black, black, black});
    const Image both = tint({one, two, one});
    for (int k = 8; k < 32; ++k) EXPECT_EQ(both.at(k, k), (Pixel{204, 204, 204})) << k;  // along the common side
}

TEST(Drawing, colours_blend_along_lines_and_over_triangles) {
    Image image(60, 20, {255, 255, 255});
    draw(image, {{1.0, {line({0, 10}, {60, 10}, 8, {1, 0, 0}, {0, 0, 1})}}});
    EXPECT_GT(image.at(5, 10)[0], 230);
    EXPECT_GT(image.at(54, 10)[2], 230);
    EXPECT_EQ(image.at(29, 10)[0], srgb_byte(1 - 29.5 / 60));
    draw(image, {{1.0, {triangle({Vec2{0, 0}, {60, 0}, {0, 20}}, {white, black, black})}}});
    EXPECT_EQ(image.at(20, 3)[0], srgb_byte(1 - 20.5 / 60 - 3.5 / 20));
}

TEST(Drawing, the_last_shape_of_a_layer_lies_on_top) {
    Image image(20, 20, {255, 255, 255});
    draw(image, {{1.0, {disc({10, 10}, 12, black), disc({10, 10}, 12, {1, 0, 0})}}});
    EXPECT_EQ(image.at(10, 10), (Pixel{255, 0, 0}));
}

TEST(Drawing, ignores_what_is_outside_or_not_a_number) {
    const double nan = std::nan(""), far = 1e12;
    EXPECT_EQ(
        ink({1.0, {disc({-100, 10}, 20, black), disc({nan, 3}, 4, black), line({0, nan}, {1, 1}, 2, black, black)}}),
        0);
    EXPECT_NEAR(ink({1.0, {line({-far, 20}, {far, 20}, 2, black, black)}}), 120, 2.5);
}

TEST(Drawing, is_the_same_for_any_number_of_threads) {
    Layer layer{0.7};
    for (int k = 0; k < 200; ++k)
        layer.shapes.push_back(line({double(k % 17) * 12, 0.7 * k}, {200, double(k * 31 % 150)}, 1 + k % 3,
                                    body_colour(k), ramp_colour(k / 200.0)));
    const auto drawn = [&] {
        Image image(200, 150, {255, 255, 255});
        draw(image, {layer});
        return image;
    };
    EXPECT_EQ(testing::with_threads(1, drawn), testing::with_threads(4, drawn));
}

TEST(Lettering, fills_the_place_it_announces) {
    for (const std::string text : {"t = 0.25 s", "1.5e-3 m/s", "-67890", "speed"}) {
        Layer layer;
        add_text(layer, text, {10, 30}, 12, black);
        double left = 1e9, right = 0, top = 1e9;
        for (const Shape& stroke : layer.shapes) {
            left = std::min({left, stroke.a[0], stroke.b[0]});
            right = std::max({right, stroke.a[0], stroke.b[0]});
            top = std::min({top, stroke.a[1], stroke.b[1]});
        }
        EXPECT_NEAR(left, 10, 1.5) << text;
        EXPECT_NEAR(right, 10 + text_width(text, 12), 6.0) << text;
        EXPECT_LT(right, 10 + text_width(text, 12)) << text;
        EXPECT_GE(top, 18 - 1e-9) << text;
    }
}

TEST(Lettering, tells_all_characters_apart) {
    std::vector<Image> drawn;
    for (const char character : std::string("0123456789.-+=/esmtpd")) {
        Layer layer;
        add_text(layer, std::string(1, character), {5, 20}, 12, black);
        Image image(20, 30, {255, 255, 255});
        draw(image, {layer});
        for (const Image& other : drawn) EXPECT_NE(image, other) << character;
        drawn.push_back(image);
    }
}

}  // namespace
}  // namespace talweg::drawing_test
