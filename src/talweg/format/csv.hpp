/// Tables of numbers as comma-separated text, in the shortest form that reads back to the same double.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "talweg/format/file.hpp"

namespace talweg {

/// Appends rows. Cells only grow a buffer that is reused; `flush` is one write.
class CsvWriter {
public:
    static CsvWriter create(const std::filesystem::path& path, const std::vector<std::string>& columns);
    /// Goes on after the first `bytes` bytes of an existing file; later ones, torn lines included, are cut off.
    static CsvWriter resume(const std::filesystem::path& path, std::uint64_t bytes);

    CsvWriter& cell(double value);
    CsvWriter& cell(std::int64_t value);
    CsvWriter& cell(int value) { return cell(static_cast<std::int64_t>(value)); }
    void end_row();
    void flush();
    void sync() { file_.sync(); }
    /// After a failed flush: drops what was not written whole.
    void drop_unwritten();

    /// Size of the file once flushed.
    std::uint64_t bytes() const { return written_ + buffer_.size(); }
    std::size_t waiting_bytes() const { return buffer_.size(); }

private:
    CsvWriter(File file, std::uint64_t written) : file_(std::move(file)), written_(written) {}

    File file_;
    std::uint64_t written_;
    std::string buffer_;
};

/// A table read back: a torn last line, as a run still being written may show, is left out.
struct CsvTable {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;

    /// Index of a column, or -1.
    int find(const std::string& column) const;
};

CsvTable read_csv(const std::filesystem::path& path);

}  // namespace talweg
