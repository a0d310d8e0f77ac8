#include "talweg/record/recorded_ages.hpp"

#include <algorithm>
#include <limits>

namespace talweg {

RecordedAges::RecordedAges(const RunDirectory& run) {
    if (std::filesystem::exists(run.ages())) file_ = std::make_unique<FrameReader>(run.ages());
}

void RecordedAges::refresh() {
    if (file_) file_->refresh();
}

std::vector<double> RecordedAges::read(std::uint64_t frame) const {
    if (!file_ || file_->frames() == 0) return {};
    return file_->read_values(std::min(frame, file_->frames() - 1));
}

void RecordedAges::leave_out(std::uint64_t frame, std::vector<Vec3>& x) const {
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> ages = read(frame);
    for (std::size_t i = 0; i < std::min(x.size(), ages.size()); ++i)
        if (ages[i] < 0.0) x[i] = {nowhere, nowhere, nowhere};
}

}  // namespace talweg
