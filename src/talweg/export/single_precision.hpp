/// Vectors as most formats hold them: three float32.
#pragma once
#include <array>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

using Float3 = std::array<float, 3>;
static_assert(sizeof(Float3) == 12);

inline std::vector<Float3> single_precision(const std::vector<Vec3>& vectors) {
    std::vector<Float3> result;
    result.reserve(vectors.size());
    for (const Vec3& v : vectors)
        result.push_back({static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])});
    return result;
}

}  // namespace talweg
