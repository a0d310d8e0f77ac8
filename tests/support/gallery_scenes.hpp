/// The scenes of the gallery, by name.
#pragma once
#include <algorithm>
#include <filesystem>
#include <vector>

#include "places.hpp"

namespace talweg::testing {

inline std::vector<std::filesystem::path> gallery_scenes() {
    std::vector<std::filesystem::path> scenes;
    for (const auto& entry : std::filesystem::directory_iterator(TALWEG_SOURCE_DIR "/scenes"))
        if (entry.path().extension() == ".json") scenes.push_back(entry.path());
    std::sort(scenes.begin(), scenes.end());
    return scenes;
}

}  // namespace talweg::testing
