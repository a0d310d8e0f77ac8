/// Tables of numbers beside a scene: comma-separated text, or an archive of NumPy whose arrays are the columns.
#pragma once
#include "talweg/format/csv.hpp"

namespace talweg {

/// Throws Error that says what is wrong with the file, without its name.
CsvTable read_table(const std::filesystem::path& path);

/// The number of a column. Throws Error that names it and those there are.
std::size_t column_of(const CsvTable& table, const std::string& name);

}  // namespace talweg
