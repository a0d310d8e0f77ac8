/// PNG files (ISO/IEC 15948): 8-bit truecolour, or a palette where the picture has at most 256 colours; every row with
/// the filter whose residuals are smallest.
#pragma once
#include <string>

#include "talweg/render/image.hpp"

namespace talweg {

/// The bytes of the file.
std::string png_bytes(const Image& image);

/// The picture with at most `count` colours (2 … 256), chosen by cutting the most spread box of colours at its median
/// (Heckbert 1982), the shares of the pixels counted. Makes files of shaded pictures a third as large.
Image with_few_colours(const Image& image, int count);

}  // namespace talweg
