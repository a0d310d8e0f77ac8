/// A list of numbers from a file: NumPy's npy with one dimension of float64 or float32, or text, numbers between white
/// space.
#pragma once
#include <filesystem>
#include <vector>

namespace talweg {

/// Throws Error with the place in the file. Numbers are finite.
std::vector<double> read_numbers(const std::filesystem::path& path);

}  // namespace talweg
