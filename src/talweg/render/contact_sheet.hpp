/// Several pictures in one, row by row, with a narrow margin between them.
#pragma once
#include "talweg/render/image.hpp"

namespace talweg {

/// All pictures have the size of the first; `columns` 0 chooses a shape close to a screen's.
Image contact_sheet(const std::vector<Image>& pictures, int columns, Pixel margin);

}  // namespace talweg
