/// As much of XML as VTK files need: tags with attributes, one after the other, and the text between them.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

struct XmlTag {
    std::string name;
    std::map<std::string, std::string> attributes;
    bool closes = false;                // </name>
    bool is_empty = false;              // <name … />
    std::size_t position = 0, end = 0;  // of '<' and just behind '>'

    /// Its value, empty when it is absent.
    std::string attribute(const std::string& key) const {
        const auto found = attributes.find(key);
        return found == attributes.end() ? std::string() : found->second;
    }
};

class XmlScanner {
public:
    explicit XmlScanner(const Source& source) : source_(source) {}

    /// The next tag; comments, declarations and text before it are skipped. False at the end of the file.
    bool next(XmlTag& tag);
    /// The text from the last tag to the next one.
    std::string_view text() const;

private:
    [[noreturn]] void fail(const std::string& message) const { source_.fail_in_text(position_, message); }
    void read_attributes(XmlTag& tag, std::string_view inside) const;

    const Source& source_;
    std::size_t position_ = 0;
};

}  // namespace talweg::read
