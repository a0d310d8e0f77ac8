/// One question put to a run, and what was found.
#pragma once
#include <string>
#include <vector>

namespace talweg {

struct Finding {
    static constexpr std::size_t most_objections = 5;

    std::string question;                      // "intersections"
    std::string answer = {};                   // what was looked at, or why nothing was
    std::vector<std::string> objections = {};  // the first few
    std::size_t objection_count = 0;
    bool asked = true;  // false: the run has promised nothing of the kind

    bool passed() const { return objection_count == 0; }
    void object(std::string text) {
        if (++objection_count <= most_objections) objections.push_back(std::move(text));
    }
};

}  // namespace talweg
