#include "talweg/record/liquid_recording.hpp"

#include <limits>

namespace talweg {

const LiquidVolume* LiquidFields::find(const Model& model) {
    for (const auto& term : model.terms)
        if (const auto* volume = dynamic_cast<const LiquidVolume*>(term.get())) return volume;
    return nullptr;
}

LiquidFields::LiquidFields(const Model& model, const Positions& x) {
    const LiquidVolume* volume = find(model);
    if (!volume) return;
    pressure.assign(x.size(), std::numeric_limits<double>::quiet_NaN());
    density = pressure;
    const LiquidVolume::Measured found = volume->measure(x.data());
    const LiquidParticles& particles = *volume->particles();
    for (std::size_t i = 0; i < particles.points.size(); ++i) {
        const int point = particles.points[i], node = model.map.single_node(point);
        pressure[point] = found.pressure[i];
        if (node >= 0) density[point] = model.mass.diagonal[node] / particles.volume() * found.relative_density[i];
    }
}

LiquidRecording LiquidRecording::create(const RunDirectory& directory, const Model& model) {
    LiquidRecording recording(model);
    const auto points = static_cast<std::uint64_t>(model.place_count());
    for (const std::filesystem::path& path : {directory.pressures(), directory.densities()}) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        if (LiquidFields::find(model)) recording.writers_.push_back(FrameWriter::create(path, points, 1));
    }
    return recording;
}

LiquidRecording LiquidRecording::resume(const RunDirectory& directory, const Model& model, std::uint64_t frames) {
    LiquidRecording recording(model);
    const auto points = static_cast<std::uint64_t>(model.place_count());
    // A run that was begun before these were recorded goes on without them.
    const bool begun_without = !exists(directory.pressures()) && !exists(directory.densities());
    if (LiquidFields::find(model) && !begun_without)
        for (const std::filesystem::path& path : {directory.pressures(), directory.densities()})
            recording.writers_.push_back(FrameWriter::resume(path, points, frames, 1));
    return recording;
}

void LiquidRecording::append(const Positions& x) {
    if (writers_.empty()) return;
    const LiquidFields fields(*model_, x);
    writers_[0].append(fields.pressure);
    writers_[1].append(fields.density);
}

void LiquidRecording::flush() {
    for (FrameWriter& writer : writers_) writer.flush();
}

void LiquidRecording::drop_unpublished() {
    for (FrameWriter& writer : writers_) writer.drop_unpublished();
}

std::size_t LiquidRecording::waiting_bytes() const {
    std::size_t sum = 0;
    for (const FrameWriter& writer : writers_) sum += writer.waiting_bytes();
    return sum;
}

}  // namespace talweg
