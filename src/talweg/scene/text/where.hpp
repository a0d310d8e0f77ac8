/// A place in what the user wrote: a line of the scene file or a --set argument, and the path inside the scene.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "talweg/math/error.hpp"

namespace talweg {

struct Where {
    std::shared_ptr<const std::string> source;  // file name, or the --set argument; none for scenes made by programs
    int line = 0;                               // from 1; 0 when the source has no lines
    std::string path;                           // as people write it: bodies[0].hold[1]; empty for the scene itself

    /// "file:12", or the --set argument.
    std::string text() const;

    /// Where something was written is no part of what it says: scenes are compared without it.
    friend bool operator==(const Where&, const Where&) { return true; }
};

/// "file:12: message"
std::string located(const Where& where, std::string_view message);

/// The path as the subject of a sentence: "bodies[0].hold[1]", or "the scene".
std::string subject(const Where& where);

}  // namespace talweg
