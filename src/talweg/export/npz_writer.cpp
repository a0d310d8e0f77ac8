#include "talweg/export/npz_writer.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>

namespace talweg {

static_assert(std::endian::native == std::endian::little, "zip and npy are written as little-endian");

namespace {

template <class T>
void put(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

constexpr std::uint16_t needed_version = 45;     // 64-bit sizes
constexpr std::uint32_t see_extra = 0xffffffff;  // in place of a 32-bit size
constexpr std::uint16_t midnight = 0, first_of_january_1980 = 0x21;

/// What local header and directory entry have in common, from the needed version on.
void put_description(std::string& bytes, const std::string& name, std::uint32_t checksum, std::uint16_t extra) {
    put(bytes, needed_version);
    put(bytes, std::uint16_t{1 << 11});  // names are UTF-8
    put(bytes, std::uint16_t{0});        // stored
    put(bytes, midnight);
    put(bytes, first_of_january_1980);
    put(bytes, checksum);
    put(bytes, see_extra);
    put(bytes, see_extra);
    put(bytes, static_cast<std::uint16_t>(name.size()));
    put(bytes, extra);
}

std::string local_header(const std::string& name, std::uint32_t checksum, std::uint64_t size) {
    std::string bytes = "PK\3\4";
    put_description(bytes, name, checksum, 20);
    bytes += name;
    put(bytes, std::uint16_t{1});
    put(bytes, std::uint16_t{16});
    put(bytes, size);
    put(bytes, size);
    return bytes;
}

std::string npy_start(const std::string& type, const std::vector<std::uint64_t>& shape) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    constexpr std::size_t before = 10, alignment = 64;
    text.resize((before + text.size() + 1 + alignment - 1) / alignment * alignment - before - 1, ' ');
    text += '\n';
    std::string bytes{"\x93NUMPY\x01\x00", 8};
    put(bytes, static_cast<std::uint16_t>(text.size()));
    return bytes + text;
}

/// The code points of UTF-8 text.
std::u32string code_points(const std::string& text) {
    std::u32string points;
    for (const unsigned char c : text)
        if ((c & 0xc0) == 0x80 && !points.empty())
            points.back() = points.back() << 6 | (c & 0x3fu);
        else
            points += c < 0x80 ? c : c < 0xe0 ? c & 0x1fu : c < 0xf0 ? c & 0x0fu : c & 0x07u;
    return points;
}

}  // namespace

void NpzWriter::begin(const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape) {
    members_.push_back({name + ".npy", file_.size()});
    file_.append(local_header(members_.back().name, 0, 0));
    append_bytes(npy_start(type, shape));
}

void NpzWriter::add_words(const std::string& name, const std::vector<std::string>& words) {
    std::vector<std::u32string> texts;
    std::size_t longest = 1;
    for (const std::string& word : words) {
        texts.push_back(code_points(word));
        longest = std::max(longest, texts.back().size());
    }
    begin(name, fmt::format("<U{}", longest), {words.size()});
    for (std::u32string& text : texts) {
        text.resize(longest, U'\0');
        append(std::span<const char32_t>(text));
    }
    end();
}

void NpzWriter::append_bytes(std::string_view bytes) {
    if (bytes.empty()) return;  // zlib takes no bytes at all for a new beginning
    Member& member = members_.back();
    member.size += bytes.size();
    member.checksum = static_cast<std::uint32_t>(
        crc32_z(member.checksum, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
    file_.append(bytes);
}

void NpzWriter::end() {
    const Member& member = members_.back();
    file_.overwrite(member.offset, local_header(member.name, member.checksum, member.size));
}

void NpzWriter::finish() {
    const std::uint64_t start = file_.size(), count = members_.size();
    for (const Member& member : members_) {
        std::string entry = "PK\1\2";
        put(entry, needed_version);
        put_description(entry, member.name, member.checksum, 28);
        put(entry, std::uint16_t{0});  // no comment
        put(entry, std::uint32_t{0});  // first disk, binary
        put(entry, std::uint32_t{0});  // attributes
        put(entry, see_extra);
        entry += member.name;
        put(entry, std::uint16_t{1});
        put(entry, std::uint16_t{24});
        put(entry, member.size);
        put(entry, member.size);
        put(entry, member.offset);
        file_.append(entry);
    }
    const std::uint64_t end = file_.size();
    std::string tail = "PK\6\6";
    put(tail, std::uint64_t{44});
    put(tail, needed_version);
    put(tail, needed_version);
    put(tail, std::uint64_t{0});  // disks
    put(tail, count);
    put(tail, count);
    put(tail, end - start);
    put(tail, start);
    tail += "PK\6\7";
    put(tail, std::uint32_t{0});
    put(tail, end);
    put(tail, std::uint32_t{1});
    tail += "PK\5\6";
    put(tail, std::uint32_t{0});
    put(tail, static_cast<std::uint16_t>(count));
    put(tail, static_cast<std::uint16_t>(count));
    put(tail, see_extra);
    put(tail, see_extra);
    put(tail, std::uint16_t{0});
    file_.append(tail);
    file_.finish();
}

}  // namespace talweg
