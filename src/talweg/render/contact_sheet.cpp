#include "talweg/render/contact_sheet.hpp"

#include <algorithm>
#include <cmath>

namespace talweg {

namespace {

constexpr int picture_gap = 6;  // pixels

}  // namespace

Image contact_sheet(const std::vector<Image>& pictures, int columns, Pixel margin) {
    const int count = static_cast<int>(pictures.size()), width = pictures.at(0).width, height = pictures[0].height;
    if (columns <= 0) columns = static_cast<int>(std::ceil(std::sqrt(count)));
    columns = std::min(columns, count);
    const int rows = (count + columns - 1) / columns;
    Image sheet(columns * width + (columns - 1) * picture_gap, rows * height + (rows - 1) * picture_gap, margin);
    for (int k = 0; k < count; ++k) {
        const int left = k % columns * (width + picture_gap), top = k / columns * (height + picture_gap);
        for (int y = 0; y < height; ++y) std::copy_n(&pictures[k].at(0, y), width, &sheet.at(left, top + y));
    }
    return sheet;
}

}  // namespace talweg
