/// PC2 point caches as other programs write them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg::testing {

inline std::string write_pc2(const std::vector<std::vector<Vec3>>& frames, float first = 0.0f, float step = 1.0f) {
    std::string bytes("POINTCACHE2\0", 12);
    const auto put = [&bytes](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    put(std::int32_t(1));
    put(std::int32_t(frames.empty() ? 0 : frames[0].size()));
    put(first);
    put(step);
    put(std::int32_t(frames.size()));
    for (const auto& frame : frames)
        for (const Vec3& x : frame)
            for (int a = 0; a < 3; ++a) put(float(x[a]));
    return bytes;
}

}  // namespace talweg::testing
