#include "talweg/record/contact_recording.hpp"

#include <algorithm>

#include "talweg/math/error.hpp"

namespace talweg {

ContactRecording ContactRecording::create(const RunDirectory& directory, const Model& model, bool wanted) {
    ContactRecording recording;
    std::error_code ignored;
    std::filesystem::remove(directory.contacts(), ignored);
    std::filesystem::remove(directory.contact_force(), ignored);
    if (!wanted) return recording;
    if (!model.contact)
        throw Error(
            "forces of contact are to be recorded, but nothing touches; add \"contact\" to the scene or leave "
            "record.contact out");
    recording.last_.assign(model.place_count(), Vec3::zero());
    recording.files_.emplace(
        Files{CsvWriter::create(directory.contacts(),
                                {"step", "time", "first", "second", "contacts", "force_x", "force_y", "force_z"}),
              FrameWriter::create(directory.contact_force(), static_cast<std::uint64_t>(model.place_count()))});
    return recording;
}

ContactRecording ContactRecording::resume(const RunDirectory& directory, const Model& model, bool wanted,
                                          const RunMark& mark) {
    ContactRecording recording;
    if (!wanted) return recording;
    recording.last_.assign(model.place_count(), Vec3::zero());
    recording.files_.emplace(Files{
        CsvWriter::resume(directory.contacts(), mark.contacts_csv_bytes),
        FrameWriter::resume(directory.contact_force(), static_cast<std::uint64_t>(model.place_count()), mark.frames)});
    return recording;
}

void ContactRecording::add_step(const State& state, const StepReport& report) {
    if (!files_) return;
    for (const ContactForces::Pair& pair : report.contact.pairs) {
        files_->table.cell(state.step).cell(state.time).cell(pair.first).cell(pair.second).cell(pair.contacts);
        files_->table.cell(pair.force[0]).cell(pair.force[1]).cell(pair.force[2]).end_row();
    }
    if (!report.contact.on_point.empty()) std::copy_n(report.contact.on_point.begin(), last_.size(), last_.begin());
}

void ContactRecording::add_frame() {
    if (files_) files_->forces.append(last_);
}

void ContactRecording::flush() {
    if (!files_) return;
    files_->table.flush();
    files_->forces.flush();
}

void ContactRecording::sync() {
    if (!files_) return;
    files_->table.sync();
    files_->forces.sync();
}

void ContactRecording::drop_unwritten() {
    if (!files_) return;
    files_->table.drop_unwritten();
    files_->forces.drop_unpublished();
}

std::size_t ContactRecording::waiting_bytes() const {
    return files_ ? files_->table.waiting_bytes() + files_->forces.waiting_bytes() : 0;
}

}  // namespace talweg
