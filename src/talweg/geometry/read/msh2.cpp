// Sections of MSH 2.2: counts are always text; in binary files rows are raw ints and doubles.
#include "talweg/geometry/read/msh_contents.hpp"

namespace talweg::read {
namespace {

int read_count(Scanner& scanner, std::size_t bytes_each, const char* things) {
    const bool binary = scanner.binary();
    scanner.begin_text();
    const std::int64_t count = scanner.integer("a count");
    scanner.line();
    if (binary) scanner.resume_binary();
    return scanner.require_count(count, bytes_each, things);
}

// Element number, tags and nodes; the first tag is the physical group, 0 for none.
void read_element(Scanner& scanner, MshContents& contents, std::int64_t type, int tag_count) {
    std::int64_t physical = 0;
    for (int t = 0; t < tag_count; ++t) {
        const std::int64_t tag = scanner.integer_or_raw<std::int32_t>("an element's tag");
        if (t == 0) physical = tag;
    }
    std::array<int, 4> corners;
    const int count = MshContents::corner_count(type, scanner);
    for (int c = 0; c < count; ++c)
        corners[std::size_t(c)] = contents.point(scanner.integer_or_raw<std::int32_t>("an element's node"), scanner);
    contents.add_element(type, {corners.data(), std::size_t(count)}, {&physical, physical != 0 ? 1u : 0u});
}

int read_tag_count(Scanner& scanner) {
    return scanner.require_count(scanner.integer_or_raw<std::int32_t>("the number of tags"), scanner.binary() ? 4 : 2,
                                 "tags");
}

}  // namespace

void read_msh2_nodes(Scanner& scanner, MshContents& contents) {
    const int count = read_count(scanner, scanner.binary() ? 28 : 8, "nodes");
    for (int i = 0; i < count; ++i) {
        const std::int64_t tag = scanner.integer_or_raw<std::int32_t>("a node's number");
        Vec3 point;
        for (int a = 0; a < 3; ++a) point[a] = scanner.number_or_raw("a node's coordinate");
        contents.add_node(tag, point, scanner);
    }
}

void read_msh2_elements(Scanner& scanner, MshContents& contents) {
    const int count = read_count(scanner, scanner.binary() ? 8 : 6, "elements");
    if (!scanner.binary()) {
        for (int i = 0; i < count; ++i) {
            scanner.integer("an element's number");
            const std::int64_t type = scanner.integer("an element's type");
            read_element(scanner, contents, type, read_tag_count(scanner));
        }
        return;
    }
    for (int done = 0; done < count;) {
        const std::int64_t type = scanner.raw<std::int32_t>("an element's type");
        const int block = scanner.require_count(scanner.raw<std::int32_t>("the size of a block"), 8, "elements");
        const int tag_count = read_tag_count(scanner);
        if (block == 0 || block > count - done)
            scanner.fail("a block of elements has a wrong size; the file is damaged");
        for (int i = 0; i < block; ++i, ++done) {
            scanner.raw<std::int32_t>("an element's number");
            read_element(scanner, contents, type, tag_count);
        }
    }
}

}  // namespace talweg::read
