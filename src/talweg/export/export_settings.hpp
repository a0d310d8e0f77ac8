/// What is to be exported, how and where to.
#pragma once
#include <filesystem>
#include <string>

#include "talweg/export/clip.hpp"
#include "talweg/record/liquid_surfaces.hpp"

namespace talweg {

struct ExportSettings {
    std::string format;               // one of export_formats()
    std::filesystem::path into = {};  // empty: in the run directory, named after the format or the run
    FrameRange frames = {};           // all unless told
    UpAxis up = UpAxis::y;
    bool surface = false;                     // liquids in space as closed meshes instead of particles
    bool text = false;                        // readable text where the format has a binary form too
    const LiquidSurfaces* liquids = nullptr;  // shown by their surface; none: as particles
};

}  // namespace talweg
