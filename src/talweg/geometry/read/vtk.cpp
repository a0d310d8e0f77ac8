#include "talweg/geometry/read/vtk.hpp"

#include <bit>
#include <cmath>

#include "talweg/geometry/read/scanner.hpp"
#include "talweg/geometry/read/vtk_cells.hpp"

namespace talweg::read {
namespace {

class VtkReader {
public:
    explicit VtkReader(const Source& source) : source_(source), scanner_(source) {}

    Mesh read() {
        read_header();
        while (!scanner_.at_end()) {
            const std::size_t start = scanner_.position();
            const std::string_view keyword = scanner_.word("a keyword");
            if (keyword == "POINT_DATA" || keyword == "CELL_DATA") break;  // nothing but data follows
            if (keyword == "POINTS")
                read_points();
            else if (keyword == "CELLS")
                cells_at_ = start, read_cells(cells_);
            else if (keyword == "CELL_TYPES")
                cells_.types = read_integers(scanner_.integer("the number of cell types"), "int");
            else if (keyword == "POLYGONS")
                read_poly_data(VtkCell::polygon, start);
            else if (keyword == "LINES")
                read_poly_data(VtkCell::poly_line, start);
            else if (keyword == "TRIANGLE_STRIPS")
                read_poly_data(VtkCell::triangle_strip, start);
            else if (keyword == "VERTICES")
                read_poly_data(VtkCell::poly_vertex, start);
            else if (keyword == "FIELD")
                skip_field();
            else if (keyword == "METADATA")
                skip_metadata();
            else
                scanner_.fail_at(start, "a section like POINTS is expected, found " + shown(keyword));
        }
        add(cells_, cells_at_);
        return std::move(builder_).finish(source_);
    }

private:
    void read_header() {
        constexpr std::string_view magic = "# vtk DataFile Version ";
        const std::string_view first = scanner_.line();
        if (!first.starts_with(magic)) scanner_.fail_at(0, "the first line must be '# vtk DataFile Version …'");
        has_offsets_ = first.size() > magic.size() && first[magic.size()] >= '5';
        scanner_.line();  // the title, which may be anything
        const std::string_view kind = scanner_.word("ASCII or BINARY");
        if (kind != "ASCII" && kind != "BINARY")
            scanner_.fail("the third line must be ASCII or BINARY, found " + shown(kind));
        binary_ = kind == "BINARY";
        const std::string_view keyword = scanner_.word("DATASET"), dataset = scanner_.word("the kind of data set");
        if (keyword != "DATASET" || (dataset != "UNSTRUCTURED_GRID" && dataset != "POLYDATA"))
            scanner_.fail("data set " + shown(dataset) + " is not supported; save an UNSTRUCTURED_GRID or POLYDATA");
    }

    void read_points() {
        const std::int64_t count = scanner_.integer("the number of points");
        const std::string type(scanner_.word("the type of the coordinates"));
        if (count < 0 || count > (std::int64_t(1) << 31))
            scanner_.fail("the number of points is absurd; the file is damaged");
        const std::size_t start = scanner_.position();
        const std::vector<double> x = read_values(3 * count, type);
        for (std::size_t i = 0; i + 2 < x.size(); i += 3) {
            if (!std::isfinite(x[i] + x[i + 1] + x[i + 2]))
                scanner_.fail_at(start,
                                 "point " + std::to_string(i / 3) + " has a coordinate that is not a finite number");
            builder_.points.push_back({x[i], x[i + 1], x[i + 2]});
        }
    }

    // Up to version 4 each cell is its length and its points in one list; from 5 on ends and points are two arrays.
    void read_cells(VtkCellArrays& cells) {
        const std::int64_t first = scanner_.integer("the number of cells"),
                           second = scanner_.integer("the size of the cells");
        cells.ends.clear();
        cells.connectivity.clear();
        if (has_offsets_) {
            cells.ends = read_named_array("OFFSETS", first);
            cells.connectivity = read_named_array("CONNECTIVITY", second);
            if (!cells.ends.empty()) cells.ends.erase(cells.ends.begin());  // the first offset is 0
            return;
        }
        const std::size_t start = scanner_.position();
        const std::vector<std::int64_t> list = read_integers(second, "int");
        std::size_t at = 0;
        for (std::int64_t c = 0; c < first; ++c) {
            if (at >= list.size() || list[at] < 0 || list[at] > std::int64_t(list.size() - at - 1))
                scanner_.fail_at(
                    start, "cell " + std::to_string(c) + " ends outside of the list of cells; the file is damaged");
            const std::size_t end = at + 1 + std::size_t(list[at]);
            for (++at; at < end; ++at) cells.connectivity.push_back(list[at]);
            cells.ends.push_back(std::int64_t(cells.connectivity.size()));
        }
    }

    std::vector<std::int64_t> read_named_array(std::string_view name, std::int64_t count) {
        if (const std::string_view found = scanner_.word("an array"); found != name)
            scanner_.fail(std::string(name) + " is expected, found " + shown(found));
        const std::string type(scanner_.word("the type of the array"));
        return read_integers(count, type);
    }

    void read_poly_data(VtkCell type, std::size_t start) {
        VtkCellArrays cells;
        read_cells(cells);
        cells.types = {std::int64_t(type)};
        add(cells, start);
    }

    void add(const VtkCellArrays& cells, std::size_t position) {
        const std::string wrong = add_vtk_cells(cells, 0, builder_.points.size(), builder_);
        if (!wrong.empty()) scanner_.fail_at(position, wrong);
    }

    void skip_field() {
        scanner_.word("the name of a field");
        const int arrays = scanner_.require_count(scanner_.integer("the number of arrays"), 6, "arrays");
        for (int i = 0; i < arrays; ++i) {
            scanner_.word("the name of an array");
            const std::int64_t columns = scanner_.integer("a number of components"),
                               rows = scanner_.integer("a number of rows");
            const std::string type(scanner_.word("the type of an array"));
            const bool absurd = columns < 0 || rows < 0 || (columns > 0 && rows > (std::int64_t(1) << 40) / columns);
            read_values(absurd ? -1 : columns * rows, type);
        }
    }

    // Lines up to an empty one.
    void skip_metadata() {
        scanner_.line();
        while (scanner_.left() > 0 && !scanner_.line().empty()) continue;
    }

    std::vector<std::int64_t> read_integers(std::int64_t count, const std::string& type) {
        std::vector<std::int64_t> integers;
        for (const double v : read_values(count, type)) {
            if (!(std::abs(v) < 1e15)) scanner_.fail("a number is far too large; the file is damaged");
            integers.push_back(std::int64_t(v));
        }
        return integers;
    }

    std::vector<double> read_values(std::int64_t count, const std::string& type) {
        if (!binary_) return read_values_as<double>(count);
        scanner_.line();  // raw data begins on the next line
        if (type == "float") return read_values_as<float>(count);
        if (type == "double") return read_values_as<double>(count);
        if (type == "int" || type == "vtkIdType") return read_values_as<std::int32_t>(count);
        if (type == "unsigned_int") return read_values_as<std::uint32_t>(count);
        if (type == "long" || type == "vtktypeint64") return read_values_as<std::int64_t>(count);
        if (type == "unsigned_long" || type == "vtktypeuint64") return read_values_as<std::uint64_t>(count);
        if (type == "short") return read_values_as<std::int16_t>(count);
        if (type == "unsigned_short") return read_values_as<std::uint16_t>(count);
        if (type == "char" || type == "unsigned_char") return read_values_as<std::int8_t>(count);
        scanner_.fail("data type " + shown(type) + " is unknown");
    }

    template <class T>
    std::vector<double> read_values_as(std::int64_t count) {
        if (binary_) scanner_.begin_binary(std::endian::native == std::endian::little);
        std::vector<double> values(std::size_t(scanner_.require_count(count, binary_ ? sizeof(T) : 2, "values")));
        for (double& v : values) v = binary_ ? double(scanner_.raw<T>("a value")) : scanner_.any_number("a value");
        scanner_.begin_text();
        return values;
    }

    const Source& source_;
    Scanner scanner_;
    ElementBuilder builder_;
    VtkCellArrays cells_;
    std::size_t cells_at_ = 0;
    bool binary_ = false, has_offsets_ = false;
};

}  // namespace

Mesh read_vtk(const Source& source) { return VtkReader(source).read(); }

}  // namespace talweg::read
