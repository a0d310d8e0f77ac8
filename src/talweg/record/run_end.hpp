/// How a run ended, and the words for it in run.json and on the terminal.
#pragma once
#include <ostream>
#include <string>
#include <string_view>

#include "talweg/step/step_report.hpp"

namespace talweg {

class RunEnd {
public:
    enum class Kind { running, finished, interrupted, stopped };

    /// Not yet.
    RunEnd() = default;
    static RunEnd finished() { return RunEnd(Kind::finished); }
    static RunEnd interrupted() { return RunEnd(Kind::interrupted); }
    /// For a reason that steps have.
    static RunEnd stopped(Stop stop) { return RunEnd(Kind::stopped, describe(stop)); }
    /// By what could not be read or written.
    static RunEnd stopped(std::string error) { return RunEnd(Kind::stopped, std::move(error)); }

    Kind kind() const { return kind_; }

    /// "running", "finished", "interrupted", "stopped: <reason>": what files say, and programs compare with.
    std::string words() const {
        const std::string word = words_of(kind_);
        return kind_ == Kind::stopped ? word + ": " + reason_ : word;
    }
    static constexpr const char* words_of(Kind kind) {
        switch (kind) {
            case Kind::running:
                return "running";
            case Kind::finished:
                return "finished";
            case Kind::interrupted:
                return "interrupted";
            case Kind::stopped:
                return "stopped";
        }
        return "";
    }
    /// What recorded words mean; those that are none of the above mean a run that was given up while running.
    static Kind kind_of(std::string_view words) {
        for (const Kind kind : {Kind::finished, Kind::interrupted})
            if (words == words_of(kind)) return kind;
        return words.starts_with(words_of(Kind::stopped)) ? Kind::stopped : Kind::running;
    }

    friend bool operator==(const RunEnd& end, std::string_view words) { return end.words() == words; }
    friend std::ostream& operator<<(std::ostream& stream, const RunEnd& end) { return stream << end.words(); }

private:
    explicit RunEnd(Kind kind, std::string reason = {}) : kind_(kind), reason_(std::move(reason)) {}

    Kind kind_ = Kind::running;
    std::string reason_;
};

}  // namespace talweg
