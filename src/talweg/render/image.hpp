/// A picture: rows of red, green and blue bytes in sRGB, the upper left pixel first.
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "talweg/render/colour.hpp"

namespace talweg {

using Pixel = std::array<unsigned char, 3>;

struct Image {
    int width = 0, height = 0;
    std::vector<Pixel> pixels;

    Image() = default;
    Image(int w, int h, Pixel fill = {}) : width(w), height(h), pixels(std::size_t(w) * std::size_t(h), fill) {}

    Pixel& at(int x, int y) { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    const Pixel& at(int x, int y) const { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    bool operator==(const Image&) const = default;
};

inline Pixel pixel_of(const Rgb& colour) { return {srgb_byte(colour[0]), srgb_byte(colour[1]), srgb_byte(colour[2])}; }

}  // namespace talweg
