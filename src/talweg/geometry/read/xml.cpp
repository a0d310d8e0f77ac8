#include "talweg/geometry/read/xml.hpp"

#include <algorithm>

namespace talweg::read {
namespace {

constexpr std::string_view space = " \t\r\n";

}  // namespace

bool XmlScanner::next(XmlTag& tag) {
    const std::string_view bytes = source_.bytes;
    for (;;) {
        position_ = bytes.find('<', position_);
        if (position_ == bytes.npos) {
            position_ = bytes.size();
            return false;
        }
        const bool comment = bytes.substr(position_, 4) == "<!--";
        const std::string_view closing = comment ? "-->" : ">";
        const std::size_t end = bytes.find(closing, position_);
        if (end == bytes.npos) fail("a tag does not end; the file is cut off");
        const std::string_view inside = bytes.substr(position_ + 1, end - position_ - 1);
        tag = XmlTag{};
        tag.position = position_;
        tag.end = end + closing.size();
        if (comment || inside.starts_with('?') || inside.starts_with('!')) {
            position_ = tag.end;
            continue;
        }
        read_attributes(tag, inside);
        position_ = tag.end;
        return true;
    }
}

void XmlScanner::read_attributes(XmlTag& tag, std::string_view inside) const {
    if (inside.starts_with('/')) {
        tag.closes = true;
        inside.remove_prefix(1);
    } else if (inside.ends_with('/')) {
        tag.is_empty = true;
        inside.remove_suffix(1);
    }
    std::size_t at = std::min(inside.find_first_of(space), inside.size());
    tag.name = inside.substr(0, at);
    while ((at = inside.find_first_not_of(space, at)) != inside.npos) {
        const std::size_t equals = inside.find('=', at);
        const std::size_t open = equals == inside.npos ? inside.npos : inside.find_first_of("\"'", equals);
        const std::size_t close = open == inside.npos ? inside.npos : inside.find(inside[open], open + 1);
        if (close == inside.npos) fail("an attribute must read name=\"value\"; is this a VTK file?");
        std::string_view name = inside.substr(at, equals - at);
        name = name.substr(0, name.find_last_not_of(space) + 1);
        tag.attributes[std::string(name)] = inside.substr(open + 1, close - open - 1);
        at = close + 1;
    }
}

std::string_view XmlScanner::text() const {
    const std::string_view bytes = source_.bytes;
    return bytes.substr(position_, std::min(bytes.find('<', position_), bytes.size()) - position_);
}

}  // namespace talweg::read
