#include "talweg/geometry/read/msh.hpp"

#include "talweg/geometry/read/msh_contents.hpp"

namespace talweg::read {
namespace {

struct MshFormat {
    int version;  // 2 or 4
    bool binary, swapped;
};

MshFormat read_format(Scanner& scanner) {
    if (scanner.line() != "$MeshFormat")
        scanner.fail_at(0, "the first line must be '$MeshFormat'; is this a gmsh file of version 2.2 or 4.1?");
    const std::size_t start = scanner.position();
    const std::string_view version = scanner.word("the version");
    const std::int64_t binary = scanner.integer("the file type"), data_size = scanner.integer("the data size");
    scanner.line();
    if (version != "2.2" && version != "2" && version != "4.1")
        scanner.fail_at(start,
                        "version " + shown(version) + " is not supported; save as 2.2 or 4.1 (gmsh -format msh41)");
    if (binary != 0 && binary != 1) scanner.fail_at(start, "the file type must be 0 (text) or 1 (binary)");
    if (binary == 1 && data_size != 8)
        scanner.fail_at(start, "a binary file must have data size 8; save it again with gmsh");

    MshFormat format{version == "4.1" ? 4 : 2, binary == 1, false};
    if (format.binary) {
        // The number one, written raw, tells the byte order.
        scanner.begin_binary(false);
        const auto one = scanner.raw<std::uint32_t>("the byte order mark");
        if (one != 1 && one != 0x01000000u) scanner.fail("the byte order mark is damaged; save the file again");
        format.swapped = one != 1;
        scanner.begin_text();
    }
    return format;
}

void require_end(Scanner& scanner, std::string_view section) {
    const std::size_t start = scanner.position();
    const std::string_view end = scanner.word("the end of a section");
    if (end.substr(0, 4) != "$End" || end.substr(4) != section)
        scanner.fail_at(
            start, "'$End" + std::string(section) + "' is expected, found " + shown(end) + "; the section is damaged");
}

void skip_section(Scanner& scanner, std::string_view section, const Source& source) {
    const std::size_t end = source.bytes.find("$End" + std::string(section), scanner.position());
    if (end == std::string::npos)
        scanner.fail("section '$" + std::string(section) + "' does not end; the file is cut off");
    scanner.seek(end);
}

// dimension, tag, "name" on each line; always text.
void read_physical_names(Scanner& scanner, MshContents& contents) {
    const int count = scanner.require_count(scanner.integer("the number of names"), 6, "names");
    for (int i = 0; i < count; ++i) {
        const std::int64_t dimension = scanner.integer("a dimension"), tag = scanner.integer("a physical tag");
        const std::string_view rest = scanner.line();
        const std::size_t first = rest.find('"'), last = rest.rfind('"');
        if (dimension < 0 || dimension > 3 || first == rest.npos || last == first)
            scanner.fail("a physical name must read: dimension, tag, \"name\"");
        contents.physical_names[{int(dimension), tag}] = rest.substr(first + 1, last - first - 1);
    }
}

}  // namespace

Mesh read_msh(const Source& source) {
    Scanner scanner(source);
    const MshFormat format = read_format(scanner);
    const bool newer = format.version == 4;
    require_end(scanner, "MeshFormat");

    MshContents contents;
    while (!scanner.at_end()) {
        const std::size_t start = scanner.position();
        const std::string_view name = scanner.word("a section");
        if (name[0] != '$' || name.size() < 2)
            scanner.fail_at(start, "a section like $Nodes is expected, found " + shown(name));
        const std::string_view section = name.substr(1);
        scanner.line();
        void (*reader)(Scanner&, MshContents&) = nullptr;
        if (section == "Nodes") reader = newer ? read_msh4_nodes : read_msh2_nodes;
        if (section == "Elements") reader = newer ? read_msh4_elements : read_msh2_elements;
        if (section == "Entities" && newer) reader = read_msh4_entities;
        if (reader != nullptr) {
            if (format.binary) scanner.begin_binary(format.swapped);
            reader(scanner, contents);
            scanner.begin_text();
        } else if (section == "PhysicalNames") {
            read_physical_names(scanner, contents);
        } else {
            skip_section(scanner, section, source);
        }
        require_end(scanner, section);
    }
    return std::move(contents.builder).finish(source);
}

}  // namespace talweg::read
