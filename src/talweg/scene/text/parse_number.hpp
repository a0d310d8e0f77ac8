/// Numbers as JSON writes them, read the same in every locale.
#pragma once
#include <string>
#include <string_view>

#include "talweg/scene/text/json.hpp"

namespace talweg {

struct NumberText {
    Json value;           // an integer where the text is one and fits 64 bits, otherwise a double
    std::string problem;  // what is wrong with the text and how to mend it; empty if nothing is
};

NumberText parse_number(std::string_view text);

}  // namespace talweg
