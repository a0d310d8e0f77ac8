/// Two ways to name a value inside a scene: JSON pointers (/bodies/0/energies/1, RFC 6901) inside the program, and the
/// paths people read and write (bodies[0].energies[1]).
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace talweg {

/// Pointer of a member or entry of the value at `pointer`, and of the value that holds it; "" is the root.
std::string pointer_to(const std::string& pointer, std::string_view key);
std::string pointer_to(const std::string& pointer, std::size_t index);
std::string parent_pointer(const std::string& pointer);

/// "/bodies/0/energies/1" as "bodies[0].energies[1]".
std::string path_text(const std::string& pointer);

/// One step of a path: a key of an object or an index of a list.
using PathStep = std::variant<std::string, std::size_t>;

/// The steps of "bodies[0].energies[1]". Throws Error with a sentence about the text when it is no path.
std::vector<PathStep> parse_path(std::string_view text);

}  // namespace talweg
