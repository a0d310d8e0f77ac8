/// pressure.npy and density.npy of runs with liquids, frames × points, float64, Pa and kg/m³ (kg/m² in the plane); NaN
/// of all other points.
#pragma once
#include "talweg/model/liquid.hpp"
#include "talweg/model/model.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// What the particles of a model's liquids feel at x, by point; nothing without liquids.
struct LiquidFields {
    std::vector<double> pressure, density;

    LiquidFields(const Model& model, const Positions& x);
    static const LiquidVolume* find(const Model& model);
};

/// Appends these frame by frame; does nothing without liquids.
class LiquidRecording {
public:
    /// Starts the files; what was there is gone.
    static LiquidRecording create(const RunDirectory& directory, const Model& model);
    /// Goes on after the first `frames` frames.
    static LiquidRecording resume(const RunDirectory& directory, const Model& model, std::uint64_t frames);

    void append(const Positions& x);
    void flush();
    void drop_unpublished();
    std::size_t waiting_bytes() const;

private:
    explicit LiquidRecording(const Model& model) : model_(&model) {}

    const Model* model_;
    std::vector<FrameWriter> writers_;  // none, or pressure and density
};

}  // namespace talweg
