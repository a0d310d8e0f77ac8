#include "talweg/scene/spec/fill_curves.hpp"

#include <fmt/format.h>

#include <map>

#include "talweg/format/csv.hpp"
#include "talweg/geometry/read/npz.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {
namespace {

class CurveTables {
public:
    CurveTables(const Document& document, const std::filesystem::path& folder) : document_(document), folder_(folder) {}

    void fill(Json& value, const std::string& at) {
        if (value.is_object() && value.contains("file") && value.contains("column")) return replace(value, at);
        if (value.is_object())
            for (const auto& [key, member] : value.items()) fill(member, pointer_to(at, key));
        if (value.is_array())
            for (std::size_t i = 0; i < value.size(); ++i) fill(value[i], pointer_to(at, i));
    }

private:
    void replace(Json& curve, const std::string& at) {
        const Where where = document_.where(at);
        const std::string file = curve["file"].get<std::string>(), column = curve["column"].get<std::string>();
        try {
            const CsvTable& table = read(file);
            const int time = table.find("time"), values = table.find(column);
            if (time < 0) throw Error("it has no column \"time\"");
            if (values < 0)
                throw Error(fmt::format("it has no column \"{}\"{} Columns: {}", column,
                                        did_you_mean(column, table.columns), listed(table.columns)));
            if (table.rows.empty()) throw Error("it has no rows");
            Json keyframes = Json::array();
            for (const auto& row : table.rows) keyframes.push_back({row[time], row[values]});
            Json filled = {{"keyframes", std::move(keyframes)}};
            if (curve.contains("interpolation")) filled["interpolation"] = curve["interpolation"];
            curve = std::move(filled);
        } catch (const Error& error) {
            throw Error(located(
                where, fmt::format("{} cannot be read from the table {}: {}", subject(where), file, error.what())));
        }
    }

    const CsvTable& read(const std::string& file) {
        const auto known = tables_.find(file);
        if (known != tables_.end()) return known->second;
        const std::filesystem::path path = folder_ / file;
        if (!std::filesystem::is_regular_file(path)) throw Error("there is no such file");
        if (path.extension() == ".npz") return tables_[file] = read_archive(path);
        // Records of runs may end in a torn line, which is left out; the table of a person must be whole.
        const std::string text = read_whole_file(path);
        if (text.empty() || text.back() != '\n') throw Error("its last line does not end; add a line end");
        return tables_[file] = read_csv(path);
    }

    /// Arrays of one dimension, as long as one another, are the columns.
    static CsvTable read_archive(const std::filesystem::path& path) {
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

    const Document& document_;
    const std::filesystem::path& folder_;
    std::map<std::string, CsvTable> tables_;
};

}  // namespace

void fill_curves(Document& document, const std::filesystem::path& folder) {
    Json value = document.value;
    CurveTables(document, folder).fill(value, "");
    document.value = std::move(value);
}

}  // namespace talweg
