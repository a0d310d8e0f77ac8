#include "talweg/export/portable_names.hpp"

#include <algorithm>
#include <cctype>

namespace talweg {

namespace {

bool is_plain(unsigned char c) { return c < 128 && std::isalnum(c) != 0; }

/// Adds _2, _3… to what has been there before.
std::vector<std::string> told_apart(std::vector<std::string> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string first = names[i];
        const auto taken = [&] { return std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i; };
        for (int number = 2; taken(); ++number) names[i] = first + "_" + std::to_string(number);
    }
    return names;
}

template <class Allowed>
std::vector<std::string> cleaned(std::span<const std::string> names, Allowed allowed) {
    std::vector<std::string> result(names.begin(), names.end());
    for (std::string& name : result) {
        std::replace_if(
            name.begin(), name.end(), [&](unsigned char c) { return !allowed(c); }, '_');
        if (name.empty()) name = "_";
    }
    return result;
}

}  // namespace

std::vector<std::string> file_names(std::span<const std::string> names) {
    auto result =
        cleaned(names, [](unsigned char c) { return c >= 128 || is_plain(c) || c == '.' || c == '_' || c == '-'; });
    for (std::string& name : result)
        if (name[0] == '.') name[0] = '_';  // hidden files, and names that mean a directory
    return told_apart(std::move(result));
}

std::vector<std::string> identifiers(std::span<const std::string> names) {
    auto result = cleaned(names, [](unsigned char c) { return is_plain(c) || c == '_'; });
    for (std::string& name : result)
        if (name[0] >= '0' && name[0] <= '9') name.insert(0, 1, '_');
    return told_apart(std::move(result));
}

}  // namespace talweg
