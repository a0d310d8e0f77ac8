#include "talweg/geometry/read/ply_header.hpp"

#include <bit>

namespace talweg::read {
namespace {

PlyType type_named(std::string_view name, Scanner& scanner) {
    if (name == "char" || name == "int8") return PlyType::int8;
    if (name == "uchar" || name == "uint8") return PlyType::uint8;
    if (name == "short" || name == "int16") return PlyType::int16;
    if (name == "ushort" || name == "uint16") return PlyType::uint16;
    if (name == "int" || name == "int32") return PlyType::int32;
    if (name == "uint" || name == "uint32") return PlyType::uint32;
    if (name == "float" || name == "float32") return PlyType::float32;
    if (name == "double" || name == "float64") return PlyType::float64;
    scanner.fail("unknown property type " + shown(name) + "; PLY knows char … uint, float and double");
}

PlyProperty read_property(Scanner& scanner) {
    PlyProperty property;
    std::string_view type = scanner.word("a property type");
    if (type == "list") {
        property.count_type = type_named(scanner.word("the type of the list's length"), scanner);
        if (*property.count_type == PlyType::float32 || *property.count_type == PlyType::float64)
            scanner.fail("the length of a list must be a whole number, not float or double");
        type = scanner.word("the type of the list's entries");
    }
    property.type = type_named(type, scanner);
    property.name = scanner.word("a property name");
    return property;
}

}  // namespace

std::size_t byte_count(PlyType type) {
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8:
            return 1;
        case PlyType::int16:
        case PlyType::uint16:
            return 2;
        case PlyType::int32:
        case PlyType::uint32:
        case PlyType::float32:
            return 4;
        default:
            return 8;
    }
}

int PlyElement::find(std::string_view property) const {
    for (std::size_t i = 0; i < properties.size(); ++i)
        if (properties[i].name == property) return int(i);
    return -1;
}

std::size_t PlyElement::least_bytes(bool binary) const {
    if (!binary) return 2 * properties.size();  // a digit and a space each
    std::size_t bytes = 0;
    for (const PlyProperty& p : properties) bytes += byte_count(p.count_type.value_or(p.type));
    return bytes;
}

PlyHeader read_ply_header(Scanner& scanner) {
    PlyHeader header;
    if (scanner.line() != "ply") scanner.fail_at(0, "the first line must be 'ply'; is this a PLY file?");
    bool has_format = false;
    for (;;) {
        const std::string_view keyword = scanner.word("'end_header'");
        if (keyword == "end_header") {
            scanner.line();
            if (!has_format) scanner.fail("the header names no format; it is damaged");
            return header;
        } else if (keyword == "comment" || keyword == "obj_info") {
            scanner.line();
        } else if (keyword == "format") {
            const std::string_view format = scanner.word("the format");
            if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian")
                scanner.fail("unknown format " + shown(format) +
                             "; PLY is ascii, binary_little_endian or binary_big_endian");
            header.binary = format != "ascii";
            header.swapped = (format == "binary_big_endian") == (std::endian::native == std::endian::little);
            scanner.word("the version");
            has_format = true;
        } else if (keyword == "element") {
            PlyElement element;
            element.position = scanner.position();
            element.name = scanner.word("an element name");
            element.count = scanner.integer("the number of elements");
            header.elements.push_back(std::move(element));
        } else if (keyword == "property") {
            if (header.elements.empty())
                scanner.fail("a property stands before the first element; the header is damaged");
            header.elements.back().properties.push_back(read_property(scanner));
        } else {
            scanner.fail("unknown header line " + shown(keyword) + "; is this a PLY file?");
        }
    }
}

}  // namespace talweg::read
