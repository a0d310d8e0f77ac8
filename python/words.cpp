#include "words.hpp"

#include <array>
#include <string_view>

#include "talweg/scene/text/json.hpp"

namespace talweg::python {

namespace {

/// Longer phrases before those that they begin with.
constexpr std::array<std::array<std::string_view, 2>, 7> phrases = {{
    {" with -o", ""},
    {" with --frames ", " with frames="},
    {" with --frames", " with frames=…"},
    {"--overwrite", "overwrite=True"},
    {"--resume", "resume=True"},
    {"--retry", "retry=True"},
    {"--colour ", "colour="},
}};

/// The setting that begins at `start`, its end, which is before ": ", and how Python writes it; none: nothing changes.
/// Values that came from Python are JSON, so that a colon within one does not end it.
std::string python_setting(const std::string& message, std::size_t start, std::size_t& end) {
    const std::size_t equals = message.find('=', start);
    if (equals == message.npos) return "";
    for (end = message.find(": ", equals); end != message.npos; end = message.find(": ", end + 1)) {
        const std::string value = message.substr(equals + 1, end - equals - 1);
        if (Json::accept(value)) return "set(\"" + message.substr(start, equals - start) + "\", " + value + ")";
    }
    return "";
}

}  // namespace

std::string in_python(std::string message) {
    constexpr std::string_view setting = "--set ";
    for (std::size_t at = message.find(setting); at != message.npos; at = message.find(setting, at + 1)) {
        std::size_t end = 0;
        const std::string words = python_setting(message, at + setting.size(), end);
        if (!words.empty()) message.replace(at, end - at, words);
    }
    for (const auto& [from, to] : phrases)
        for (std::size_t at = message.find(from); at != message.npos; at = message.find(from, at + to.size()))
            message.replace(at, from.size(), to);
    return message;
}

}  // namespace talweg::python
