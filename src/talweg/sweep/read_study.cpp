#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "talweg/scene/spec/fill_defaults.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/spec/validate.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/parse_document.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/sweep/samples.hpp"
#include "talweg/sweep/study.hpp"

namespace talweg {

namespace {

constexpr std::size_t most_runs = 100'000;

bool is_whole(const Json& number) { return number.is_number_integer(); }

}  // namespace

/// Makes a study of what was written; a member function per part.
class StudyReader {
public:
    StudyReader(Document document, const std::filesystem::path& folder)
        : document_(std::move(document)), folder_(folder) {}

    Study read() {
        require_none(validate(document_, study_schema()));
        fill_defaults(document_.value, study_schema());
        const Json& written = document_.value;
        study_.title_ = written["title"];
        study_.scene_file_ =
            std::filesystem::absolute(folder_ / written["scene"].get<std::string>()).lexically_normal();
        for (std::size_t k = 0; k < written["vary"].size(); ++k) add_key(written["vary"][k], pointer_to("/vary", k));
        read_set(written["set"]);
        require_none(problems_);
        sample_intervals();
        require_none(problems_);
        lay_out(written["together"]);
        require_none(problems_);
        try {
            study_.scene_document_ = parse_document(scene_text(study_.scene_file_), study_.scene_file_.string());
        } catch (const Error& error) {
            throw Error(
                fmt::format("{}\nThat is what the study at {} names as its scene", error.what(), place("/scene")));
        }
        return std::move(study_);
    }

private:
    template <class... Values>
    void report(const std::string& pointer, fmt::format_string<Values...> text, Values&&... values) {
        const Where where = document_.where(pointer);
        problems_.push_back({where, path_text(pointer) + " " + fmt::format(text, std::forward<Values>(values)...)});
    }

    std::string place(const std::string& pointer) const { return document_.where(pointer).text(); }

    void add_key(const Json& written, const std::string& pointer) {
        VariedKey key;
        key.paths.push_back(written["key"]);
        for (const Json& path : written["also"]) key.paths.push_back(path);
        key.name = written.value("name", key.paths[0]);
        for (const std::string& path : key.paths) claim(path, pointer);
        if (!names_.insert(key.name).second)
            report(pointer, "has the name {} of an earlier one; give it another \"name\"", in_quotes(key.name));
        Interval interval;
        if (written.contains("values")) {
            for (const char* other : {"from", "to", "count", "by"})
                if (written.contains(other))
                    return report(pointer, "has values and \"{}\"; one of the two is enough", other);
            for (const Json& value : written["values"]) key.values.push_back(value);
        } else if (read_interval(written, pointer, interval)) {
            fill_range(written, pointer, interval, key);
        }
        for (std::size_t i = 0; i < key.values.size(); ++i)
            key.sources.push_back(source(pointer + (written.contains("values") ? "/values/" + std::to_string(i) : ""),
                                         key.paths[0], key.values[i]));
        intervals_.push_back(interval);
        study_.keys_.push_back(std::move(key));
    }

    /// A path is set once.
    void claim(const std::string& path, const std::string& pointer) {
        try {
            parse_path(path);
        } catch (const Error& error) {
            report(pointer, "is for {}, which is no path: {}", in_quotes(path), error.what());
        }
        if (!paths_.insert(path).second) report(pointer, "sets {}, which is set already", in_quotes(path));
    }

    std::string source(const std::string& pointer, const std::string& path, const Json& value) const {
        return fmt::format("{} ({}={})", place(pointer), path, printable(value.dump()));
    }

    bool read_interval(const Json& written, const std::string& pointer, Interval& interval) {
        if (!written.contains("from") || !written.contains("to")) {
            report(pointer, "needs values, or from and to");
            return false;
        }
        interval = {written["from"], written["to"], written["scale"] == "log", written["whole"]};
        if (interval.from >= interval.to)
            report(pointer, "is upside down: from {} to {}; from must be less than to", interval.from, interval.to);
        else if (interval.log && interval.from <= 0.0)
            report(pointer, "has the scale log, which needs from greater than 0, but it is {}", interval.from);
        else if (interval.whole && std::ceil(interval.from) > std::floor(interval.to))
            report(pointer, "holds no whole number: from {} to {}", interval.from, interval.to);
        else
            return true;
        return false;
    }

    void fill_range(const Json& written, const std::string& pointer, Interval& interval, VariedKey& key) {
        const bool counted = written.contains("count"), spaced = written.contains("by");
        if (counted && spaced) return report(pointer, "has count and by; one of the two is enough");
        key.sampled = !counted && !spaced;
        if (key.sampled && !document_.value.contains("sample"))
            return report(pointer,
                          "has from and to alone: add count or by for a range, or \"sample\": {{\"count\": 20}} to "
                          "the study for samples");
        if (counted) key.values = values_by_count(interval, written["count"]);
        if (!spaced) return;
        const double by = written["by"];
        if (interval.log && by <= 1.0)
            return report(pointer, "has the scale log: by is a factor then, greater than 1, but is {}", by);
        const double distances =
            interval.log ? std::log(interval.to / interval.from) / std::log(by) : (interval.to - interval.from) / by;
        if (distances > static_cast<double>(most_runs))
            return report(pointer, "has more than {} values; choose a larger by", most_runs);
        interval.whole |= is_whole(written["from"]) && is_whole(written["by"]) && !interval.log;
        key.values = values_by_distance(interval, by);
    }

    void read_set(const Json& set) {
        for (const auto& [path, value] : set.items()) {
            const std::string pointer = pointer_to("/set", path);
            claim(path, pointer);
            study_.set_.emplace_back(path, value);
            study_.set_sources_.push_back(source(pointer, path, value));
        }
    }

    void sample_intervals() {
        std::vector<std::size_t> sampled;
        for (std::size_t k = 0; k < study_.keys_.size(); ++k)
            if (study_.keys_[k].sampled) sampled.push_back(k);
        if (!document_.value.contains("sample")) return;
        if (sampled.empty())
            return report("/sample", "has nothing to sample: no key of vary has from and to without count and by");
        const Json& sample = document_.value["sample"];
        const Sampling method = sample["method"] == "random" ? Sampling::random : Sampling::latin_hypercube;
        samples_ = sample["count"];
        const auto fractions =
            samples(method, static_cast<int>(sampled.size()), static_cast<int>(samples_), sample["seed"]);
        for (std::size_t d = 0; d < sampled.size(); ++d) {
            VariedKey& key = study_.keys_[sampled[d]];
            key.values = values_at(intervals_[sampled[d]], fractions[d]);
            for (const Json& value : key.values)
                key.sources.push_back(source(pointer_to("/vary", sampled[d]), key.paths[0], value));
        }
    }

    /// Lists and ranges each with each (or side by side), the samples within.
    void lay_out(bool together) {
        std::vector<std::size_t> listed;
        double count = static_cast<double>(samples_);
        for (std::size_t k = 0; k < study_.keys_.size(); ++k)
            if (!study_.keys_[k].sampled) listed.push_back(k);
        std::size_t side_by_side = 1;
        for (const std::size_t k : listed) {
            const std::size_t length = study_.keys_[k].values.size();
            if (!together) count *= static_cast<double>(length);
            if (together && k != listed[0] && length != side_by_side)
                return report(pointer_to("/vary", k), "has {} values, but {} before it, with which it goes together",
                              length, side_by_side);
            side_by_side = length;
        }
        if (together && !listed.empty()) count *= static_cast<double>(side_by_side);
        if (count > static_cast<double>(most_runs))
            return report("/vary", "makes {:.0f} runs; the most is {}", count, most_runs);
        for (std::size_t run = 0; run < static_cast<std::size_t>(count); ++run) {
            std::vector<std::size_t> chosen(study_.keys_.size(), run % samples_);
            std::size_t rest = run / samples_;
            for (auto k = listed.rbegin(); k != listed.rend(); ++k) {
                const std::size_t length = study_.keys_[*k].values.size();
                chosen[*k] = rest % length;
                if (!together) rest /= length;
            }
            study_.runs_.push_back(std::move(chosen));
        }
    }

    Document document_;
    std::filesystem::path folder_;
    Study study_;
    std::vector<Problem> problems_;
    std::set<std::string> names_, paths_;
    std::vector<Interval> intervals_;
    std::size_t samples_ = 1;
};

Study Study::read(const std::filesystem::path& file) {
    std::string text;
    try {
        text = scene_text(file);
    } catch (const Error&) {
        if (!std::filesystem::exists(file)) throw Error(file.string() + ": there is no such file");
        throw;
    }
    return make(parse_document(text, file.string()), file.parent_path());
}

Study Study::make(Document document, const std::filesystem::path& folder) {
    return StudyReader(std::move(document), folder).read();
}

}  // namespace talweg
