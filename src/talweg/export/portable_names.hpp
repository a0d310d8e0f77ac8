/// Names of bodies as files and other programs can take them: no two the same, none empty.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace talweg {

/// For file names: letters, digits, '.', '_', '-' and whatever is not ASCII stay, the rest becomes '_'.
std::vector<std::string> file_names(std::span<const std::string> names);
/// For identifiers: ASCII letters, digits and '_', not beginning with a digit.
std::vector<std::string> identifiers(std::span<const std::string> names);

}  // namespace talweg
