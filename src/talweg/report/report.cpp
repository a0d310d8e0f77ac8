#include "talweg/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "talweg/format/base64.hpp"
#include "talweg/format/deflate.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/frame_steps.hpp"
#include "talweg/record/looks.hpp"
#include "talweg/record/step_forces.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/report/page_text.hpp"
#include "talweg/report/report_contact.hpp"
#include "talweg/report/report_fields.hpp"
#include "talweg/report/report_frames.hpp"
#include "talweg/report/scene_units.hpp"

namespace talweg {

namespace {

// The page runs its own inline script and asks nothing of the network, whatever the run's files hold.
constexpr std::string_view page_rules =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; style-src "
    "'unsafe-inline'; img-src data: blob:; media-src blob:; font-src data:; connect-src data:; base-uri 'none'; "
    "form-action 'none'\">\n";

// Room for the size of the page, known when it is whole.
constexpr std::string_view room_for_size = " data-bytes=\"            \"";

constexpr std::size_t most_step_rows = 20'000;  // more than any screen has columns

/// JSON has no infinity and no NaN.
void append_number(std::string& text, double value) {
    char digits[24];
    const bool counts = std::abs(value) < 1e8 && value == std::trunc(value);  // as most columns do
    const auto end = counts ? std::to_chars(digits, std::end(digits), static_cast<int>(value))
                            : std::to_chars(digits, std::end(digits), value, std::chars_format::general, 8);
    if (std::isfinite(value))
        text.append(digits, end.ptr);
    else
        text += "null";
    text += ',';
}

/// {"name": [numbers of every stride-th row…]…}; the last row always stays.
std::string columns_text(const CsvTable& table) {
    const std::size_t stride = (table.rows.size() + most_step_rows - 1) / most_step_rows;
    std::string text = "{";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        text += nlohmann::json(table.columns[column]).dump() + ":[";
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            if (row % stride == 0 || row + 1 == table.rows.size()) append_number(text, table.rows[row][column]);
        if (!table.rows.empty()) text.pop_back();
        text += "],";
    }
    if (!table.columns.empty()) text.pop_back();
    return text + "}";
}

/// Simulated time of every chosen frame: the table's where the step is in it, else the nominal one.
std::string times_text(const CsvTable& steps, const Json& scene, const FrameSteps& frame_steps,
                       std::span<const std::uint64_t> chosen) {
    const Json time = scene.value("time", Json::object());
    const double step = time.value("step", 1.0);
    const int step_column = steps.find("step"), time_column = steps.find("time");
    std::string text = "[";
    for (const std::uint64_t frame : chosen) {
        const auto number = static_cast<double>(frame_steps.step(frame));
        double seconds = number * step;
        if (frame > 0 && step_column >= 0 && time_column >= 0) {
            const auto row =
                std::ranges::lower_bound(steps.rows, number, {}, [&](const auto& r) { return r[step_column]; });
            if (row != steps.rows.end() && (*row)[step_column] == number) seconds = (*row)[time_column];
        }
        append_number(text, seconds);
    }
    text.back() = ']';
    return text;
}

std::string fields_text(std::span<const PackedField> fields) {
    nlohmann::json list = nlohmann::json::array();
    for (const PackedField& field : fields)
        list.push_back({{"name", field.name}, {"unit", field.unit}, {"low", field.low}, {"high", field.high}});
    return list.dump();
}

std::string boxes_text(std::span<const QuantisedBox> boxes) {
    nlohmann::json list = nlohmann::json::array();
    for (const QuantisedBox& box : boxes)
        list.push_back(
            {{"low", {box.low[0], box.low[1], box.low[2]}}, {"step", {box.step[0], box.step[1], box.step[2]}}});
    return list.dump();
}

/// Every stride-th frame, and the last.
std::vector<std::uint64_t> choose_frames(std::uint64_t count, std::uint64_t stride) {
    std::vector<std::uint64_t> chosen;
    for (std::uint64_t frame = 0; frame + 1 < count; frame += stride) chosen.push_back(frame);
    chosen.push_back(count - 1);
    return chosen;
}

std::string script(const std::string& id, const std::string& stream, const std::string& attributes = "") {
    std::string text = "<script type=\"text/plain\" id=\"" + id + "\"" + attributes + ">";
    append_base64(text, stream);
    return text + "</script>\n";
}

/// What the page reads of one run: scripts whose names end with `suffix`.
std::string run_data(const RunDirectory& run, std::uint64_t byte_budget, const std::string& suffix,
                     const std::string& attributes) {
    const std::string scene_text = read_whole_file(run.scene());
    const Json scene = Json::parse(scene_text);
    const std::vector<Body> bodies = read_bodies(run);
    const CsvTable steps = read_steps_with_forces(run);
    const FrameReader frames(run.positions());
    if (frames.frames() == 0) throw Error(run.positions().string() + " holds no frame yet: nothing to report");

    const std::vector<QuantisedBox> boxes = quantised_boxes(frames, bodies);
    const std::string fixed =
        "\"scene\":" + scene_text + ",\"topology\":" + drawn_topology(read_whole_file(run.topology())) +
        ",\"looks\":" + looks_text(run) + ",\"run\":" + (run.holds_run() ? read_whole_file(run.run()) : "{}") +
        ",\"boxes\":" + boxes_text(boxes) + ",\"steps\":" + columns_text(steps) +
        ",\"units\":" + scene_units(scene).dump() +
        fmt::format(",\"frames_recorded\":{},\"steps_recorded\":{}", frames.frames(), steps.rows.size());

    const PointFields point_fields(run, bodies);
    const FrameSteps frame_steps = FrameSteps::read(run);
    const RecordedContact recorded_contact(run, frame_steps);
    std::vector<PackedField> fields;
    std::string header, packed, contact;
    for (std::uint64_t stride = 1; packed.empty();) {
        const std::vector<std::uint64_t> chosen = choose_frames(frames.frames(), stride);
        fields = pack_fields(point_fields, chosen);
        contact = pack_contact(recorded_contact, chosen);
        header = deflate_text("{" + fixed + ",\"fields\":" + fields_text(fields) +
                              ",\"contact\":" + (contact.empty() ? "false" : "true") +
                              ",\"times\":" + times_text(steps, scene, frame_steps, chosen) + "}");
        std::uint64_t taken = base64_size(header.size()) + base64_size(contact.size()) + 1000;
        for (const PackedField& field : fields) taken += base64_size(field.stream.size()) + 100;
        const bool least = chosen.size() <= 2;
        const std::size_t limit = least ? SIZE_MAX : byte_budget > taken ? (byte_budget - taken) / 4 * 3 : 0;
        PackedFrames attempt = pack_frames(frames, bodies, boxes, chosen, limit);
        if (attempt.stream) packed = std::move(*attempt.stream);
        // As many frames as fitted, spread over the whole run.
        const std::uint64_t wanted = std::max<std::size_t>(1, attempt.frames_within_limit);
        stride = std::max(stride + 1, (frames.frames() + wanted - 1) / wanted);
    }

    std::string data = script("talweg-header" + suffix, header, attributes) + script("talweg-frames" + suffix, packed);
    for (std::size_t i = 0; i < fields.size(); ++i)
        data += script("talweg-field-" + std::to_string(i) + suffix, fields[i].stream);
    if (!contact.empty()) data += script("talweg-contact" + suffix, contact);
    return data;
}

/// The page with these data, and its size where `room_for_size` left a place among them.
std::string page_with(std::string data) {
    constexpr std::string_view mark = "<!--talweg:data-->", beginning = "<head>\n";
    const std::string_view text = page_text();
    const std::size_t head = text.find(beginning) + beginning.size(), place = text.find(mark, head);
    const std::string size = std::to_string(text.size() - mark.size() + page_rules.size() + data.size());
    for (std::size_t room = data.find(room_for_size); room != data.npos; room = data.find(room_for_size, room))
        data.replace(room + room_for_size.size() - 1 - size.size(), size.size(), size);
    return fmt::format("{}{}{}{}{}", text.substr(0, head), page_rules, text.substr(head, place - head), data,
                       text.substr(place + mark.size()));
}

bool is_planar(const RunDirectory& run) {
    return nlohmann::json::parse(read_whole_file(run.scene())).value("planar", false);
}

}  // namespace

void write_report(const RunDirectory& run, std::uint64_t byte_budget) {
    const std::uint64_t page = page_text().size(), left = byte_budget > page ? byte_budget - page : 0;
    replace_file(run.report(), page_with(run_data(run, left, "", std::string(room_for_size))));
}

std::string comparison_page(std::span<const NamedRun> runs, const std::string& title, std::uint64_t byte_budget,
                            const std::string& measured) {
    for (const NamedRun& run : runs)
        if (is_planar(run.directory) != is_planar(runs[0].directory))
            throw Error(fmt::format("{} and {} cannot be shown in one picture: one of them is planar, the other is not",
                                    runs[0].directory.path.string(), run.directory.path.string()));
    nlohmann::json about = {{"title", title}, {"runs", nlohmann::json::array()}};
    for (const NamedRun& run : runs) about["runs"].push_back(run.name);
    if (!measured.empty()) about["measured"] = nlohmann::json::parse(measured);
    const std::uint64_t page = page_text().size(), left = byte_budget > page ? byte_budget - page : 0;
    std::string data = script("talweg-several", deflate_text(about.dump()), std::string(room_for_size));
    for (std::size_t i = 0; i < runs.size(); ++i)
        data += run_data(runs[i].directory, left / runs.size(), "-of-" + std::to_string(i), "");
    return page_with(data);
}

}  // namespace talweg
