/// Flat shapes in pixels, drawn over a picture with clean edges. Shapes of one layer melt into each other before the
/// layer is laid on: neighbours show no seam between them, and what overlaps does not darken.
#pragma once
#include "talweg/render/image.hpp"

namespace talweg {

/// Places count from the upper left corner of the picture, in pixels.
struct Shape {
    enum Kind { triangle, line, disc, diamond } kind;
    Vec2 a, b, c;          // corners; ends of a line; the centre of a disc or a diamond is a
    double radius;         // half the width of a line
    Rgb at_a, at_b, at_c;  // colours there, blended in between
};

Shape triangle(const std::array<Vec2, 3>& corners, const std::array<Rgb, 3>& colours);
Shape line(const Vec2& from, const Vec2& to, double width, const Rgb& at_from, const Rgb& at_to);
Shape disc(const Vec2& center, double diameter, const Rgb& colour);
Shape diamond(const Vec2& center, double diameter, const Rgb& colour);

struct Layer {
    double opacity = 1.0;
    std::vector<Shape> shapes = {};
};

/// Lays the layers on the picture, the first lowest.
void draw(Image& image, const std::vector<Layer>& layers);

}  // namespace talweg
