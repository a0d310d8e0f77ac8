/// What is drawn of a body, decided once from its first frame: surface, wires, rods, balls, marks where it is held.
/// The choices are those of the page (web/src/draw), so that a picture and the report show the same thing.
#pragma once
#include <optional>

#include "talweg/render/colour.hpp"
#include "talweg/render/footage.hpp"
#include "talweg/render/smooth_surface.hpp"

namespace talweg {

struct LookSettings {
    std::optional<bool> wires;  // lines on surfaces; unless told, on small meshes
    std::optional<bool> pins;   // marks on held points; unless told, where there are few
};

struct BodyLook {
    Rgb colour;
    SmoothSurface surface;
    bool wires = false;
    std::vector<std::array<int, 2>> rods = {};
    double rod_radius = 0;  // m
    std::vector<int> balls = {};
    double ball_radius = 0;  // m
    std::vector<int> pins = {};
    double pin_radius = 0;                          // m
    double half_thickness = 0;                      // m, of a sheet that is thick enough to be seen
    std::vector<std::array<Vec2, 3>> texture = {};  // of the corners of its triangles; empty: none
    double thread = 0;                              // its weave, in units of the texture
};

std::vector<BodyLook> body_looks(const Footage& footage, const LookSettings& settings);

}  // namespace talweg
