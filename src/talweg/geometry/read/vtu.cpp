#include "talweg/geometry/read/vtu.hpp"

#include <bit>
#include <cmath>

#include "talweg/geometry/read/scanner.hpp"
#include "talweg/geometry/read/vtk_array.hpp"
#include "talweg/geometry/read/vtk_cells.hpp"

namespace talweg::read {
namespace {

struct CellArrays {
    std::string_view tag;
    std::int64_t cell_type;  // 0: told by an array
};
constexpr std::array cell_arrays{CellArrays{"Cells", 0}, CellArrays{"Polys", std::int64_t(VtkCell::polygon)},
                                 CellArrays{"Lines", std::int64_t(VtkCell::poly_line)},
                                 CellArrays{"Strips", std::int64_t(VtkCell::triangle_strip)}};

struct Piece {
    XmlTag tag;
    std::vector<VtkArray> points;
    std::array<std::map<std::string, VtkArray>, cell_arrays.size()> cells;  // by the arrays' names
};

class VtuReader {
public:
    explicit VtuReader(const Source& source) : source_(source) {}

    Mesh read() {
        scan();
        for (const Piece& piece : pieces_) add(piece);
        return std::move(builder_).finish(source_);
    }

private:
    // Notes where the arrays stand; they are decoded afterwards, since appended data comes last.
    void scan() {
        XmlScanner xml(source_);
        XmlTag tag;
        bool is_vtk = false;
        std::string section;
        while (xml.next(tag)) {
            if (tag.closes) {
                if (tag.name == section) section.clear();
                continue;
            }
            if (tag.name == "VTKFile") {
                is_vtk = true;
                read_encoding(tag);
            } else if (tag.name == "Piece") {
                pieces_.push_back({tag, {}, {}});
            } else if (tag.name == "AppendedData") {
                read_appended(tag);
                break;
            } else if (tag.name == "DataArray" && !pieces_.empty()) {
                const VtkArray array{tag, tag.is_empty ? std::string_view() : xml.text()};
                if (section == "Points") pieces_.back().points.push_back(array);
                for (std::size_t s = 0; s < cell_arrays.size(); ++s)
                    if (section == cell_arrays[s].tag) pieces_.back().cells[s].emplace(tag.attribute("Name"), array);
            } else if (!tag.is_empty && section.empty()) {
                section = tag.name == "UnstructuredGrid" || tag.name == "PolyData" ? std::string() : tag.name;
            }
        }
        if (!is_vtk) source_.fail("there is no <VTKFile>; is this a VTK file?");
    }

    void read_encoding(const XmlTag& tag) {
        const std::string kind = tag.attribute("type"), compressor = tag.attribute("compressor");
        if (kind != "UnstructuredGrid" && kind != "PolyData")
            fail(tag, "a VTK file of type " + shown(kind) + " is not supported; save an UnstructuredGrid or PolyData");
        if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
            fail(tag, "compression by " + shown(compressor) + " is not supported; save with zlib or without");
        encoding_.compressed = !compressor.empty();
        encoding_.size_bytes = tag.attribute("header_type") == "UInt64" ? 8 : 4;
        encoding_.swapped =
            (tag.attribute("byte_order") == "BigEndian") == (std::endian::native == std::endian::little);
    }

    void read_appended(const XmlTag& tag) {
        const std::size_t start = source_.bytes.find('_', tag.end);
        if (start == std::string::npos) fail(tag, "the appended data is missing; the file is cut off");
        encoding_.appended = std::string_view(source_.bytes).substr(start + 1);
        encoding_.appended_base64 = tag.attribute("encoding") == "base64";
        // Base64 ends at the closing tag; raw bytes may hold anything, and are bounded by their own lengths.
        if (encoding_.appended_base64) encoding_.appended = encoding_.appended.substr(0, encoding_.appended.find('<'));
    }

    void add(const Piece& piece) {
        std::int64_t count = 0;
        if (!parse(piece.tag.attribute("NumberOfPoints"), count) || count < 0 || count > 2147483647)
            fail(piece.tag, "NumberOfPoints must be a whole number");
        if (count == 0) return;  // parallel programs write empty pieces
        if (piece.points.empty()) fail(piece.tag, "the piece has no <Points>");
        const VtkArray& array = piece.points.front();
        const std::vector<double> x = array.values(encoding_, source_);
        if (x.size() != 3 * std::size_t(count))
            fail(array.tag, "there should be 3 × " + std::to_string(count) + " coordinates, but there are " +
                                std::to_string(x.size()));
        const std::size_t first = builder_.points.size();
        if (first + std::size_t(count) > 2147483647) fail(piece.tag, "there are too many points");
        for (std::size_t i = 0; i < x.size(); i += 3) {
            if (!std::isfinite(x[i] + x[i + 1] + x[i + 2]))
                fail(array.tag, "point " + std::to_string(i / 3) + " has a coordinate that is not a finite number");
            builder_.points.push_back({x[i], x[i + 1], x[i + 2]});
        }
        for (std::size_t s = 0; s < cell_arrays.size(); ++s)
            if (!piece.cells[s].empty()) add_cells(piece, s, first, std::size_t(count));
    }

    void add_cells(const Piece& piece, std::size_t section, std::size_t first_point, std::size_t point_count) {
        VtkCellArrays cells;
        cells.connectivity = integers(piece, section, "connectivity");
        cells.ends = integers(piece, section, "offsets");
        if (cell_arrays[section].cell_type == 0)
            cells.types = integers(piece, section, "types");
        else
            cells.types = {cell_arrays[section].cell_type};
        const std::string wrong = add_vtk_cells(cells, first_point, point_count, builder_);
        if (!wrong.empty()) fail(piece.cells[section].begin()->second.tag, wrong);
    }

    std::vector<std::int64_t> integers(const Piece& piece, std::size_t section, const char* name) {
        const auto found = piece.cells[section].find(name);
        if (found == piece.cells[section].end())
            fail(piece.tag, "<" + std::string(cell_arrays[section].tag) + "> has no array \"" + name + "\"");
        std::vector<std::int64_t> integers;
        for (const double v : found->second.values(encoding_, source_)) {
            if (!(std::abs(v) < 1e15)) fail(found->second.tag, "a number is far too large; the file is damaged");
            integers.push_back(std::int64_t(v));
        }
        return integers;
    }

    [[noreturn]] void fail(const XmlTag& tag, const std::string& message) const {
        source_.fail_in_text(tag.position, message);
    }

    const Source& source_;
    VtkEncoding encoding_;
    std::vector<Piece> pieces_;
    ElementBuilder builder_;
};

}  // namespace

Mesh read_vtu(const Source& source) { return VtuReader(source).read(); }

}  // namespace talweg::read
