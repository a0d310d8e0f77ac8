#include "talweg/record/series_recording.hpp"

#include <cmath>
#include <numbers>

#include "talweg/format/plain_file.hpp"
#include "talweg/model/constraints.hpp"
#include "talweg/model/drive.hpp"
#include "talweg/model/linkage.hpp"
#include "talweg/record/joint_readings.hpp"

namespace talweg {

namespace {

constexpr double turn = 2.0 * std::numbers::pi, in_degrees = 180.0 / std::numbers::pi;

std::vector<std::string> moment_columns(const std::vector<std::string>& names) {
    std::vector<std::string> columns;
    for (const std::string& of : names)
        for (const char* name : {".x", ".y", ".z", ".turn_x", ".turn_y", ".turn_z"}) columns.push_back(of + name);
    return columns;
}

std::vector<std::string> door_names(const Drive& drive) {
    std::vector<std::string> names;
    for (const Crowd& crowd : drive.crowds)
        for (const Door& door : crowd.doors) names.push_back(door.name);
    return names;
}

}  // namespace

std::vector<std::string> body_columns(const std::vector<Body>& bodies) {
    std::vector<std::string> names;
    for (const Body& body : bodies) names.push_back(body.name);
    return moment_columns(names);
}

/// Row by row: the constraint's name, and the number of the row in it where there are several.
std::vector<std::string> constraint_columns(const Model& model) {
    std::vector<std::string> columns;
    if (model.constraints)
        for (const Constraints::Group& group : model.constraints->groups)
            for (int row = group.begin; row < group.end; ++row)
                columns.push_back(group.end - group.begin == 1 ? group.name
                                                               : group.name + "." + std::to_string(row - group.begin));
    return columns;
}

std::vector<SeriesRecording::Kind> SeriesRecording::kinds(const Model& model, bool wanted, bool with_impulses) {
    if (!wanted) return {};
    std::vector<Kind> kinds = {{"momentum", "kg m/s, kg m²/s", nullptr}};
    if (model.linkage && !model.linkage->meters.empty()) {
        kinds.push_back({"joint_motion", "degrees, rad/s; m, m/s", nullptr});
        kinds.back().of_meters = true;
    }
    if (const Drive* drive = drive_of(model)) {
        if (!drive->emitters.empty()) {
            kinds.push_back({"emitters", "1", nullptr});
            kinds.back().of_emitters = true;
        }
        if (!door_names(*drive).empty()) {
            kinds.push_back({"doors", "1", nullptr});
            kinds.back().of_doors = true;
        }
    }
    if (!drive_columns(model, with_impulses).empty()) {
        kinds.push_back({"joint_drives", "degrees, rad/s, N m; m, m/s, N", nullptr});
        kinds.back().of_drives = true;
    }
    if (!with_impulses) return kinds;
    const char* unit = "N s, N m s";
    kinds.push_back({"impulse_loads", unit, &Impulses::loads});
    kinds.push_back({"impulse_holds", unit, &Impulses::holds});
    kinds.push_back({"impulse_integrator", unit, &Impulses::integrator});
    if (model.linkage) kinds.push_back({"impulse_joints", unit, &Impulses::joints});
    if (!joint_names(model).empty()) kinds.push_back({"joints", unit, &Impulses::in_joints});
    if (model.constraints) kinds.push_back({"constraints", "N s", nullptr, &Impulses::in_constraints});
    if (!model.contact) return kinds;
    kinds.push_back({"impulse_contact", unit, &Impulses::contact});
    kinds.push_back({"impulse_friction", unit, &Impulses::friction});
    kinds.push_back({"impulse_sizes", "N s", nullptr, &Impulses::sizes});
    return kinds;
}

std::size_t SeriesRecording::width(const Kind& kind, const Model& model, bool with_impulses) {
    if (kind.sizes == &Impulses::in_constraints) return constraint_columns(model).size();
    if (kind.of_emitters) return 2 * drive_of(model)->emitters.size();
    if (kind.of_doors) return door_names(*drive_of(model)).size();
    if (kind.of_meters) return 2 * model.linkage->meters.size();
    if (kind.of_drives) return drive_columns(model, with_impulses).size();
    return kind.columns() * (kind.of_joints() ? joint_names(model).size() : model.bodies.size());
}

Json SeriesRecording::describe(const Model& model, bool wanted, bool with_impulses) {
    Json json = Json::object();
    for (const Kind& kind : kinds(model, wanted, with_impulses)) {
        std::vector<std::string> columns = body_columns(model.bodies);
        if (kind.of_joints()) columns = moment_columns(joint_names(model));
        if (kind.of_meters) {
            columns.clear();
            for (const JointMeter& meter : model.linkage->meters)
                for (const char* name : {meter.turns ? ".angle" : ".position", ".speed"})
                    columns.push_back(meter.name + name);
        }
        if (kind.of_doors) columns = door_names(*drive_of(model));
        if (kind.of_emitters) {
            columns.clear();
            for (const Emitter& emitter : drive_of(model)->emitters)
                for (const char* name : {".living", ".waiting"}) columns.push_back(emitter.name + name);
        }
        if (kind.of_drives) columns = drive_columns(model, with_impulses);
        if (kind.sizes) {
            columns.clear();
            if (kind.sizes == &Impulses::in_constraints)
                columns = constraint_columns(model);
            else
                for (const Body& body : model.bodies) columns.push_back(body.name);
        }
        json[kind.name] = {{"unit", kind.unit}, {"columns", columns}};
        if (kind.of_joints()) json[kind.name]["redundant"] = redundant_joints(model);
    }
    return json;
}

SeriesRecording SeriesRecording::create(const RunDirectory& directory, const Model& model, bool wanted,
                                        bool with_impulses) {
    SeriesRecording recording(model, with_impulses);
    std::error_code ignored;
    std::filesystem::remove_all(directory.all_series(), ignored);
    if (wanted) make_plain_directory(directory.all_series());
    for (const Kind& kind : kinds(model, wanted, with_impulses))
        recording.series_.push_back(
            {kind, FrameWriter::create(directory.series(kind.name), width(kind, model, with_impulses), 1)});
    return recording;
}

SeriesRecording SeriesRecording::resume(const RunDirectory& directory, const Model& model, bool wanted,
                                        bool with_impulses, std::uint64_t rows) {
    SeriesRecording recording(model, with_impulses);
    refuse_link(directory.all_series());
    for (const Kind& kind : kinds(model, wanted, with_impulses))
        recording.series_.push_back(
            {kind, FrameWriter::resume(directory.series(kind.name), width(kind, model, with_impulses), rows, 1)});
    for (const Series& series : recording.series_)
        if (series.kind.of_meters && rows > 0) {
            const std::vector<double> last = FrameReader(directory.series(series.kind.name)).read_values(rows - 1);
            for (std::size_t k = 0; 2 * k < last.size(); ++k) recording.coordinates_.push_back(last[2 * k]);
        }
    return recording;
}

/// A row of coordinates and speeds. Angles are told within half a turn; turns are counted by the row before.
void SeriesRecording::read_meters(const State& state) {
    const std::vector<JointMeter>& meters = model_->linkage->meters;
    const Positions x = positions(*model_, state);
    Positions v;
    follow_move(model_->map, state.v, v);
    coordinates_.resize(meters.size(), 0.0);
    row_.clear();
    for (std::size_t k = 0; k < meters.size(); ++k) {
        const JointReading reading = read_meter(meters[k], x, v);
        double coordinate = reading.coordinate;
        if (meters[k].turns) {
            const double turns = std::round((coordinates_[k] / in_degrees - coordinate) / turn);
            coordinate = in_degrees * (coordinate + turns * turn);
        }
        coordinates_[k] = coordinate;
        row_.insert(row_.end(), {coordinate, reading.speed});
    }
}

void SeriesRecording::count_particles(const State& state) {
    row_.clear();
    std::size_t i = 0;
    for (const Emitter& emitter : drive_of(*model_)->emitters) {
        double living = 0.0, waiting = 0.0;
        for (int k = 0; k < emitter.count; ++k, ++i) {
            const double due = emitter.due(k, state.time);
            if (emitter.lives(state.born[i], state.time))
                ++living;
            else if (due > state.born[i] && emitter.lives(due, state.time))
                ++waiting;
        }
        row_.insert(row_.end(), {living, waiting});
    }
}

void SeriesRecording::add_step(const State& state, const StepReport& report) {
    for (Series& series : series_) {
        if (series.kind.of_meters) {
            read_meters(state);
            series.writer.append(row_);
            continue;
        }
        if (series.kind.of_emitters || series.kind.of_doors) {
            if (series.kind.of_emitters) count_particles(state);
            series.writer.append(series.kind.of_emitters ? row_ : state.passed);
            continue;
        }
        if (series.kind.of_drives) {
            const auto steps = static_cast<double>(state.step - state.paced_step);
            const double dt = steps > 0.0 ? (state.time - state.paced_time) / steps : 0.0;
            read_drives(*model_, state, report.impulses, dt, with_impulses_, row_);
            series.writer.append(row_);
            continue;
        }
        if (series.kind.sizes) {
            row_ = report.impulses.*series.kind.sizes;
            row_.resize(width(series.kind, *model_, with_impulses_), 0.0);
            series.writer.append(row_);
            continue;
        }
        const Impulses::OfBodies values = series.kind.of_joints() ? joint_impulses(*model_, report.impulses)
                                          : series.kind.part      ? report.impulses.*series.kind.part
                                                                  : body_momenta(*model_, state.c, state.v);
        row_.clear();
        for (const Momentum& value : values)
            for (const Vec3& part : {value.linear, value.angular}) row_.insert(row_.end(), part.data, part.data + 3);
        row_.resize(width(series.kind, *model_, with_impulses_), 0.0);
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
