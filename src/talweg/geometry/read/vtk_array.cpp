#include "talweg/geometry/read/vtk_array.hpp"

#include <zlib.h>

#include <functional>

#include "talweg/format/base64.hpp"
#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {
namespace {

using Fail = std::function<void(const std::string&)>;

// Bytes of the array from its start on, decoded as far as asked for.
class Stream {
public:
    Stream(std::string_view encoded, bool base64) : encoded_(encoded), base64_(base64) {}

    /// Nothing when there are fewer bytes.
    bool read(std::size_t count, std::string& bytes) const {
        if (!base64_) {
            if (count > encoded_.size()) return false;
            bytes = encoded_.substr(0, count);
            return true;
        }
        if (count > encoded_.size()) return false;
        const auto decoded = decode_base64(encoded_, count);
        if (!decoded || decoded->size() < count) return false;
        bytes = *decoded;
        return true;
    }

private:
    std::string_view encoded_;
    bool base64_;
};

std::uint64_t size_at(const std::string& bytes, std::size_t index, const VtkEncoding& encoding) {
    const char* at = bytes.data() + index * encoding.size_bytes;
    return encoding.size_bytes == 8 ? raw_value<std::uint64_t>(at, encoding.swapped)
                                    : raw_value<std::uint32_t>(at, encoding.swapped);
}

constexpr const char* cut_off = "the array's data is cut off or damaged; save the file again";

std::string read_plain(const Stream& stream, const VtkEncoding& encoding, const Fail& fail) {
    std::string bytes;
    if (!stream.read(encoding.size_bytes, bytes)) fail(cut_off);
    const std::uint64_t length = size_at(bytes, 0, encoding);
    if (length > (std::uint64_t(1) << 40) || !stream.read(encoding.size_bytes + std::size_t(length), bytes))
        fail(cut_off);
    return bytes.substr(encoding.size_bytes);
}

// Number of blocks, size of a block, size of the last one (0: full), compressed sizes; then the blocks.
std::string read_compressed(const Stream& stream, const VtkEncoding& encoding, const Fail& fail) {
    std::string bytes;
    if (!stream.read(3 * encoding.size_bytes, bytes)) fail(cut_off);
    const std::uint64_t blocks = size_at(bytes, 0, encoding), full = size_at(bytes, 1, encoding),
                        last = size_at(bytes, 2, encoding);
    if (blocks == 0) return {};
    if (blocks > (1u << 28) || !stream.read((3 + std::size_t(blocks)) * encoding.size_bytes, bytes)) fail(cut_off);
    std::uint64_t compressed = 0;
    std::vector<std::uint64_t> sizes;
    for (std::size_t b = 0; b < blocks; ++b) {
        sizes.push_back(size_at(bytes, 3 + b, encoding));
        if (sizes.back() > (std::uint64_t(1) << 40)) fail(cut_off);
        compressed += sizes.back();
    }
    std::size_t at = bytes.size();
    if (compressed > (std::uint64_t(1) << 40) || !stream.read(at + std::size_t(compressed), bytes)) fail(cut_off);

    std::string data;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::uint64_t size = b + 1 == blocks && last != 0 ? last : full;
        // zlib cannot shrink anything by more than about 1032: more is a lie that would only eat memory.
        if (size > 1100 * sizes[b] + 1100) fail(cut_off);
        const std::size_t start = data.size();
        data.resize(start + std::size_t(size));
        uLongf written = uLongf(size);
        const int result = uncompress(reinterpret_cast<Bytef*>(data.data() + start), &written,
                                      reinterpret_cast<const Bytef*>(bytes.data() + at), uLong(sizes[b]));
        if (result != Z_OK || written != size) fail(cut_off);
        at += std::size_t(sizes[b]);
    }
    return data;
}

template <class T>
std::vector<double> numbers_as(const std::string& bytes, bool swapped) {
    std::vector<double> values(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = double(raw_value<T>(bytes.data() + i * sizeof(T), swapped));
    return values;
}

std::vector<double> numbers(const std::string& type, const std::string& bytes, bool swapped, const Fail& fail) {
    if (type == "Float64") return numbers_as<double>(bytes, swapped);
    if (type == "Float32") return numbers_as<float>(bytes, swapped);
    if (type == "Int64") return numbers_as<std::int64_t>(bytes, swapped);
    if (type == "UInt64") return numbers_as<std::uint64_t>(bytes, swapped);
    if (type == "Int32") return numbers_as<std::int32_t>(bytes, swapped);
    if (type == "UInt32") return numbers_as<std::uint32_t>(bytes, swapped);
    if (type == "Int16") return numbers_as<std::int16_t>(bytes, swapped);
    if (type == "UInt16") return numbers_as<std::uint16_t>(bytes, swapped);
    if (type == "Int8") return numbers_as<std::int8_t>(bytes, swapped);
    if (type == "UInt8") return numbers_as<std::uint8_t>(bytes, swapped);
    fail("data type " + shown(type) + " is unknown");
    return {};
}

std::vector<double> text_numbers(std::string_view text, const Fail& fail) {
    std::vector<double> values;
    constexpr std::string_view space = " \t\r\n";
    for (std::size_t at = text.find_first_not_of(space); at != text.npos; at = text.find_first_not_of(space, at)) {
        const std::size_t end = std::min(text.find_first_of(space, at), text.size());
        double value = 0.0;
        if (!parse(text.substr(at, end - at), value))
            fail("a finite number is expected, found " + shown(text.substr(at, end - at)));
        values.push_back(value);
        at = end;
    }
    return values;
}

}  // namespace

std::vector<double> VtkArray::values(const VtkEncoding& encoding, const Source& source) const {
    const Fail fail = [&](const std::string& message) { source.fail_in_text(tag.position, message); };
    const std::string format = tag.attribute("format");
    if (format == "ascii" || format.empty()) return text_numbers(text, fail);

    std::string_view encoded = text;
    bool base64 = true;
    if (format == "appended") {
        std::int64_t offset = 0;
        if (!parse(tag.attribute("offset"), offset) || offset < 0 || std::size_t(offset) > encoding.appended.size())
            fail("the array's offset lies outside of the appended data; the file is cut off");
        encoded = encoding.appended.substr(std::size_t(offset));
        base64 = encoding.appended_base64;
    } else if (format != "binary") {
        fail("format " + shown(format) + " is unknown; use ascii, binary or appended");
    }
    const Stream stream(encoded, base64);
    const std::string bytes =
        encoding.compressed ? read_compressed(stream, encoding, fail) : read_plain(stream, encoding, fail);
    return numbers(tag.attribute("type"), bytes, encoding.swapped, fail);
}

}  // namespace talweg::read
