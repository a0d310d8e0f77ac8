/// The page that plays runs, as one HTML text: web/dist/page.html, which the build carries into the library.
#pragma once
#include <string_view>

namespace talweg {

std::string_view page_text();

}  // namespace talweg
