#include "talweg/geometry/doctor/issue.hpp"

#include <algorithm>

namespace talweg {

const char* describe(Weight weight) {
    return weight == Weight::note ? "note" : weight == Weight::warning ? "warning" : "fault";
}

std::string counted(const std::string& one, const std::string& many, const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    std::string text = std::to_string(names.size()) + " " + (names.size() == 1 ? one : many) + ": ";
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i > 0 ? ", " : "") + names[i];
    return text + (names.size() > most ? ", …" : "");
}

std::string joined(std::span<const int> numbers, int first) {
    std::string text;
    for (const int number : numbers) text += (text.empty() ? "" : "–") + std::to_string(number - first);
    return text;
}

std::string feature_name(std::span<const int> points, int first_point) {
    const char* kinds[] = {"point ", "edge ", "triangle ", "tetrahedron "};
    return kinds[points.size() - 1] + joined(points, first_point);
}

}  // namespace talweg
