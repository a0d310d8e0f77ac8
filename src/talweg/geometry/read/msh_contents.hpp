/// What the sections of an MSH file fill in, whichever version wrote them.
#pragma once
#include <unordered_map>
#include <utility>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {

struct MshContents {
    using Key = std::pair<int, std::int64_t>;  // dimension, tag

    ElementBuilder builder;
    std::unordered_map<std::int64_t, int> index_of_tag;  // nodes
    std::map<Key, std::string> physical_names;
    std::map<Key, std::vector<std::int64_t>> physical_tags;  // of an entity; version 4

    void add_node(std::int64_t tag, const Vec3& point, const Scanner& scanner);
    /// Index of the node with this tag.
    int point(std::int64_t tag, const Scanner& scanner) const;
    /// How many nodes an element of this type has; fails for the types talweg cannot use.
    static int corner_count(std::int64_t type, const Scanner& scanner);
    /// `physical`: tags of the physical groups it belongs to.
    void add_element(std::int64_t type, std::span<const int> corners, std::span<const std::int64_t> physical);
};

void read_msh2_nodes(Scanner& scanner, MshContents& contents);
void read_msh2_elements(Scanner& scanner, MshContents& contents);
void read_msh4_entities(Scanner& scanner, MshContents& contents);
void read_msh4_nodes(Scanner& scanner, MshContents& contents);
void read_msh4_elements(Scanner& scanner, MshContents& contents);

}  // namespace talweg::read
