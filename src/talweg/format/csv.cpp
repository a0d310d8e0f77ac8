#include "talweg/format/csv.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

template <class Number>
void append_number(std::string& text, Number value) {
    constexpr std::size_t longest = 32;  // the shortest form of a double has at most 24 characters
    const std::size_t old_size = text.size();
    text.resize(old_size + longest);
    const auto [end, error] = std::to_chars(text.data() + old_size, text.data() + text.size(), value);
    text.resize(static_cast<std::size_t>(end - text.data()));
    text.push_back(',');
}

std::vector<double> parse_row(std::string_view line, std::size_t columns, const std::string& where) {
    std::vector<double> row;
    row.reserve(columns);
    const char* position = line.data();
    const char* const end = line.data() + line.size();
    while (position < end) {
        double value = 0;
        const auto [next, error] = std::from_chars(position, end, value);
        if (error != std::errc() || (next != end && *next != ',')) throw Error(where + ": not a number");
        row.push_back(value);
        position = next + 1;
    }
    if (row.size() != columns) throw Error(where + ": expected " + std::to_string(columns) + " numbers");
    return row;
}

}  // namespace

CsvWriter CsvWriter::create(const std::filesystem::path& path, const std::vector<std::string>& columns) {
    CsvWriter writer(File::create(path), 0);
    for (const std::string& column : columns) writer.buffer_ += column + ',';
    writer.end_row();
    writer.flush();
    return writer;
}

CsvWriter CsvWriter::resume(const std::filesystem::path& path, std::uint64_t bytes) {
    CsvWriter writer(File::open(path), bytes);
    if (writer.file_.size() < bytes)
        throw Error(path.string() + " does not hold the rows of its checkpoint; start the run anew with --overwrite");
    writer.drop_unwritten();
    return writer;
}

CsvWriter& CsvWriter::cell(double value) {
    append_number(buffer_, value);
    return *this;
}

CsvWriter& CsvWriter::cell(std::int64_t value) {
    append_number(buffer_, value);
    return *this;
}

void CsvWriter::end_row() { buffer_.back() = '\n'; }

void CsvWriter::flush() {
    if (buffer_.empty()) return;
    file_.write_at(written_, std::as_bytes(std::span(buffer_)));
    written_ += buffer_.size();
    buffer_.clear();
}

void CsvWriter::drop_unwritten() {
    buffer_.clear();
    file_.truncate(written_);
}

int CsvTable::find(const std::string& column) const {
    const auto found = std::find(columns.begin(), columns.end(), column);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

CsvTable read_csv(const std::filesystem::path& path) {
    const std::string content = read_whole_file(path);
    std::string_view rest = content;
    CsvTable table;
    for (std::size_t line = 1; rest.find('\n') != std::string_view::npos; ++line) {
        const std::string_view text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(text.size() + 1);
        if (line > 1) {
            const std::string where = path.string() + ":" + std::to_string(line);
            table.rows.push_back(parse_row(text, table.columns.size(), where));
            continue;
        }
        for (std::size_t start = 0; start <= text.size();) {
            const std::size_t comma = std::min(text.find(',', start), text.size());
            table.columns.emplace_back(text.substr(start, comma - start));
            start = comma + 1;
        }
    }
    return table;
}

}  // namespace talweg
