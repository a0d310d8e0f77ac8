#include "talweg/serve/replay.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "talweg/math/error.hpp"
#include "talweg/record/contact_block.hpp"
#include "talweg/record/looks.hpp"
#include "talweg/record/step_forces.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/report/scene_units.hpp"
#include "talweg/scene/text/json.hpp"
#include "talweg/serve/frame_packet.hpp"
#include "talweg/serve/query.hpp"

namespace talweg {

namespace {

constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();

constexpr std::uint64_t most_bytes = 600'000'000;     // that a page should have to keep
constexpr std::size_t most_answer_bytes = 4'000'000;  // then the page asks again
constexpr auto between_readings = std::chrono::milliseconds(500);

const RunDirectory& require_run(const RunDirectory& run) {
    if (!run.holds_run())
        throw Error(run.path.string() + " holds no run; give a scene file, or a directory made by talweg run");
    return run;
}

std::optional<std::uint64_t> number(std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    constexpr std::uint64_t most = 1'000'000'000;  // products of it are still numbers
    return error == std::errc() && end == digits.data() + digits.size() && value < most ? std::optional(value)
                                                                                        : std::nullopt;
}

CsvTable with_columns(const CsvTable& table, const std::vector<std::string>& columns) {
    CsvTable chosen{columns, std::vector(table.rows.size(), std::vector(columns.size(), unknown_number))};
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (const int from = table.find(columns[c]); from >= 0)
            for (std::size_t n = 0; n < table.rows.size(); ++n) chosen.rows[n][c] = table.rows[n][from];
    return chosen;
}

}  // namespace

Replay::Replay(const RunDirectory& run)
    : run_(require_run(run)),
      frames_(run.positions()),
      steps_(read_steps_with_forces(run)),
      steps_read_(std::chrono::steady_clock::now()),
      fields_(run, read_bodies(run)),
      ages_(run) {
    for (const char* column : {"step", "time"})
        if (steps_.find(column) < 0) throw Error(run.steps().string() + " is damaged: it has no column " + column);
    if (frames_.frames() == 0) throw Error(run.path.string() + " holds no frame yet; try again in a moment");
    const Json time = Json::parse(read_whole_file(run.scene())).value("time", Json::object());
    frame_steps_ = FrameSteps::read(run);
    step_seconds_ = time.value("step", 1.0);
    contact_.emplace(run, frame_steps_);
    stride_ = 1 + frames_.frames() * frames_.points() * 12 / most_bytes;
}

std::string Replay::hello() {
    Json fields = Json::array();
    for (const auto& field : fields_.fields()) fields.push_back({{"name", field.name}, {"unit", field.unit}});
    const std::string scene = read_whole_file(run_.scene());
    return "{\"kind\": \"hello\", \"live\": false, \"scene\": " + scene +
           ", \"units\": " + scene_units(Json::parse(scene)).dump() +
           ", \"topology\": " + drawn_topology(read_whole_file(run_.topology())) + ", \"looks\": " + looks_text(run_) +
           ", \"columns\": " + Json(steps_.columns).dump() +
           ", \"frames\": " + std::to_string(shown_of(frames_.frames())) + ", \"fields\": " + fields.dump() +
           ", \"contact\": " + (contact_->empty() ? "false" : "true") + "}";
}

StatusText Replay::status() {
    std::error_code error;
    const auto written = std::filesystem::last_write_time(run_.run(), error);
    if (!error && written != run_written_) {
        run_written_ = written;
        const std::string text = "{\"kind\": \"recording\", \"run\": " + read_whole_file(run_.run()) + "}";
        status_text_ = {status_text_.version + 1, std::make_shared<std::string>(text)};
    }
    return status_text_;
}

Packet Replay::next_frame(std::uint64_t, std::uint64_t& cursor) {
    const std::uint64_t frame = cursor * stride_;
    if (frame >= frames_.frames()) frames_.refresh();
    if (frame >= frames_.frames()) return nullptr;
    const auto row = row_of(frame);
    if (!row) return nullptr;
    ++cursor;
    std::vector<Vec3> x = frames_.read(frame);
    ages_.refresh();
    ages_.leave_out(frame, x);
    return frame_packet(x, *row);
}

std::optional<std::string> Replay::recorded(std::string_view target) {
    const auto from = number(query_value(target, "from"));
    if (!from) return {};
    if (!query_value(target, "contact").empty())
        return contact_->empty() ? std::nullopt : std::optional(contact_from(*from));
    const auto field = number(query_value(target, "field"));
    if (!field || *field >= fields_.fields().size()) return {};
    return fields_from(fields_.fields()[*field], *from);
}

std::string Replay::fields_from(const PointFields::Field& field, std::uint64_t from) {
    fields_.refresh();
    std::string bytes;
    for (std::uint64_t shown = from; shown < shown_of(fields_.frames()) && bytes.size() < most_answer_bytes; ++shown)
        append_floats(bytes, fields_.read(field, shown * stride_, std::numeric_limits<double>::quiet_NaN()));
    return bytes;
}

std::string Replay::contact_from(std::uint64_t from) {
    contact_->refresh();
    std::string bytes;
    for (std::uint64_t shown = from; shown < shown_of(contact_->frames()) && bytes.size() < most_answer_bytes; ++shown)
        append_contact_block(bytes, contact_->pairs(shown * stride_), contact_->on_points(shown * stride_));
    return bytes;
}

/// The row of the step that ended with this frame; nothing while it is too early to look for it again.
std::optional<std::vector<double>> Replay::row_of(std::uint64_t frame) {
    const auto step = static_cast<double>(frame_steps_.step(frame));
    const int step_column = steps_.find("step"), time_column = steps_.find("time");
    const auto find = [&] {
        const auto row = std::ranges::lower_bound(steps_.rows, step, {}, [&](const auto& r) { return r[step_column]; });
        return row != steps_.rows.end() && (*row)[step_column] == step ? &*row : nullptr;
    };
    const std::vector<double>* row = find();
    if (!row) {
        const auto now = std::chrono::steady_clock::now();
        if (now - steps_read_ < between_readings) return {};
        steps_ = with_columns(read_steps_with_forces(run_), steps_.columns);  // those that the page was told of
        steps_read_ = now;
        row = find();
    }
    if (row) return *row;
    // A frame's row is written before it, so this one was lost: its time is the nominal one, the rest unknown.
    std::vector<double> unknown(steps_.columns.size(), unknown_number);
    unknown[step_column] = step;
    unknown[time_column] = step * step_seconds_;
    return unknown;
}

}  // namespace talweg
