/// The picture of a three-dimensional frame: fixed samples in every pixel, so that it is the same for any number of
/// threads.
#pragma once
#include "talweg/render/image.hpp"
#include "talweg/render/studio.hpp"

namespace talweg {

struct Size {
    int width = 960, height = 540;
};

Image ray_cast(const RayScene& scene, const Studio& studio, const Size& size, int samples);

}  // namespace talweg
