/// Problems of a scene as they are found: what checks have in common.
#pragma once
#include <fmt/format.h>

#include "talweg/scene/spec/validate.hpp"

namespace talweg {

struct ProblemList {
    std::vector<Problem> problems;

    /// That what stands there is, has or does something it should not: the message goes on after its name.
    template <class... Words>
    void report(const Where& where, fmt::format_string<Words...> message, Words&&... words) {
        problems.push_back({where, subject(where) + " " + fmt::format(message, std::forward<Words>(words)...)});
    }
    void add(const std::vector<Problem>& more) { problems.insert(problems.end(), more.begin(), more.end()); }
};

}  // namespace talweg
