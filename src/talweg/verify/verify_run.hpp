/// The referee: examines a recorded run with code of its own, and says what can be vouched for.
#pragma once
#include <filesystem>

#include "talweg/verify/finding.hpp"

namespace talweg {

struct Certificate {
    std::filesystem::path run;
    std::string ended;  // as the run itself says
    std::vector<Finding> findings;

    bool passed() const;
    /// One line per question, objections below it, the verdict last.
    std::string text() const;
};

/// Every recorded frame and step of a run, finished or still being written.
Certificate verify_run(const std::filesystem::path& run);

}  // namespace talweg
