#include "talweg/scene/text/json_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

bool is_index(std::string_view step) { return !step.empty() && step.find_first_not_of("0123456789") == step.npos; }

std::string unescaped(std::string_view step) {
    std::string key;
    for (std::size_t i = 0; i < step.size(); ++i) {
        const bool escape = step[i] == '~' && i + 1 < step.size();
        key += !escape ? step[i] : step[++i] == '1' ? '/' : '~';
    }
    return key;
}

}  // namespace

std::string pointer_to(const std::string& pointer, std::string_view key) {
    std::string result = pointer + "/";
    for (const char c : key)
        if (c == '~')
            result += "~0";
        else if (c == '/')
            result += "~1";
        else
            result += c;
    return result;
}

std::string pointer_to(const std::string& pointer, std::size_t index) { return pointer + "/" + std::to_string(index); }

std::string parent_pointer(const std::string& pointer) {
    const std::size_t slash = pointer.rfind('/');
    return slash == pointer.npos ? std::string() : pointer.substr(0, slash);
}

std::string path_text(const std::string& pointer) {
    std::string text;
    for (std::size_t begin = 0; begin < pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
        const std::string step = pointer.substr(begin + 1, end - begin - 1);
        if (is_index(step))
            text.append("[").append(step).append("]");
        else
            text.append(text.empty() ? "" : ".").append(unescaped(step));
        begin = end;
    }
    return text;
}

std::vector<PathStep> parse_path(std::string_view text) {
    std::vector<PathStep> steps;
    std::string_view rest = text;
    while (!rest.empty()) {
        if (rest.front() == '[') {
            const std::size_t close = rest.find(']');
            const std::string_view digits = rest.substr(1, close == rest.npos ? rest.npos : close - 1);
            std::size_t index = 0;
            const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
            if (close == rest.npos || !is_index(digits) || failure != std::errc() || steps.empty())
                throw Error(fmt::format("\"{}\" is not a path; indices are written like bodies[0]", text));
            steps.emplace_back(index);
            rest.remove_prefix(close + 1);
            continue;
        }
        const bool joined = steps.empty() || rest.front() == '.';
        if (!steps.empty() && joined) rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find_first_of(".["), rest.size());
        if (end == 0 || !joined)
            throw Error(fmt::format("\"{}\" is not a path; keys are joined by single dots: time.step", text));
        steps.emplace_back(std::string(rest.substr(0, end)));
        rest.remove_prefix(end);
    }
    if (steps.empty()) throw Error("the path is empty; write one like time.step");
    if (text.back() == '.') throw Error(fmt::format("\"{}\" is not a path; it ends with a dot", text));
    return steps;
}

}  // namespace talweg
