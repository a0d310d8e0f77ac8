#include "talweg/scene/spec/read_table.hpp"

#include <fmt/format.h>

#include "talweg/geometry/read/npz.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

/// Arrays of one dimension, as long as one another, are the columns.
CsvTable read_archive(const std::filesystem::path& path) {
    const read::Source source = read::load_source(path);
    const read::Npz archive(source);
    CsvTable table;
    for (const std::string& name : archive.names()) {
        const read::NpyArray array = archive.read(name);
        if (array.shape.size() != 1) throw Error(fmt::format("its array \"{}\" has not one dimension", name));
        if (table.columns.empty()) table.rows.resize(array.values.size());
        if (array.values.size() != table.rows.size())
            throw Error(fmt::format("its array \"{}\" has {} values, but \"{}\" has {}", name, array.values.size(),
                                    table.columns[0], table.rows.size()));
        table.columns.push_back(name);
        for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].push_back(array.values[i]);
    }
    return table;
}

}  // namespace

CsvTable read_table(const std::filesystem::path& path) {
    if (!std::filesystem::is_regular_file(path)) throw Error("there is no such file");
    if (path.extension() == ".npz") return read_archive(path);
    // Records of runs may end in a torn line, which is left out; the table of a person must be whole.
    const std::string text = read_whole_file(path);
    if (text.empty()) throw Error("it is empty");
    if (text.back() != '\n') throw Error("its last line does not end; add a line end");
    return read_csv(path);
}

std::size_t column_of(const CsvTable& table, const std::string& name) {
    const int found = table.find(name);
    if (found < 0)
        throw Error(fmt::format("it has no column \"{}\"{} Columns: {}", name, did_you_mean(name, table.columns),
                                listed(table.columns)));
    return static_cast<std::size_t>(found);
}

}  // namespace talweg
