#include "talweg/record/recorded_contact.hpp"

#include <algorithm>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

enum Column { step, time, first, second, contacts, force_x, force_y, force_z };

CsvTable read_table(const std::filesystem::path& path) {
    CsvTable table = read_csv(path);
    const char* const names[] = {"step", "time", "first", "second", "contacts", "force_x", "force_y", "force_z"};
    if (!std::ranges::equal(table.columns, names)) throw Error(path.string() + " is no table of contacts");
    return table;
}

}  // namespace

RecordedContact::RecordedContact(const RunDirectory& run, FrameSteps frame_steps)
    : run_(run), frame_steps_(std::move(frame_steps)) {
    if (!std::filesystem::exists(run.contact_force()) || !std::filesystem::exists(run.contacts())) return;
    forces_ = std::make_unique<FrameReader>(run.contact_force());
    table_ = read_table(run.contacts());
}

void RecordedContact::refresh() {
    const std::uint64_t before = frames();
    if (empty()) return;
    forces_->refresh();
    // A step's rows are written before its frame.
    if (frames() > before) table_ = read_table(run_.contacts());
}

std::vector<ContactForces::Pair> RecordedContact::pairs(std::uint64_t frame) const {
    const auto number = static_cast<double>(frame_steps_.step(frame));
    const auto rows = std::ranges::equal_range(table_.rows, number, {}, [](const auto& row) { return row[step]; });
    std::vector<ContactForces::Pair> pairs;
    for (const std::vector<double>& row : rows)
        pairs.push_back({static_cast<int>(row[first]),
                         static_cast<int>(row[second]),
                         static_cast<int>(row[contacts]),
                         {row[force_x], row[force_y], row[force_z]}});
    return pairs;
}

}  // namespace talweg
