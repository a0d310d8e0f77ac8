/// One table of all runs of a sweep: the values that were varied, how each run ended, every expected number as it was
/// measured, and the energies at its end. Nothing in it depends on when or in how many parts a run was made.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "talweg/sweep/sweep_directory.hpp"

namespace talweg {

struct SweepTable {
    struct Column {
        std::string name;
        std::variant<std::vector<double>, std::vector<std::string>> values;  // NaN where there is none
    };
    std::vector<Column> columns;
    std::size_t rows = 0;
};

SweepTable sweep_table(const Study& study, const SweepDirectory& directory);

/// As comma-separated text: NaN is an empty cell, words with commas, quotes or line ends are in quotes (RFC 4180).
std::string csv_text(const SweepTable& table);

/// table.csv and table.npz, an array per column.
void write_table(const SweepTable& table, const SweepDirectory& directory);

}  // namespace talweg
