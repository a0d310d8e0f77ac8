/// Words as a shell takes them, for commands that a person may copy.
#pragma once
#include <string>

namespace talweg {

/// The word itself, or in single quotes when a shell would read it otherwise.
inline std::string shell_word(const std::string& word) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

}  // namespace talweg
