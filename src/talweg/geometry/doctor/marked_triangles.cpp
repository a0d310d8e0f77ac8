#include "talweg/geometry/doctor/marked_triangles.hpp"

#include <algorithm>
#include <set>

namespace talweg {

std::vector<bool> marked_triangles(const std::vector<std::array<int, 3>>& triangles, const Features& features) {
    std::set<std::vector<int>> wanted;
    for (std::vector<int> feature : features) {
        std::sort(feature.begin(), feature.end());
        wanted.insert(std::move(feature));
    }
    std::vector<bool> marked;
    for (auto [a, b, c] : triangles) {
        if (a > b) std::swap(a, b);
        if (b > c) std::swap(b, c);
        if (a > b) std::swap(a, b);
        marked.push_back(false);
        for (const std::vector<int>& feature : Features{{a, b, c}, {a, b}, {b, c}, {a, c}, {a}, {b}, {c}})
            if (wanted.contains(feature)) marked.back() = true;
    }
    return marked;
}

}  // namespace talweg
