/// A scene as the user wrote it: the JSON value and, for every part of it, where it stands.
#pragma once
#include <string>
#include <unordered_map>

#include "talweg/scene/text/json.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

class Document {
public:
    explicit Document(std::string source) : source_(std::make_shared<const std::string>(std::move(source))) {}

    Json value;

    /// Remembers the line of the key or entry at `pointer`.
    void set_line(const std::string& pointer, int line) { places_[pointer] = {source_, line}; }

    /// From now on everything at and below `pointer` is said to come from `source`.
    void set_source(const std::string& pointer, std::string source);

    /// Where the value at `pointer` stands, or else the nearest value around it that was written.
    Where where(const std::string& pointer) const;

    const std::string& source() const { return *source_; }

private:
    struct Place {
        std::shared_ptr<const std::string> source;
        int line;
    };
    std::shared_ptr<const std::string> source_;
    std::unordered_map<std::string, Place> places_;
};

}  // namespace talweg
