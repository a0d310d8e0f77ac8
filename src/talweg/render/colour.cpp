#include "talweg/render/colour.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace talweg {

namespace {

struct Lch {
    double lightness, chroma, hue;
};

Rgb rgb(const Lch& c) { return oklch(c.lightness, c.chroma, c.hue); }

constexpr std::array<double, 6> hues = {242, 42, 155, 305, 85, 195};

struct ColourMap {
    std::string_view name;
    std::vector<Lch> stops;
};
/// The same as on the page (web/src/colour/ramp.ts).
const std::vector<ColourMap>& colour_maps() {
    static const std::vector<ColourMap> maps = {
        {"ember",
         {{0.4, 0.16, 282}, {0.5, 0.19, 315}, {0.61, 0.19, 5}, {0.72, 0.16, 45}, {0.83, 0.15, 80}, {0.94, 0.11, 105}}},
        {"lagoon",
         {{0.32, 0.1, 290},
          {0.45, 0.1, 255},
          {0.58, 0.09, 205},
          {0.71, 0.13, 160},
          {0.83, 0.17, 125},
          {0.93, 0.17, 105}}},
        {"grey", {{0.25, 0, 0}, {0.95, 0, 0}}},
        {"blue-red",
         {{0.42, 0.15, 262}, {0.68, 0.11, 255}, {0.96, 0, 255}, {0.96, 0, 30}, {0.7, 0.14, 35}, {0.45, 0.17, 25}}}};
    return maps;
}

}  // namespace

Rgb oklch(double lightness, double chroma, double hue_degrees) {
    const double hue = hue_degrees * std::numbers::pi / 180.0;
    const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
    const auto cube = [](double root) { return root * root * root; };
    const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube(lightness - 0.0894841775 * a - 1.291485548 * b);
    const auto clamp = [](double value) { return std::clamp(value, 0.0, 1.0); };
    return {clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)};
}

Rgb body_colour(int index) {
    const int count = static_cast<int>(hues.size());
    return oklch(0.64 + 0.09 * (index / count % 3), 0.125, hues[index % count]);
}

Rgb obstacle_colour() { return oklch(0.8, 0.012, 250.0); }

std::vector<std::string> colour_map_names() {
    std::vector<std::string> names;
    for (const ColourMap& map : colour_maps()) names.emplace_back(map.name);
    return names;
}

Rgb ramp_colour(double value, std::string_view map) {
    const auto known = std::ranges::find(colour_maps(), map, &ColourMap::name);
    const std::vector<Lch>& stops = (known == colour_maps().end() ? colour_maps().front() : *known).stops;
    const double place = std::clamp(value, 0.0, 1.0) * (stops.size() - 1);
    const auto index = std::min(stops.size() - 2, static_cast<std::size_t>(place));
    const double share = place - static_cast<double>(index);
    const Lch &from = stops[index], &to = stops[index + 1];
    const double turn = std::fmod(to.hue - from.hue + 540.0, 360.0) - 180.0;  // the short way round
    return oklch(from.lightness + share * (to.lightness - from.lightness),
                 from.chroma + share * (to.chroma - from.chroma), from.hue + share * turn);
}

std::optional<Rgb> hexadecimal_colour(std::string_view text) {
    if (text.size() != 7 || text[0] != '#') return std::nullopt;
    Rgb colour;
    for (int c = 0; c < 3; ++c) {
        int byte = 0;
        const char* begin = text.data() + 1 + 2 * c;
        if (std::from_chars(begin, begin + 2, byte, 16).ptr != begin + 2 || byte < 0) return std::nullopt;
        const double encoded = byte / 255.0;
        colour[c] = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
    }
    return colour;
}

unsigned char srgb_byte(double linear) {
    const double value = std::clamp(linear, 0.0, 1.0);
    const double encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
    return static_cast<unsigned char>(255.0 * encoded + 0.5);
}

Theme make_theme(bool dark) {
    if (dark)
        return {rgb({0.19, 0.018, 255}), rgb({0.265, 0.016, 255}), rgb({0.195, 0.014, 255}), rgb({0.5, 0.025, 250}),
                rgb({0.12, 0.02, 255}),  rgb({0.2, 0.014, 255}),   rgb({0.75, 0.16, 50}),    rgb({0.8, 0.13, 300})};
    return {rgb({0.93, 0.012, 240}), rgb({0.985, 0.004, 90}), rgb({0.985, 0.003, 90}), rgb({0.62, 0.02, 250}),
            rgb({0.25, 0.03, 255}),  rgb({0.99, 0, 0}),       rgb({0.6, 0.19, 35}),    rgb({0.42, 0.17, 295})};
}

}  // namespace talweg
