/// A study: one scene, run many times with other values of some of its keys; read, explained, and laid out run by run.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/text/document.hpp"

namespace talweg {

/// A key that differs between runs, with all its values.
struct VariedKey {
    std::string name;                // of its column
    std::vector<std::string> paths;  // as --set writes them
    std::vector<Json> values;
    std::vector<std::string> sources;  // where each value was written, for messages
    bool sampled = false;
};

class Study {
public:
    /// Throws Error with a line for each problem.
    static Study read(const std::filesystem::path& file);
    static Study make(Document document, const std::filesystem::path& folder);

    const std::string& title() const { return title_; }
    const std::filesystem::path& scene_file() const { return scene_file_; }
    const std::vector<VariedKey>& keys() const { return keys_; }
    std::size_t size() const { return runs_.size(); }

    /// The value of a key in a run.
    const Json& value(std::size_t run, std::size_t key) const { return keys_[key].values[runs_[run][key]]; }
    /// {"density": 500, "time.step": 0.01}: what is particular to a run, by names.
    Json values(std::size_t run) const;
    /// "density=500, time.step=0.01"
    std::string describe(std::size_t run) const;

    /// The resolved scene of a run. Throws what is wrong with it, naming the lines of the study.
    Scene scene(std::size_t run) const;
    /// Reads every run's scene, so that mistakes show before the first one starts.
    void check() const;

private:
    Study() : scene_document_("") {}
    friend class StudyReader;

    std::string title_;
    std::filesystem::path scene_file_;
    Document scene_document_;
    std::vector<std::pair<std::string, Json>> set_;
    std::vector<std::string> set_sources_;
    std::vector<VariedKey> keys_;
    std::vector<std::vector<std::size_t>> runs_;  // by run and key: which value
};

const Json& study_schema();

}  // namespace talweg
