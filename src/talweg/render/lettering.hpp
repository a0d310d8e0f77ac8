/// Small labels in a stroke alphabet of its own: pictures need no font file. It has the digits and signs of numbers,
/// and the letters of the labels talweg writes; other characters leave a gap.
#pragma once
#include <string_view>

#include "talweg/render/drawing.hpp"

namespace talweg {

/// Adds the strokes of `text`, its lower left corner at `place`, capitals `height` pixels tall.
void add_text(Layer& layer, std::string_view text, const Vec2& place, double height, const Rgb& colour);

/// How wide that is, in pixels.
double text_width(std::string_view text, double height);

}  // namespace talweg
