#include "talweg/export/vtu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "talweg/export/portable_names.hpp"
#include "talweg/export/single_precision.hpp"
#include "talweg/export/vtu_file.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/point_fields.hpp"

namespace talweg {

namespace {

constexpr std::uint8_t vertex_cell = 1, line_cell = 3, triangle_cell = 5, tet_cell = 10;  // VTK's numbers

/// Cells of one kind with the points they use.
struct Dataset {
    std::string name;
    std::vector<int> points;  // of the run, ascending
    std::vector<std::int32_t> connectivity = {};
    std::int32_t corners = 1;
    std::uint8_t cell_type = vertex_cell;
    std::optional<ElementShare> fields = {};  // of its cells
    bool rides = false;

    std::size_t cells() const { return connectivity.size() / static_cast<std::size_t>(corners); }
    template <class Value>
    std::vector<Value> of(const std::vector<Value>& all) const {
        return gathered(points, all);
    }
};

template <std::size_t N>
void set_cells(Dataset& dataset, const std::vector<std::array<int, N>>& elements, std::uint8_t cell_type) {
    dataset.cell_type = cell_type;
    dataset.corners = N;
    for (const auto& element : renumbered(elements, dataset.points))
        dataset.connectivity.insert(dataset.connectivity.end(), element.begin(), element.end());
}

Dataset skin_dataset(const ShownBody& skin, const std::string& name) {
    Dataset dataset{name, skin.points};
    if (!skin.triangles.empty()) {
        dataset.cell_type = triangle_cell;
        dataset.corners = 3;
        for (const auto& t : skin.triangles)
            dataset.connectivity.insert(dataset.connectivity.end(), t.begin(), t.end());
    } else if (!skin.edges.empty()) {
        dataset.cell_type = line_cell;
        dataset.corners = 2;
        for (const auto& e : skin.edges) dataset.connectivity.insert(dataset.connectivity.end(), e.begin(), e.end());
    } else {
        dataset.connectivity.resize(skin.points.size());
        std::iota(dataset.connectivity.begin(), dataset.connectivity.end(), 0);
    }
    return dataset;
}

std::vector<Dataset> datasets_of(const Clip& clip, const RecordedFields& recorded) {
    std::vector<Dataset> datasets;
    for (std::size_t i = 0; i < clip.shown().size(); ++i) {
        const Body& body = clip.run().bodies()[i];
        const ShownBody& skin = clip.shown()[i];
        const auto share = std::ranges::find(recorded.shares, body.name, &ElementShare::body);
        if (body.tets.empty()) {
            datasets.push_back(skin_dataset(skin, body.name));
        } else {
            Dataset& solid = datasets.emplace_back(Dataset{body.name, points_of(body.tets)});
            set_cells(solid, body.tets, tet_cell);
        }
        if (share != recorded.shares.end()) datasets.back().fields = *share;
        if (!body.tets.empty() && !std::ranges::includes(datasets.back().points, skin.points)) {
            datasets.push_back(skin_dataset(skin, body.name + "_surface"));
            datasets.back().rides = true;
        }
    }
    return datasets;
}

/// What all datasets of a frame share.
struct Moment {
    std::vector<Vec3> positions, displacements, velocities;
    std::vector<Vec3> contact_forces;                                    // where they were recorded
    std::vector<std::pair<std::string, std::vector<double>>> at_points;  // recorded fields, one number per point
};

std::vector<float> as_floats(std::span<const double> values) { return {values.begin(), values.end()}; }

void add_vectors(VtuFile& file, const std::string& name, const std::vector<Vec3>& vectors) {
    const std::vector<Float3> values = single_precision(vectors);
    file.add(name, 3, std::span<const float>(values.empty() ? nullptr : values[0].data(), 3 * values.size()));
}

void add_cells(VtuFile& file, const Dataset& dataset) {
    std::vector<std::int32_t> ends(dataset.cells());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = dataset.corners * static_cast<std::int32_t>(i + 1);
    file.begin("Cells");
    file.add("connectivity", 1, std::span<const std::int32_t>(dataset.connectivity));
    file.add("offsets", 1, std::span<const std::int32_t>(ends));
    file.add("types", 1, std::span<const std::uint8_t>(std::vector<std::uint8_t>(ends.size(), dataset.cell_type)));
}

std::string frame_text(const Dataset& dataset, const Moment& moment, const RecordedFields& recorded,
                       std::uint64_t frame) {
    VtuFile file(dataset.points.size(), dataset.cells());
    file.begin("PointData");
    add_vectors(file, "velocity", dataset.of(moment.velocities));
    add_vectors(file, "displacement", dataset.of(moment.displacements));
    if (!moment.contact_forces.empty()) add_vectors(file, "contact_force", dataset.of(moment.contact_forces));
    if (dataset.rides)
        for (const auto& [name, values] : moment.at_points)
            file.add(name, 1, std::span<const float>(as_floats(dataset.of(values))));
    file.begin("CellData");
    if (dataset.fields && frame < recorded.frames())
        for (const RecordedFields::Field& field : recorded.fields) {
            const std::vector<double> values = field.file->read_values(frame);
            const std::size_t components = field.file->components();
            file.add(field.name, components,
                     std::span<const float>(as_floats(std::span(values).subspan(
                         components * dataset.fields->first_element, components * dataset.fields->element_count))));
        }
    file.begin("Points");
    const std::vector<Vec3> x = dataset.of(moment.positions);
    file.add("points", 3, std::span<const double>(x.empty() ? nullptr : x[0].data, 3 * x.size()));
    add_cells(file, dataset);
    return file.text();
}

std::string attribute(const std::string& text) {
    std::string result;
    for (const char c : text) switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    return result;
}

std::string frame_path(const std::string& name, std::uint64_t frame) {
    return fmt::format("{}/frame_{:06}.vtu", name, frame);
}

/// The files of the named datasets with their times.
std::string collection(const Clip& clip, std::span<const std::string> names) {
    std::string text = fmt::format(
        "<?xml version=\"1.0\"?>\n<!-- talweg, {} -->\n"
        "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
        "<Collection>\n",
        conventions(clip));
    for (const std::uint64_t frame : clip.frames())
        for (std::size_t part = 0; part < names.size(); ++part)
            text +=
                fmt::format("<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", clip.run().time(frame),
                            part, attribute(names[part]), attribute(frame_path(names[part], frame)));
    return text + "</Collection>\n</VTKFile>\n";
}

Moment moment_of(const Clip& clip, const PointFields& fields, const std::vector<Vec3>& start, std::uint64_t frame) {
    Moment moment{clip.positions(frame), {}, clip.velocities(frame), {}, {}};
    if (clip.has_contact_forces()) moment.contact_forces = clip.contact_forces(frame);
    for (std::size_t i = 0; i < start.size(); ++i) moment.displacements.push_back(moment.positions[i] - start[i]);
    for (const PointFields::Field& field : fields.fields())
        if (frame < fields.frames()) moment.at_points.emplace_back(field.name, fields.read(field, frame));
    return moment;
}

}  // namespace

std::uint64_t export_vtu(const Clip& clip, const std::filesystem::path& into, const ExportSettings&) {
    const RecordedFields recorded = read_recorded_fields(clip.run().directory(), clip.run().bodies());
    const PointFields fields(clip.run().directory(), clip.run().bodies());
    const std::vector<Dataset> datasets = datasets_of(clip, recorded);
    std::vector<std::string> names = {"all"};
    for (const Dataset& dataset : datasets) names.push_back(dataset.name);
    names = file_names(names);
    names.erase(names.begin());

    std::uint64_t files = 0;
    for (const std::string& name : names) {
        std::error_code error;
        std::filesystem::create_directories(into / name, error);
        if (error) throw_system_error("create the directory " + (into / name).string(), error.value());
    }
    const std::vector<Vec3> start = clip.positions(0);
    for (const std::uint64_t frame : clip.frames()) {
        const Moment moment = moment_of(clip, fields, start, frame);
        for (std::size_t i = 0; i < datasets.size(); ++i, ++files)
            replace_file(into / frame_path(names[i], frame), frame_text(datasets[i], moment, recorded, frame));
    }
    for (const std::string& name : names) replace_file(into / (name + ".pvd"), collection(clip, {&name, 1}));
    if (names.size() > 1) replace_file(into / "all.pvd", collection(clip, names));
    return files + names.size() + (names.size() > 1 ? 1 : 0);
}

}  // namespace talweg
