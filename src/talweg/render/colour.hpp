/// Colours chosen by lightness, chroma and hue in Oklab (Björn Ottosson, "A perceptual color space for image
/// processing", 2020), the same numbers as on the page (web/src/colour): a body has one colour wherever it is seen.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// Red, green, blue in linear light, 0 … 1.
using Rgb = Vec3;

Rgb oklch(double lightness, double chroma, double hue_degrees);

/// One colour per body, equally light and equally strong; after six the hues come again, a little lighter.
Rgb body_colour(int index);

/// What bodies meet stays in the background.
Rgb obstacle_colour();

/// Colours for values from 0 to 1, by a map: "ember" from deep violet over red to pale yellow, "lagoon" from blue over
/// green, "grey", lightness rising evenly in all three; "blue-red" over white, for numbers of both signs.
Rgb ramp_colour(double value, std::string_view map = "ember");
/// What maps there are, the usual one first.
std::vector<std::string> colour_map_names();

/// #rrggbb, red, green and blue in sRGB; nothing where the text is something else.
std::optional<Rgb> hexadecimal_colour(std::string_view text);

/// Linear light as a byte in sRGB; what is out of range is cut.
unsigned char srgb_byte(double linear);

inline Rgb mix(const Rgb& a, const Rgb& b, double share) { return a + (b - a) * share; }
inline Rgb times(const Rgb& a, const Rgb& b) { return {a[0] * b[0], a[1] * b[1], a[2] * b[2]}; }

/// What is not a body, in light or dark pictures.
struct Theme {
    Rgb sky_top, sky_bottom, paper, grid_line, wire, rim, pin, joint;
};
Theme make_theme(bool dark);

}  // namespace talweg
