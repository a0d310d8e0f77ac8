/// Reads back the PNG files that talweg writes (8-bit truecolour or palette, no interlace), by the standard and not by
/// the writer's own code: chunks with their check sums, zlib, the five filters.
#pragma once
#include <zlib.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "support/inflate.hpp"
#include "talweg/render/image.hpp"

namespace talweg {

inline std::uint32_t png_number(const std::string& png, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(at + i));
    return value;
}

inline int png_guess(int filter, int left, int up, int corner) {
    if (filter == 4) {
        const int estimate = left + up - corner;
        const int a = std::abs(estimate - left), b = std::abs(estimate - up), c = std::abs(estimate - corner);
        return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    return filter == 1 ? left : filter == 2 ? up : filter == 3 ? (left + up) / 2 : 0;
}

inline Image decode_png(const std::string& png) {
    if (png.substr(0, 8) != "\x89PNG\r\n\x1a\n") throw std::runtime_error("no PNG signature");
    std::string header, palette, data;
    for (std::size_t at = 8; at < png.size();) {
        const std::size_t size = png_number(png, at);
        const std::string type = png.substr(at + 4, 4), body = png.substr(at + 8, size);
        const std::string checked = type + body;
        if (crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size())) !=
            png_number(png, at + 8 + size))
            throw std::runtime_error("wrong check sum of " + type);
        (type == "IHDR" ? header : type == "PLTE" ? palette : data) += body;
        at += 12 + size;
    }
    Image image(static_cast<int>(png_number(header, 0)), static_cast<int>(png_number(header, 4)));
    const bool indexed = header.at(9) == 3;
    if (header.at(8) != 8 || (header.at(9) != 2 && !indexed)) throw std::runtime_error("unexpected kind of PNG");
    const std::size_t pixel = indexed ? 1 : 3, row = pixel * std::size_t(image.width);
    const std::string text = inflate_text(data, (row + 1) * std::size_t(image.height));
    if (text.empty()) throw std::runtime_error("the image data have a wrong size");

    std::vector<unsigned char> above(row, 0), now(row);
    for (int y = 0; y < image.height; ++y) {
        const std::size_t start = std::size_t(y) * (row + 1);
        for (std::size_t i = 0; i < row; ++i) {
            const int left = i >= pixel ? now[i - pixel] : 0, corner = i >= pixel ? above[i - pixel] : 0;
            now[i] = static_cast<unsigned char>(text[start + 1 + i] + png_guess(text[start], left, above[i], corner));
        }
        for (int x = 0; x < image.width; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                image.at(x, y)[c] = indexed ? static_cast<unsigned char>(palette.at(3u * now[std::size_t(x)] + c))
                                            : now[3 * std::size_t(x) + c];
        above = now;
    }
    return image;
}

}  // namespace talweg
