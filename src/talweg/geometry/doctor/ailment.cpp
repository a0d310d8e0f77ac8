#include "talweg/geometry/doctor/ailment.hpp"

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

}  // namespace talweg
