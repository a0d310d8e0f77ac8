/// The JSON of a glTF file with its buffers at hand: typed, bounds-checked access to what the scene refers to.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

class GltfDocument {
public:
    using Json = nlohmann::json;

    explicit GltfDocument(const Source& source);

    const Json& root() const { return root_; }
    /// Entry `index` of a top-level array like "nodes".
    const Json& item(const char* array, std::size_t index) const;
    /// A whole number ≥ 0 under `key`; `otherwise` when the key is absent.
    std::size_t size(const Json& object, const char* key, std::size_t otherwise) const;
    std::size_t size(const Json& object, const char* key) const;
    /// Exactly `count` finite numbers.
    std::vector<double> numbers(const Json& array, std::size_t count) const;

    /// The values of an accessor, `components` per entry, row by row.
    std::vector<double> accessor(std::size_t index, std::size_t components) const;

    [[noreturn]] void fail(const std::string& message) const { source_.fail(message); }

private:
    std::string load_buffer(const Json& buffer, std::size_t index, std::string binary_chunk) const;

    const Source& source_;
    Json root_;
    std::vector<std::string> buffers_;
};

}  // namespace talweg::read
