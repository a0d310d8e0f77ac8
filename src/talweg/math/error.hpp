/// The one exception of talweg: a message for a person, saying where, what is wrong and what to do.
#pragma once
#include <stdexcept>

namespace talweg {

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace talweg
