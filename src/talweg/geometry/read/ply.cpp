#include "talweg/geometry/read/ply.hpp"

#include <cmath>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/highest_index.hpp"
#include "talweg/geometry/read/ply_header.hpp"

namespace talweg::read {
namespace {

class PlyReader {
public:
    explicit PlyReader(const Source& source) : source_(source), scanner_(source) {}

    Mesh read() {
        const PlyHeader header = read_ply_header(scanner_);
        for (const PlyElement& element : header.elements)
            if (element.properties.empty() && element.count != 0)
                scanner_.fail_at(element.position,
                                 "element " + shown(element.name) + " has no properties; the header is damaged");
        if (header.binary) scanner_.begin_binary(header.swapped);
        for (const PlyElement& element : header.elements) read_element(element, header.binary);
        highest_.require_below(builder_.points.size(), 0, scanner_);
        return std::move(builder_).finish(source_);
    }

private:
    using Row = std::vector<std::vector<double>>;  // one list per property, of length 1 for plain ones

    void read_element(const PlyElement& element, bool binary) {
        const int count = scanner_.require_count(element.count, element.least_bytes(binary), element.name.c_str());
        const int x = element.find("x"), y = element.find("y"), z = element.find("z");
        int face = element.find("vertex_indices");
        if (face < 0) face = element.find("vertex_index");
        const int from = element.find("vertex1"), to = element.find("vertex2");
        if (element.name == "vertex" && (x < 0 || y < 0 || z < 0))
            scanner_.fail_at(element.position, "vertices have no x, y and z; export positions");
        if (element.name == "tristrips" && count > 0)
            scanner_.fail_at(element.position, "triangle strips are not supported; export faces");

        Row row(element.properties.size());
        std::vector<int> corners;
        for (int i = 0; i < count; ++i) {
            if (!binary) scanner_.peek();  // past the line end, so that messages name the row's own line
            const std::size_t start = scanner_.position();
            for (std::size_t p = 0; p < row.size(); ++p) read_property(element.properties[p], row[p]);
            corners.clear();
            if (element.name == "vertex") {
                const Vec3 point{only(row[x], start), only(row[y], start), only(row[z], start)};
                if (!std::isfinite(point[0] + point[1] + point[2]))
                    scanner_.fail_at(start,
                                     "vertex " + std::to_string(i) + " has a coordinate that is not a finite number");
                builder_.points.push_back(point);
            } else if (element.name == "face" && face >= 0) {
                for (const double value : row[face]) corners.push_back(vertex(value, start));
                if (corners.size() < 3)
                    scanner_.fail_at(start, "face " + std::to_string(i) + " has fewer than three vertices");
                builder_.add_polygon(corners);
            } else if (element.name == "edge" && from >= 0 && to >= 0) {
                builder_.lines.push_back({vertex(only(row[from], start), start), vertex(only(row[to], start), start)});
            }
        }
    }

    void read_property(const PlyProperty& property, std::vector<double>& values) {
        int count = 1;
        if (property.count_type) {
            const std::size_t start = scanner_.position();
            const double length = value(*property.count_type);
            if (!(length >= 0.0 && length < 2147483647.0) || length != std::floor(length))
                scanner_.fail_at(start, "the length of a list must be a whole number from 0 on");
            count = scanner_.require_count(std::int64_t(length), scanner_.binary() ? byte_count(property.type) : 2,
                                           "list entries");
        }
        values.resize(std::size_t(count));
        for (double& v : values) v = value(property.type);
    }

    double value(PlyType type) {
        if (!scanner_.binary()) return scanner_.any_number("a property");
        switch (type) {
            case PlyType::int8:
                return scanner_.raw<std::int8_t>("a property");
            case PlyType::uint8:
                return scanner_.raw<std::uint8_t>("a property");
            case PlyType::int16:
                return scanner_.raw<std::int16_t>("a property");
            case PlyType::uint16:
                return scanner_.raw<std::uint16_t>("a property");
            case PlyType::int32:
                return scanner_.raw<std::int32_t>("a property");
            case PlyType::uint32:
                return scanner_.raw<std::uint32_t>("a property");
            case PlyType::float32:
                return scanner_.raw<float>("a property");
            default:
                return scanner_.raw<double>("a property");
        }
    }

    double only(const std::vector<double>& values, std::size_t position) const {
        if (values.size() != 1)
            scanner_.fail_at(position, "a list stands where a single number is expected; the header is damaged");
        return values[0];
    }

    int vertex(double value, std::size_t position) {
        if (!(value >= 0.0 && value < 2147483647.0) || value != std::floor(value))
            scanner_.fail_at(position, "a vertex number must be a whole number from 0 on");
        highest_.see(int(value), position);
        return int(value);
    }

    const Source& source_;
    Scanner scanner_;
    ElementBuilder builder_;
    HighestIndex highest_;
};

}  // namespace

Mesh read_ply(const Source& source) { return PlyReader(source).read(); }

}  // namespace talweg::read
