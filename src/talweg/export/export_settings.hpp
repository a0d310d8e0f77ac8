/// What is to be exported, how and where to.
#pragma once
#include <filesystem>
#include <string>

#include "talweg/export/clip.hpp"

namespace talweg {

struct ExportSettings {
    std::string format;               // one of export_formats()
    std::filesystem::path into = {};  // empty: in the run directory, named after the format or the run
    FrameRange frames = {};           // all unless told
    UpAxis up = UpAxis::y;
    bool text = false;  // readable text where the format has a binary form too
};

}  // namespace talweg
