#include "talweg/scene/spec/fill_curves.hpp"

#include <fmt/format.h>

#include <map>

#include "talweg/scene/spec/read_table.hpp"
#include "talweg/scene/text/json_path.hpp"

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
            if (table.find("time") < 0) throw Error("it has no column \"time\"");
            const std::size_t time = column_of(table, "time"), values = column_of(table, column);
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
        return tables_[file] = read_table(folder_ / file);
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
