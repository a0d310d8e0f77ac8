/// What commands print: text in which names of scenes, bodies and files may stand. Control characters of theirs, which
/// could steer a terminal, become "?".
#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "talweg/scene/text/printable.hpp"

namespace talweg {

template <class... Values>
void say(std::FILE* to, fmt::format_string<Values...> text, Values&&... values) {
    std::fputs(without_controls(fmt::format(text, std::forward<Values>(values)...)).c_str(), to);
}

template <class... Values>
void say(fmt::format_string<Values...> text, Values&&... values) {
    say(stdout, text, std::forward<Values>(values)...);
}

}  // namespace talweg
