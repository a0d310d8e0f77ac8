#include "talweg/render/ray_cast.hpp"

#include <cmath>
#include <cstdint>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int tile = 16;  // pixels: rays of one tile meet the same few triangles

/// A number from 0 to 1 that looks random, and is the same for the same pixel (Wellons' 32-bit mixer, lowbias32).
double scatter(std::uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352dU;
    x = (x ^ x >> 15) * 0x846ca68bU;
    return (x ^ x >> 16) * 0x1p-32;
}

double fraction(double value) { return value - std::floor(value); }

/// 0.b₀b₁b₂… for i = …b₂b₁b₀ in binary.
double radical_inverse(std::uint32_t i) {
    double value = 0;
    for (double place = 0.5; i > 0; i >>= 1, place /= 2)
        if (i & 1) value += place;
    return value;
}

/// Steps of the sequence i·(1/g, 1/g²) mod 1, g³ = g + 1: it covers the square evenly at any length (Roberts 2018).
constexpr double step_x = 0.7548776662466927, step_y = 0.5698402909980532;

Rgb pixel_colour(const RayScene& scene, const Studio& studio, const Size& size, int x, int y, int samples) {
    const auto seed = 4u * (static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(size.width) + std::uint32_t(x));
    const double shift[4] = {scatter(seed), scatter(seed + 1), scatter(seed + 2), scatter(seed + 3)};
    Rgb sum = Rgb::zero();
    for (int i = 0; i < samples; ++i) {
        const double across = (i + 0.5) / samples, down = radical_inverse(std::uint32_t(i)) + 0.5 / samples;
        PictureRay ray;
        ray.u = 2.0 * (x + across) / size.width - 1.0;
        ray.v = 1.0 - 2.0 * (y + down) / size.height;
        ray.lamp = {fraction(shift[0] + i * step_x), fraction(shift[1] + i * step_y)};
        ray.sky = {fraction(shift[2] + i * step_x), fraction(shift[3] + i * step_y)};
        sum += studio.colour(scene, ray);
    }
    return sum / double(samples);
}

}  // namespace

Image ray_cast(const RayScene& scene, const Studio& studio, const Size& size, int samples) {
    Image image(size.width, size.height);
    const int columns = (size.width + tile - 1) / tile, rows = (size.height + tile - 1) / tile;
    parallel_each(0, columns * rows, [&](int number) {
        const int left = number % columns * tile, top = number / columns * tile;
        for (int y = top; y < std::min(top + tile, size.height); ++y)
            for (int x = left; x < std::min(left + tile, size.width); ++x)
                image.at(x, y) = pixel_of(pixel_colour(scene, studio, size, x, y, samples));
    });
    return image;
}

}  // namespace talweg
