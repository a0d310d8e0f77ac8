#include "talweg/geometry/read/medit.hpp"

#include <bit>
#include <cctype>
#include <cmath>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/highest_index.hpp"

namespace talweg::read {
namespace {

struct Section {
    std::string_view keyword;
    int code;  // in binary files
    int dimension;
    int corners;  // 0: talweg cannot use it
};
constexpr std::array sections{
    Section{"Vertices", 4, 0, 1},       Section{"Edges", 5, 1, 2},      Section{"Triangles", 6, 2, 3},
    Section{"Quadrilaterals", 7, 2, 4}, Section{"Tetrahedra", 8, 3, 4}, Section{"Prisms", 9, 3, 0},
    Section{"Hexahedra", 10, 3, 0},     Section{"Pyramids", 49, 3, 0},
};
constexpr int dimension_code = 3, end_code = 54;

class MeditReader {
public:
    explicit MeditReader(const Source& source) : source_(source), scanner_(source) {}

    Mesh read() {
        if (source_.bytes.starts_with(std::string_view("\1\0\0\0", 4)) ||
            source_.bytes.starts_with(std::string_view("\0\0\0\1", 4)))
            read_binary();
        else
            read_text();
        highest_.require_below(builder_.points.size(), 1, scanner_);
        return std::move(builder_).finish(source_);
    }

private:
    void read_text() {
        scanner_.ignore_comments('#');
        if (!scanner_.peek().starts_with("MeshVersionFormatted"))
            scanner_.fail("the file must begin with MeshVersionFormatted; is this a medit mesh?");
        while (!scanner_.at_end()) {
            const std::size_t start = scanner_.position();
            const std::string_view keyword = scanner_.word("a keyword");
            if (keyword == "End") break;
            if (!std::isalpha(static_cast<unsigned char>(keyword[0])))
                scanner_.fail_at(start, "a keyword like Vertices is expected, found " + shown(keyword));
            if (keyword == "Dimension") {
                set_dimension(scanner_.integer("the dimension"));
            } else if (const Section* section = find([&](const Section& s) { return s.keyword == keyword; })) {
                read_section(*section, scanner_.integer("a count"));
            } else {
                // Anything else is numbers up to the next keyword.
                while (!scanner_.at_end() && !std::isalpha(static_cast<unsigned char>(scanner_.peek()[0])))
                    scanner_.word("a value");
            }
        }
    }

    void read_binary() {
        const bool little = source_.bytes[0] == 1;
        scanner_.begin_binary(little != (std::endian::native == std::endian::little));
        scanner_.raw<std::int32_t>("the byte order mark");
        version_ = scanner_.raw<std::int32_t>("the version");
        if (version_ < 1 || version_ > 4)
            scanner_.fail("version " + std::to_string(version_) + " is unknown; versions are 1 to 4");
        while (scanner_.left() >= 4) {
            const std::size_t start = scanner_.position();
            const int code = scanner_.raw<std::int32_t>("a keyword");
            if (code == end_code) break;
            const std::int64_t next = version_ >= 3 ? scanner_.raw<std::int64_t>("the next keyword's place")
                                                    : scanner_.raw<std::int32_t>("the next keyword's place");
            if (code == dimension_code)
                set_dimension(scanner_.raw<std::int32_t>("the dimension"));
            else if (const Section* section = find([&](const Section& s) { return s.code == code; }))
                read_section(*section, integer("a count"));
            if (next == 0) break;
            // Forward only: a place behind would let a damaged file run in circles.
            if (next <= std::int64_t(start))
                scanner_.fail_at(start, "the next keyword stands before this one; the file is damaged");
            scanner_.seek(std::size_t(next));
        }
    }

    template <class Test>
    static const Section* find(const Test& test) {
        for (const Section& section : sections)
            if (test(section)) return &section;
        return nullptr;
    }

    void set_dimension(std::int64_t dimension) {
        if (dimension != 2 && dimension != 3)
            scanner_.fail("the dimension must be 2 or 3, found " + std::to_string(dimension));
        dimension_ = int(dimension);
    }

    void read_section(const Section& section, std::int64_t claimed) {
        const int values = section.dimension == 0 ? dimension_ : section.corners;
        const int count =
            scanner_.require_count(claimed, std::size_t(values + 1) * (scanner_.binary() ? 4u : 2u), "elements");
        if (section.corners == 0 && count > 0)
            scanner_.fail(std::string(section.keyword) + " are not supported; split them into tetrahedra");
        for (int i = 0; i < count; ++i) {
            const std::size_t start = scanner_.position();
            std::array<int, 4> corners{};
            if (section.dimension == 0) {
                corners[0] = int(builder_.points.size());
                builder_.points.push_back(read_point());
            } else {
                for (int c = 0; c < section.corners; ++c) corners[std::size_t(c)] = vertex(start);
            }
            const std::span<const int> members(corners.data(), std::size_t(section.corners));
            if (section.dimension == 1) builder_.add_polyline(members);
            if (section.dimension == 2) builder_.add_polygon(members);
            if (section.dimension == 3) builder_.tets.push_back(corners);
            builder_.add_to_numbered_group(section.dimension, integer("a reference"), members);
        }
    }

    Vec3 read_point() {
        Vec3 p = Vec3::zero();
        for (int a = 0; a < dimension_; ++a) {
            p[a] = version_ == 1 ? double(scanner_.raw<float>("a coordinate")) : scanner_.number_or_raw("a coordinate");
            if (!std::isfinite(p[a])) scanner_.fail("a coordinate is not a finite number");
        }
        return p;
    }

    int vertex(std::size_t start) {
        const std::int64_t number = integer("a vertex number");
        if (number < 1 || number > 2147483647)
            scanner_.fail_at(start, "vertices are counted from 1, found " + std::to_string(number));
        highest_.see(int(number - 1), start);
        return int(number - 1);
    }

    std::int64_t integer(const char* what) {
        return version_ == 4 ? scanner_.integer_or_raw<std::int64_t>(what)
                             : scanner_.integer_or_raw<std::int32_t>(what);
    }

    const Source& source_;
    Scanner scanner_;
    ElementBuilder builder_;
    HighestIndex highest_;
    int version_ = 0;  // of binary files
    int dimension_ = 3;
};

}  // namespace

Mesh read_medit(const Source& source) { return MeditReader(source).read(); }

}  // namespace talweg::read
