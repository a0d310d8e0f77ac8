/// The gallery's pictures, and how alike two pictures are to an eye that does not look at single pixels.
#pragma once
#include <cmath>

#include "places.hpp"
#include "render/decode_png.hpp"
#include "talweg/format/file.hpp"
#include "talweg/render/render_run.hpp"

namespace talweg::testing {

inline std::filesystem::path gallery_page() { return TALWEG_SOURCE_DIR "/docs/gallery.md"; }
inline std::filesystem::path gallery_picture(const std::string& name) {
    return TALWEG_SOURCE_DIR "/docs/gallery/" + name + ".png";
}

/// Mean colours of the cells of a 32 × 18 grid over the picture, 0 … 255.
inline std::vector<Vec3> cell_colours(const Image& image) {
    constexpr int columns = 32, rows = 18;
    std::vector<Vec3> cells;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            Vec3 sum = Vec3::zero();
            int count = 0;
            for (int y = row * image.height / rows; y < (row + 1) * image.height / rows; ++y)
                for (int x = column * image.width / columns; x < (column + 1) * image.width / columns; ++x, ++count)
                    sum += Vec3{double(image.at(x, y)[0]), double(image.at(x, y)[1]), double(image.at(x, y)[2])};
            cells.push_back(sum / double(std::max(1, count)));
        }
    return cells;
}

struct Difference {
    double mean = 0, largest = 0;  // over cells, of 255
};

inline Difference difference(const Image& a, const Image& b) {
    const auto p = cell_colours(a), q = cell_colours(b);
    Difference result;
    for (std::size_t k = 0; k < p.size(); ++k) {
        const double distance = norm(p[k] - q[k]) / std::sqrt(3.0);
        result.mean += distance / static_cast<double>(p.size());
        result.largest = std::max(result.largest, distance);
    }
    return result;
}

}  // namespace talweg::testing
