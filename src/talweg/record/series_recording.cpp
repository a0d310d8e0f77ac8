#include "talweg/record/series_recording.hpp"

namespace talweg {

std::vector<std::string> body_columns(const std::vector<Body>& bodies) {
    std::vector<std::string> columns;
    for (const Body& body : bodies)
        for (const char* name : {".x", ".y", ".z", ".turn_x", ".turn_y", ".turn_z"})
            columns.push_back(body.name + name);
    return columns;
}

std::vector<SeriesRecording::Kind> SeriesRecording::kinds(const Model& model, bool wanted, bool with_impulses) {
    if (!wanted) return {};
    std::vector<Kind> kinds = {{"momentum", "kg m/s, kg m²/s", nullptr}};
    if (!with_impulses) return kinds;
    const char* unit = "N s, N m s";
    kinds.push_back({"impulse_loads", unit, &Impulses::loads});
    kinds.push_back({"impulse_holds", unit, &Impulses::holds});
    kinds.push_back({"impulse_integrator", unit, &Impulses::integrator});
    if (!model.contact) return kinds;
    kinds.push_back({"impulse_contact", unit, &Impulses::contact});
    kinds.push_back({"impulse_friction", unit, &Impulses::friction});
    kinds.push_back({"impulse_sizes", "N s", nullptr, &Impulses::sizes});
    return kinds;
}

Json SeriesRecording::describe(const Model& model, bool wanted, bool with_impulses) {
    Json json = Json::object();
    for (const Kind& kind : kinds(model, wanted, with_impulses)) {
        std::vector<std::string> columns = body_columns(model.bodies);
        if (kind.sizes) {
            columns.clear();
            for (const Body& body : model.bodies) columns.push_back(body.name);
        }
        json[kind.name] = {{"unit", kind.unit}, {"columns", columns}};
    }
    return json;
}

SeriesRecording SeriesRecording::create(const RunDirectory& directory, const Model& model, bool wanted,
                                        bool with_impulses) {
    SeriesRecording recording(model);
    std::error_code ignored;
    std::filesystem::remove_all(directory.all_series(), ignored);
    if (wanted) std::filesystem::create_directories(directory.all_series());
    for (const Kind& kind : kinds(model, wanted, with_impulses))
        recording.series_.push_back(
            {kind, FrameWriter::create(directory.series(kind.name), kind.columns() * model.bodies.size(), 1)});
    return recording;
}

SeriesRecording SeriesRecording::resume(const RunDirectory& directory, const Model& model, bool wanted,
                                        bool with_impulses, std::uint64_t rows) {
    SeriesRecording recording(model);
    for (const Kind& kind : kinds(model, wanted, with_impulses))
        recording.series_.push_back(
            {kind, FrameWriter::resume(directory.series(kind.name), kind.columns() * model.bodies.size(), rows, 1)});
    return recording;
}

void SeriesRecording::add_step(const State& state, const StepReport& report) {
    for (Series& series : series_) {
        if (series.kind.sizes) {
            row_ = report.impulses.*series.kind.sizes;
            row_.resize(model_->bodies.size(), 0.0);
            series.writer.append(row_);
            continue;
        }
        const Impulses::OfBodies values =
            series.kind.part ? report.impulses.*series.kind.part : body_momenta(*model_, state.c, state.v);
        row_.assign(6 * model_->bodies.size(), 0.0);
        for (std::size_t body = 0; body < values.size(); ++body)
            for (int a = 0; a < 3; ++a) {
                row_[6 * body + a] = values[body].linear[a];
                row_[6 * body + 3 + a] = values[body].angular[a];
            }
        series.writer.append(row_);
    }
}

void SeriesRecording::flush() {
    for (Series& series : series_) series.writer.flush();
}

void SeriesRecording::sync() {
    for (Series& series : series_) series.writer.sync();
}

void SeriesRecording::drop_unpublished() {
    for (Series& series : series_) series.writer.drop_unpublished();
}

std::size_t SeriesRecording::waiting_bytes() const {
    std::size_t bytes = 0;
    for (const Series& series : series_) bytes += series.writer.waiting_bytes();
    return bytes;
}

}  // namespace talweg
