#include "talweg/geometry/read/gltf_document.hpp"

#include <bit>
#include <cmath>

#include "talweg/format/base64.hpp"
#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {
namespace {

struct Chunks {
    std::string_view json;
    std::string binary;
};

// A .glb file: header, then a JSON chunk and perhaps one of raw bytes.
Chunks split(const Source& source) {
    if (!source.bytes.starts_with("glTF")) return {source.bytes, {}};
    Scanner scanner(source);
    scanner.begin_binary(std::endian::native == std::endian::big);
    scanner.skip_bytes(4, "the header");
    if (const auto version = scanner.raw<std::uint32_t>("the version"); version != 2)
        scanner.fail("glTF version " + std::to_string(version) + " is not supported; export glTF 2.0");
    scanner.raw<std::uint32_t>("the length");
    Chunks chunks;
    while (scanner.left() >= 8) {
        const auto length = scanner.raw<std::uint32_t>("a chunk's length");
        const auto kind = scanner.raw<std::uint32_t>("a chunk's kind");
        const std::size_t start = scanner.position();
        scanner.skip_bytes(length, "a chunk");
        constexpr std::uint32_t json = 0x4e4f534a, binary = 0x004e4942;
        if (kind == json) chunks.json = std::string_view(source.bytes).substr(start, length);
        if (kind == binary && chunks.binary.empty()) chunks.binary = source.bytes.substr(start, length);
    }
    return chunks;
}

struct ComponentType {
    std::size_t bytes;
    double scale;  // of the largest value, for normalized integers
};

ComponentType component_type(std::size_t code, const GltfDocument& document) {
    switch (code) {
        case 5120:
            return {1, 127.0};
        case 5121:
            return {1, 255.0};
        case 5122:
            return {2, 32767.0};
        case 5123:
            return {2, 65535.0};
        case 5125:
            return {4, 1.0};
        case 5126:
            return {4, 1.0};
        default:
            document.fail("component type " + std::to_string(code) + " is unknown; export again");
    }
}

double component(const char* at, std::size_t code) {
    constexpr bool swapped = std::endian::native == std::endian::big;
    switch (code) {
        case 5120:
            return raw_value<std::int8_t>(at, swapped);
        case 5121:
            return raw_value<std::uint8_t>(at, swapped);
        case 5122:
            return raw_value<std::int16_t>(at, swapped);
        case 5123:
            return raw_value<std::uint16_t>(at, swapped);
        case 5125:
            return raw_value<std::uint32_t>(at, swapped);
        default:
            return raw_value<float>(at, swapped);
    }
}

}  // namespace

GltfDocument::GltfDocument(const Source& source) : source_(source) {
    Chunks chunks = split(source);
    try {
        root_ = Json::parse(chunks.json);
    } catch (const Json::parse_error& error) {
        const std::size_t start = chunks.json.empty() ? 0 : std::size_t(chunks.json.data() - source.bytes.data());
        source.fail_in_binary(start + error.byte, "this is no valid JSON, so no glTF; export the file again");
    } catch (const Json::out_of_range&) {
        fail("a number in the JSON is too large; export the file again");
    }
    if (!root_.is_object() || !root_.contains("asset")) fail("this is no glTF file: it has no \"asset\"");
    if (root_.contains("extensionsRequired"))
        for (const Json& extension : root_["extensionsRequired"]) {
            const std::string name = extension.is_string() ? extension.get<std::string>() : "?";
            if (name.find("draco") != name.npos || name.find("meshopt") != name.npos)
                fail("the meshes are compressed (" + name + "); export without compression");
        }
    if (root_.contains("buffers"))
        for (std::size_t i = 0; i < root_["buffers"].size(); ++i)
            buffers_.push_back(load_buffer(item("buffers", i), i, i == 0 ? std::move(chunks.binary) : std::string()));
}

std::string GltfDocument::load_buffer(const Json& buffer, std::size_t index, std::string binary_chunk) const {
    const std::string name = "buffer " + std::to_string(index);
    const std::size_t length = size(buffer, "byteLength");
    std::string bytes;
    if (!buffer.contains("uri")) {
        bytes = std::move(binary_chunk);
    } else {
        const std::string uri = buffer["uri"].is_string() ? buffer["uri"].get<std::string>() : "";
        if (uri.starts_with("data:")) {
            const std::size_t comma = uri.find(";base64,");
            auto decoded = comma == uri.npos ? std::nullopt : decode_base64(std::string_view(uri).substr(comma + 8));
            if (!decoded) fail(name + " is no valid base64; export the file again");
            bytes = std::move(*decoded);
        } else {
            const std::filesystem::path beside(uri);
            if (uri.empty() || beside.is_absolute() || uri.find("..") != uri.npos || uri.find("://") != uri.npos)
                fail(name + " must be a file beside this one");
            bytes = load_source(source_.path.parent_path() / beside).bytes;
        }
    }
    if (bytes.size() < length)
        fail(name + " should have " + std::to_string(length) + " bytes but has " + std::to_string(bytes.size()) +
             "; the file is cut off");
    return bytes;
}

const GltfDocument::Json& GltfDocument::item(const char* array, std::size_t index) const {
    const auto found = root_.find(array);
    if (found == root_.end() || !found->is_array() || index >= found->size() || !(*found)[index].is_object())
        fail("entry " + std::to_string(index) + " of \"" + array + "\" is named but not there; export the file again");
    return (*found)[index];
}

std::size_t GltfDocument::size(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > (std::uint64_t(1) << 40))
        fail(std::string("\"") + key + "\" must be a whole number; export the file again");
    return found->get<std::size_t>();
}

std::size_t GltfDocument::size(const Json& object, const char* key, std::size_t otherwise) const {
    return object.contains(key) ? size(object, key) : otherwise;
}

std::vector<double> GltfDocument::numbers(const Json& array, std::size_t count) const {
    if (!array.is_array() || array.size() != count) fail("a transform must have " + std::to_string(count) + " numbers");
    std::vector<double> values;
    for (const Json& value : array) {
        if (!value.is_number() || !std::isfinite(value.get<double>()))
            fail("a transform must be made of finite numbers");
        values.push_back(value.get<double>());
    }
    return values;
}

std::vector<double> GltfDocument::accessor(std::size_t index, std::size_t components) const {
    const Json& accessor = item("accessors", index);
    const std::string name = "accessor " + std::to_string(index);
    const Json type = accessor.value("type", Json());
    const char* wanted = components == 16  ? "MAT4"
                         : components == 4 ? "VEC4"
                         : components == 3 ? "VEC3"
                         : components == 2 ? "VEC2"
                                           : "SCALAR";
    if (type != wanted) fail(name + " has the wrong type; export the file again");
    if (accessor.contains("sparse")) fail(name + " is sparse, which is not supported; export without sparse accessors");
    const std::size_t count = size(accessor, "count"), code = size(accessor, "componentType");
    const ComponentType component_kind = component_type(code, *this);

    const Json& view = item("bufferViews", size(accessor, "bufferView"));
    const std::size_t buffer = size(view, "buffer");
    if (buffer >= buffers_.size()) fail(name + " lies in a buffer that is not there");
    const std::size_t row = components * component_kind.bytes, stride = size(view, "byteStride", row);
    const std::size_t inside = size(accessor, "byteOffset", 0), start = size(view, "byteOffset", 0) + inside;
    const std::size_t available = buffers_[buffer].size();
    // `stride` is at least a byte, so that a count that passes cannot exceed the bytes there are.
    if (stride == 0 || (count > 0 && (start + row > available || count - 1 > (available - start - row) / stride)))
        fail(name + " reaches beyond its buffer of " + std::to_string(available) + " bytes; the file is cut off");

    const bool normalized = accessor.value("normalized", Json(false)) == true;
    std::vector<double> values;
    values.reserve(count * components);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < components; ++c) {
            const double v = component(buffers_[buffer].data() + start + i * stride + c * component_kind.bytes, code);
            values.push_back(normalized ? std::max(v / component_kind.scale, -1.0) : v);
        }
    return values;
}

}  // namespace talweg::read
