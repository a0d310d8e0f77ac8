#include "talweg/scene/text/document.hpp"

#include "talweg/scene/text/json_path.hpp"

namespace talweg {

void Document::set_source(const std::string& pointer, std::string source) {
    const std::string below = pointer + "/";
    std::erase_if(places_, [&](const auto& place) { return place.first.starts_with(below); });
    places_[pointer] = {std::make_shared<const std::string>(std::move(source)), 0};
}

Where Document::where(const std::string& pointer) const {
    const std::string path = path_text(pointer);
    for (std::string at = pointer;; at = parent_pointer(at)) {
        if (const auto found = places_.find(at); found != places_.end())
            return {found->second.source, found->second.line, path};
        if (at.empty()) return {source_, 0, path};
    }
}

}  // namespace talweg
