#include "talweg/sweep/study.hpp"

#include <fmt/format.h>

#include "talweg/scene/spec/apply_setting.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/spec/schema.hpp"
#include "talweg/study_schema_text.hpp"

namespace talweg {

const Json& study_schema() {
    static const Json schema = Json::parse(study_schema_text);
    return schema;
}

Json Study::values(std::size_t run) const {
    Json all = Json::object();
    for (std::size_t k = 0; k < keys_.size(); ++k) all[keys_[k].name] = value(run, k);
    return all;
}

std::string Study::describe(std::size_t run) const {
    std::string text;
    for (std::size_t k = 0; k < keys_.size(); ++k) {
        const Json& v = value(run, k);
        text += (k ? ", " : "") + keys_[k].name + "=";
        text += v.is_number_float() ? fmt::format("{:.6g}", v.get<double>()) : v.dump();
    }
    return text;
}

Scene Study::scene(std::size_t run) const {
    Document document = scene_document_;
    for (std::size_t i = 0; i < set_.size(); ++i)
        apply_setting(document, scene_schema(), set_[i].first, set_[i].second, set_sources_[i]);
    for (std::size_t k = 0; k < keys_.size(); ++k)
        for (const std::string& path : keys_[k].paths)
            apply_setting(document, scene_schema(), path, value(run, k), keys_[k].sources[runs_[run][k]]);
    return resolve_scene(std::move(document), scene_file_.parent_path());
}

void Study::check() const {
    for (std::size_t run = 0; run < size(); ++run) {
        try {
            scene(run);
        } catch (const Error& error) {
            throw Error(fmt::format("{}\n(run {} of {}: {})", error.what(), run, size(), describe(run)));
        }
    }
}

}  // namespace talweg
