/// A list of numbers from a file: NumPy's npy of any shape, the last index running fastest, or text, numbers between
/// white space, commas or semicolons.
#pragma once
#include <filesystem>
#include <vector>

namespace talweg {

/// Throws Error with the place in the file. Numbers are finite.
std::vector<double> read_numbers(const std::filesystem::path& path);

}  // namespace talweg
