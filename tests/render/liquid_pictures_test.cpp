/// Liquids in pictures: seen through the walls of their tank, as particles and by their surface; and a ball alone.
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"
#include "talweg/render/photographer.hpp"

namespace talweg::liquid_pictures_test {
namespace {

/// A drop of 10 cm within four walls on a floor.
const char* const tank = R"({ "time": { "step": 0.01, "frames": 1 }, "contact": {}, "bodies": [
  { "name": "water", "density": 1000, "liquid": {}, "place": { "translate": [0, 0.08, 0] },
    "shape": { "type": "particles", "region": "ball", "size": [0.1, 0.1, 0.1], "spacing": 0.01 } }],
  "obstacles": [{ "name": "floor", "shape": { "type": "plane" } },
    { "name": "left", "shape": { "type": "plane", "point": [-0.1, 0, 0], "normal": [1, 0, 0] } },
    { "name": "right", "shape": { "type": "plane", "point": [0.1, 0, 0], "normal": [-1, 0, 0] } },
    { "name": "back", "shape": { "type": "plane", "point": [0, 0, -0.1], "normal": [0, 0, 1] } },
    { "name": "front", "shape": { "type": "plane", "point": [0, 0, 0.1], "normal": [0, 0, -1] } }] })";

/// The part of a picture that has the colour of the first body.
double blue_part(const testing::RecordedRun& run, bool surface, const ViewDirection& direction) {
    PictureSettings settings;
    settings.size = {128, 72};
    settings.samples = 8;
    settings.surface = surface;
    settings.camera.direction = direction;
    const Footage footage(run.run().path);
    const Image image = Photographer(footage, settings).picture(0);
    int blue = 0;
    for (const Pixel& p : image.pixels) blue += p[2] > p[0] + 60;
    return blue / (128.0 * 72.0);
}

TEST(LiquidPictures, WallsDoNotHideWhatTheyHold) {
    const testing::RecordedRun run(tank);
    for (const double azimuth : {32.0, 122.0, 212.0, 302.0}) {
        const ViewDirection direction{azimuth, 18, 1};
        const double particles = blue_part(run, false, direction), surface = blue_part(run, true, direction);
        EXPECT_GT(particles, 0.01) << azimuth;
        // A surface has no gaps between particles.
        EXPECT_GT(surface, 0.9 * particles) << azimuth;
        EXPECT_LT(surface, 1.5 * particles) << azimuth;
    }
}

TEST(LiquidPictures, ABallAloneIsSeen) {
    const testing::RecordedRun run(R"({ "time": { "step": 0.01, "frames": 1 }, "contact": {}, "bodies": [
      { "name": "ball", "density": 1, "contact": { "thickness": 0.04 },
        "shape": { "type": "particles", "points": [[0, 0.05, 0]] } }],
      "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    EXPECT_GT(blue_part(run, false, {32, 18, 1}), 0.01);
}

}  // namespace
}  // namespace talweg::liquid_pictures_test
