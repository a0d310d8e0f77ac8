#include "talweg/render/png.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "render/decode_png.hpp"

namespace talweg::png_test {
namespace {

Image noise(int width, int height, int colours) {
    std::mt19937 random(7);
    Image image(width, height);
    for (Pixel& pixel : image.pixels)
        for (unsigned char& byte : pixel)
            byte =
                static_cast<unsigned char>(colours > 0 ? int(random() % unsigned(colours)) * 40 : int(random() % 256));
    return image;
}

/// A shaded ball on a gradient: what pictures are like.
Image ball() {
    Image image(120, 80);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const double u = (x - 60) / 30.0, v = (y - 40) / 30.0, inside = 1 - u * u - v * v;
            const double light = inside > 0 ? std::sqrt(inside) : 0;
            image.at(x, y) =
                inside > 0 ? pixel_of({0.1 * light, 0.5 * light, light}) : pixel_of(Rgb{1, 1, 1} * (y / 80.0));
        }
    return image;
}

TEST(Png, truecolour_reads_back) {
    for (const auto& [width, height] : {std::pair(1, 1), {3, 2}, {67, 45}}) {
        const Image image = noise(width, height, 0);
        EXPECT_EQ(decode_png(png_bytes(image)), image);
    }
    EXPECT_EQ(decode_png(png_bytes(ball())), ball());
}

TEST(Png, few_colours_become_a_palette) {
    const Image image = noise(80, 60, 3);  // 27 colours
    const std::string png = png_bytes(image);
    EXPECT_EQ(png[25], 3);  // the kind of colour in the header
    EXPECT_EQ(decode_png(png), image);
    EXPECT_LT(png.size(), 80u * 60u);
}

TEST(Png, filters_make_gradients_small) {
    Image gradient(256, 256);
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x)
            gradient.at(x, y) = {static_cast<unsigned char>(x), static_cast<unsigned char>(y), 128};
    EXPECT_LT(png_bytes(gradient).size(), 2500u);  // of 196,608 bytes
}

TEST(FewColours, keeps_to_the_number_and_close_to_the_picture) {
    const Image picture = ball();
    double before = 1e9;
    for (const int count : {4, 16, 64, 256}) {
        const Image reduced = with_few_colours(picture, count);
        EXPECT_LE(std::set<Pixel>(reduced.pixels.begin(), reduced.pixels.end()).size(), std::size_t(count));
        double error = 0;
        for (std::size_t i = 0; i < reduced.pixels.size(); ++i)
            for (int c = 0; c < 3; ++c) error += std::pow(double(reduced.pixels[i][c]) - picture.pixels[i][c], 2);
        error = std::sqrt(error / (3.0 * double(reduced.pixels.size())));
        EXPECT_LT(error, before);
        before = error;
    }
    EXPECT_LT(before, 1.0);  // with 256 colours, of 255 grades
}

TEST(FewColours, leaves_what_is_few) {
    const Image image = noise(40, 30, 3);
    EXPECT_EQ(with_few_colours(image, 27), image);
}

}  // namespace
}  // namespace talweg::png_test
