/// The named series of a run: numbers of every step (series/NAME.npy), with the columns that run.json names.
#pragma once
#include <string>
#include <vector>

#include "talweg/record/run_directory.hpp"

namespace talweg {

class RecordedSeries {
public:
    struct Entry {
        std::string name, unit;
        std::vector<std::string> columns;
    };

    /// Of runs without series there is none.
    explicit RecordedSeries(const RunDirectory& run);

    const std::vector<Entry>& entries() const { return entries_; }
    bool has(const std::string& name) const;
    /// All rows; throws Error when there is no such series, or its columns do not match the file.
    std::vector<std::vector<double>> rows(const std::string& name) const;
    /// Of one step; throws Error that lists what there is.
    double value(const std::string& name, const std::string& column, std::uint64_t step) const;

private:
    const Entry& entry(const std::string& name) const;

    RunDirectory run_;
    std::vector<Entry> entries_;
};

}  // namespace talweg
