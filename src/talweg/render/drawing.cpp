#include "talweg/render/drawing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int band_height = 32;  // rows that one thread draws
constexpr int sample_count = 64;
constexpr std::uint64_t all_samples = ~std::uint64_t{0};

/// Hammersley's set: no two samples share a row or a column, so that also level edges have 64 grades.
std::array<Vec2, sample_count> make_samples() {
    std::array<Vec2, sample_count> samples;
    for (int i = 0; i < sample_count; ++i) {
        int reversed = 0;
        for (int bit = 0; bit < 6; ++bit) reversed |= (i >> bit & 1) << (5 - bit);
        samples[i] = {(i + 0.5) / sample_count, (reversed + 0.5) / sample_count};
    }
    return samples;
}
const std::array<Vec2, sample_count> samples = make_samples();

double cross2(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }

/// Weights of the corners at p, or of the ends of a line; they add up to 1.
std::array<double, 3> weights(const Shape& s, const Vec2& p) {
    if (s.kind == Shape::triangle) {
        const double area = cross2(s.b - s.a, s.c - s.a);
        if (area == 0) return {1, 0, 0};
        const double b = cross2(p - s.a, s.c - s.a) / area, c = cross2(s.b - s.a, p - s.a) / area;
        return {1 - b - c, b, c};
    }
    if (s.kind == Shape::line) {
        const Vec2 along = s.b - s.a;
        const double size = norm_squared(along);
        const double t = size > 0 ? std::clamp(dot(p - s.a, along) / size, 0.0, 1.0) : 0.0;
        return {1 - t, t, 0};
    }
    return {1, 0, 0};
}

bool inside(const Shape& s, const Vec2& p) {
    if (s.kind == Shape::triangle) {
        const double x = cross2(s.b - s.a, p - s.a), y = cross2(s.c - s.b, p - s.b), z = cross2(s.a - s.c, p - s.c);
        return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
    }
    const Vec2 d = p - s.a;
    if (s.kind == Shape::diamond) return std::abs(d[0]) + std::abs(d[1]) <= s.radius;
    if (s.kind == Shape::disc) return norm_squared(d) <= s.radius * s.radius;
    return norm_squared(d - (s.b - s.a) * weights(s, p)[1]) <= s.radius * s.radius;
}

Rgb colour_at(const Shape& s, const Vec2& p) {
    std::array<double, 3> w = weights(s, p);
    double sum = 0;
    for (double& weight : w) sum += weight = std::max(0.0, weight);
    return (s.at_a * w[0] + s.at_b * w[1] + s.at_c * w[2]) / sum;
}

struct Extent {
    Vec2 low, high;
};

Extent extent(const Shape& s) {
    Extent e{s.a, s.a};
    const int places = s.kind == Shape::triangle ? 3 : s.kind == Shape::line ? 2 : 1;
    const Vec2 all[3] = {s.a, s.b, s.c};
    for (int k = 0; k < places; ++k)
        for (int axis = 0; axis < 2; ++axis) {
            e.low[axis] = std::min(e.low[axis], all[k][axis] - s.radius);
            e.high[axis] = std::max(e.high[axis], all[k][axis] + s.radius);
        }
    return e;
}

/// Some rows of the picture while a layer is drawn: which samples it covers, and the sum of their colours.
class Band {
public:
    Band(int width, int top, int bottom)
        : width_(width),
          top_(top),
          bottom_(bottom),
          covered_(std::size_t(width * (bottom - top))),
          sums_(covered_.size(), Rgb::zero()) {}

    void add(const Shape& shape) {
        const Extent e = extent(shape);
        if (!std::isfinite(e.low[0] + e.high[0] + e.low[1] + e.high[1])) return;
        const auto first = [](double at, int least) { return int(std::clamp(std::floor(at), double(least), 1e9)); };
        const auto last = [](double at, int most) { return int(std::clamp(std::ceil(at), -1e9, double(most))); };
        const int left = first(e.low[0], 0), right = last(e.high[0], width_);
        for (int y = first(e.low[1], top_); y < last(e.high[1], bottom_); ++y)
            for (int x = left; x < right; ++x) add(shape, x, y);
    }

    void lay_on(Image& image, double opacity) const {
        for (std::size_t i = 0; i < covered_.size(); ++i) {
            const int count = std::popcount(covered_[i]);
            if (count == 0) continue;
            Pixel& pixel = image.pixels[std::size_t(top_ * width_) + i];
            const Pixel colour = pixel_of(sums_[i] / count);
            // Between encoded values, as pages and programs for drawing do: thin dark lines keep their weight.
            const double share = opacity * count / sample_count;
            for (int c = 0; c < 3; ++c)
                pixel[c] = static_cast<unsigned char>(pixel[c] + share * (colour[c] - pixel[c]) + 0.5);
        }
    }

private:
    void add(const Shape& shape, int x, int y) {
        const std::size_t i = std::size_t((y - top_) * width_ + x);
        if (covered_[i] == all_samples) return;
        std::uint64_t found = 0;
        for (int k = 0; k < sample_count; ++k)
            if (inside(shape, {x + samples[k][0], y + samples[k][1]})) found |= std::uint64_t{1} << k;
        found &= ~covered_[i];
        if (found == 0) return;
        covered_[i] |= found;
        sums_[i] += colour_at(shape, {x + 0.5, y + 0.5}) * double(std::popcount(found));
    }

    int width_, top_, bottom_;
    std::vector<std::uint64_t> covered_;
    std::vector<Rgb> sums_;
};

}  // namespace

Shape triangle(const std::array<Vec2, 3>& corners, const std::array<Rgb, 3>& colours) {
    return {Shape::triangle, corners[0], corners[1], corners[2], 0.0, colours[0], colours[1], colours[2]};
}

Shape line(const Vec2& from, const Vec2& to, double width, const Rgb& at_from, const Rgb& at_to) {
    return {Shape::line, from, to, to, width / 2, at_from, at_to, at_to};
}

Shape disc(const Vec2& center, double diameter, const Rgb& colour) {
    return {Shape::disc, center, center, center, diameter / 2, colour, colour, colour};
}

Shape diamond(const Vec2& center, double diameter, const Rgb& colour) {
    return {Shape::diamond, center, center, center, diameter / 2, colour, colour, colour};
}

void draw(Image& image, const std::vector<Layer>& layers) {
    parallel_each(0, (image.height + band_height - 1) / band_height, [&](int number) {
        const int top = number * band_height, bottom = std::min(top + band_height, image.height);
        for (const Layer& layer : layers) {
            if (layer.shapes.empty()) continue;
            Band band(image.width, top, bottom);
            // The last shape of a layer lies on top.
            for (auto shape = layer.shapes.rbegin(); shape != layer.shapes.rend(); ++shape) band.add(*shape);
            band.lay_on(image, layer.opacity);
        }
    });
}

}  // namespace talweg
