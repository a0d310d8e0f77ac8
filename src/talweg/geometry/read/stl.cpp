#include "talweg/geometry/read/stl.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/scanner.hpp"
#include "talweg/geometry/read/welder.hpp"

namespace talweg::read {
namespace {

constexpr std::size_t header_bytes = 80, facet_bytes = 50;

void add_facet(const std::array<Vec3, 3>& corners, Welder& welder, ElementBuilder& builder, const std::string& solid) {
    const std::array<int, 3> t{welder.add(corners[0]), welder.add(corners[1]), welder.add(corners[2])};
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return;
    builder.triangles.push_back(t);
    builder.add_to_group(solid, t);
}

void expect(Scanner& scanner, std::string_view wanted) {
    const std::string_view found = scanner.word("a keyword");
    if (found != wanted)
        scanner.fail_at(scanner.position() - found.size(),
                        "'" + std::string(wanted) + "' is expected, found " + shown(found) + "; is this an STL file?");
}

void read_text(Scanner& scanner, ElementBuilder& builder) {
    Welder welder(builder.points);
    while (!scanner.at_end()) {
        expect(scanner, "solid");
        std::string name(scanner.line());
        name.erase(0, name.find_first_not_of(" \t"));
        name.erase(name.find_last_not_of(" \t") + 1);
        for (;;) {
            const std::string_view keyword = scanner.word("'endsolid'");
            if (keyword == "endsolid") break;
            if (keyword != "facet")
                scanner.fail_at(scanner.position() - keyword.size(),
                                "'facet' or 'endsolid' is expected, found " + shown(keyword));
            expect(scanner, "normal");
            for (int a = 0; a < 3; ++a) scanner.any_number("a normal");
            expect(scanner, "outer");
            expect(scanner, "loop");
            std::array<Vec3, 3> corners;
            for (Vec3& corner : corners) {
                expect(scanner, "vertex");
                for (int a = 0; a < 3; ++a) corner[a] = scanner.number("a coordinate");
            }
            expect(scanner, "endloop");
            expect(scanner, "endfacet");
            add_facet(corners, welder, builder, name);
        }
        scanner.line();
    }
}

void read_binary(Scanner& scanner, ElementBuilder& builder) {
    Welder welder(builder.points);
    scanner.begin_binary(std::endian::native == std::endian::big);
    scanner.skip_bytes(header_bytes, "the header");
    const std::uint32_t count = scanner.raw<std::uint32_t>("the number of facets");
    if (count > scanner.left() / facet_bytes)
        scanner.fail("the file claims " + std::to_string(count) + " facets, but has room for " +
                     std::to_string(scanner.left() / facet_bytes) + "; it is cut off, or no STL file");
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t start = scanner.position();
        scanner.skip_bytes(3 * sizeof(float), "a normal");
        std::array<Vec3, 3> corners;
        for (Vec3& corner : corners)
            for (int a = 0; a < 3; ++a) {
                corner[a] = scanner.raw<float>("a coordinate");
                if (!std::isfinite(corner[a]))
                    scanner.fail_at(start,
                                    "facet " + std::to_string(i) + " has a coordinate that is not a finite number");
            }
        scanner.raw<std::uint16_t>("the attribute");
        add_facet(corners, welder, builder, {});
    }
}

// Many binary files start with "solid" as well, so their length decides first.
bool is_binary(const std::string& bytes) {
    if (bytes.size() < header_bytes + 4) return false;
    std::uint32_t count;
    std::memcpy(&count, bytes.data() + header_bytes, 4);
    if (bytes.size() == header_bytes + 4 + facet_bytes * std::size_t(count)) return true;
    return bytes.compare(0, 5, "solid") != 0;
}

}  // namespace

Mesh read_stl(const Source& source) {
    Scanner scanner(source);
    ElementBuilder builder;
    if (is_binary(source.bytes))
        read_binary(scanner, builder);
    else
        read_text(scanner, builder);
    return std::move(builder).finish(source);
}

}  // namespace talweg::read
