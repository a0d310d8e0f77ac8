// Sections of MSH 4.1: blocks per geometric entity; in binary files counts and tags are 8 bytes, small numbers 4.
#include "talweg/geometry/read/msh_contents.hpp"

namespace talweg::read {
namespace {

std::int64_t read_size(Scanner& scanner, const char* what) { return scanner.integer_or_raw<std::uint64_t>(what); }
std::int64_t read_int(Scanner& scanner, const char* what) { return scanner.integer_or_raw<std::int32_t>(what); }

std::size_t bytes_of(const Scanner& scanner, std::size_t binary, std::size_t text) {
    return scanner.binary() ? binary : text;
}

int read_dimension(Scanner& scanner) {
    const std::int64_t dimension = read_int(scanner, "an entity's dimension");
    if (dimension < 0 || dimension > 3)
        scanner.fail("an entity's dimension must be 0 to 3, found " + std::to_string(dimension));
    return int(dimension);
}

}  // namespace

void read_msh4_entities(Scanner& scanner, MshContents& contents) {
    std::array<std::int64_t, 4> counts;
    for (std::int64_t& count : counts) count = read_size(scanner, "the number of entities");
    for (int dimension = 0; dimension < 4; ++dimension) {
        const int count = scanner.require_count(counts[std::size_t(dimension)], bytes_of(scanner, 36, 10), "entities");
        for (int i = 0; i < count; ++i) {
            const std::int64_t entity = read_int(scanner, "an entity's tag");
            for (int a = 0; a < (dimension == 0 ? 3 : 6); ++a) scanner.number_or_raw("an entity's coordinate");
            const int physical_count = scanner.require_count(read_size(scanner, "the number of physical tags"),
                                                             bytes_of(scanner, 4, 2), "tags");
            auto& tags = contents.physical_tags[{dimension, entity}];
            // A negative tag marks the group with reversed orientation.
            for (int p = 0; p < physical_count; ++p) tags.push_back(std::abs(read_int(scanner, "a physical tag")));
            if (dimension == 0) continue;
            const int bounds = scanner.require_count(read_size(scanner, "the number of bounding entities"),
                                                     bytes_of(scanner, 4, 2), "tags");
            for (int b = 0; b < bounds; ++b) read_int(scanner, "a bounding entity");
        }
    }
}

void read_msh4_nodes(Scanner& scanner, MshContents& contents) {
    const std::int64_t block_count = read_size(scanner, "the number of blocks");
    const int total =
        scanner.require_count(read_size(scanner, "the number of nodes"), bytes_of(scanner, 32, 8), "nodes");
    read_size(scanner, "the lowest node tag");
    read_size(scanner, "the highest node tag");
    std::vector<std::int64_t> tags;
    for (int block = 0, blocks = scanner.require_count(block_count, bytes_of(scanner, 20, 8), "blocks"); block < blocks;
         ++block) {
        const int dimension = read_dimension(scanner);
        read_int(scanner, "an entity's tag");
        const int parameters = read_int(scanner, "the parametric flag") != 0 ? dimension : 0;
        const int count =
            scanner.require_count(read_size(scanner, "the number of nodes"), bytes_of(scanner, 32, 8), "nodes");
        tags.clear();
        for (int i = 0; i < count; ++i) tags.push_back(read_size(scanner, "a node's tag"));
        for (const std::int64_t tag : tags) {
            Vec3 point;
            for (int a = 0; a < 3; ++a) point[a] = scanner.number_or_raw("a node's coordinate");
            for (int a = 0; a < parameters; ++a) scanner.number_or_raw("a node's parameter");
            contents.add_node(tag, point, scanner);
        }
    }
    if (contents.builder.points.size() != std::size_t(total))
        scanner.fail("$Nodes promises " + std::to_string(total) + " nodes but lists " +
                     std::to_string(contents.builder.points.size()) + "; the file is damaged");
}

void read_msh4_elements(Scanner& scanner, MshContents& contents) {
    const std::int64_t block_count = read_size(scanner, "the number of blocks");
    const std::int64_t total = read_size(scanner, "the number of elements");
    read_size(scanner, "the lowest element tag");
    read_size(scanner, "the highest element tag");
    std::int64_t listed = 0;
    for (int block = 0, blocks = scanner.require_count(block_count, bytes_of(scanner, 20, 8), "blocks"); block < blocks;
         ++block) {
        const int dimension = read_dimension(scanner);
        const std::int64_t entity = read_int(scanner, "an entity's tag");
        const std::int64_t type = read_int(scanner, "an element type");
        const int count =
            scanner.require_count(read_size(scanner, "the number of elements"), bytes_of(scanner, 16, 4), "elements");
        const auto found = contents.physical_tags.find({dimension, entity});
        const std::span<const std::int64_t> physical =
            found == contents.physical_tags.end() ? std::span<const std::int64_t>() : found->second;
        const int corner_count = MshContents::corner_count(type, scanner);
        listed += count;
        for (int i = 0; i < count; ++i) {
            read_size(scanner, "an element's tag");
            std::array<int, 4> corners;
            for (int c = 0; c < corner_count; ++c)
                corners[std::size_t(c)] = contents.point(read_size(scanner, "an element's node"), scanner);
            contents.add_element(type, {corners.data(), std::size_t(corner_count)}, physical);
        }
    }
    if (listed != total)
        scanner.fail("$Elements promises " + std::to_string(total) + " elements but lists " + std::to_string(listed) +
                     "; the file is damaged");
}

}  // namespace talweg::read
