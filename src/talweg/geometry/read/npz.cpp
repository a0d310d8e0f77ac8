#include "talweg/geometry/read/npz.hpp"

#include <zlib.h>

#include <algorithm>

#include "talweg/geometry/read/raw_value.hpp"
#include "talweg/geometry/read/scanner.hpp"

namespace talweg::read {

namespace {

constexpr const char* damaged = "the archive is cut off or damaged; save it again with numpy.savez";
constexpr std::uint32_t see_extra = 0xffffffff;

}  // namespace

template <class T>
T Npz::number(std::uint64_t at) const {
    if (at > source_.bytes.size() || source_.bytes.size() - at < sizeof(T)) source_.fail(damaged);
    return raw_value<T>(source_.bytes.data() + at, false);
}

Npz::Npz(const Source& source) : source_(source) {
    const std::string& bytes = source.bytes;
    if (!bytes.starts_with("PK")) source.fail("this is not an archive of NumPy; save it with numpy.savez");
    const std::size_t tail = bytes.rfind("PK\5\6");
    if (tail == bytes.npos) source.fail(damaged);
    std::uint64_t count = number<std::uint16_t>(tail + 10), at = number<std::uint32_t>(tail + 16);
    if (at == see_extra) {  // the 64-bit record stands before
        const std::size_t locator = bytes.rfind("PK\6\7", tail);
        if (locator == bytes.npos) source.fail(damaged);
        const auto record = number<std::uint64_t>(locator + 8);
        count = number<std::uint64_t>(record + 32);
        at = number<std::uint64_t>(record + 48);
    }
    for (std::uint64_t i = 0; i < count; ++i) members_.push_back(read_entry(at));
}

Npz::Member Npz::read_entry(std::size_t& at) const {
    if (number<std::uint32_t>(at) != 0x02014b50) source_.fail(damaged);
    const auto method = number<std::uint16_t>(at + 10);
    const std::size_t name_size = number<std::uint16_t>(at + 28), extra_size = number<std::uint16_t>(at + 30);
    Member member{"",
                  number<std::uint32_t>(at + 42),
                  number<std::uint32_t>(at + 20),
                  number<std::uint32_t>(at + 24),
                  number<std::uint32_t>(at + 16),
                  method == 8};
    if (at + 46 + name_size + extra_size > source_.bytes.size()) source_.fail(damaged);
    member.name = source_.bytes.substr(at + 46, name_size);
    if (member.name.ends_with(".npy")) member.name.resize(member.name.size() - 4);
    if (method != 0 && method != 8) source_.fail("array " + shown(member.name) + " is compressed in an unknown way");
    // Sizes that do not fit into 32 bits stand in the extra field of kind 1, in this order.
    const std::size_t end = at + 46 + name_size + extra_size;
    for (std::size_t extra = at + 46 + name_size; extra + 4 <= end;) {
        const auto kind = number<std::uint16_t>(extra);
        std::size_t value = extra + 4;
        if (kind == 1)
            for (std::uint64_t* part : {&member.size, &member.packed, &member.offset})
                if (*part == see_extra) {
                    *part = number<std::uint64_t>(value);
                    value += 8;
                }
        extra += 4 + std::size_t{number<std::uint16_t>(extra + 2)};
    }
    at = end + number<std::uint16_t>(at + 32);
    return member;
}

std::vector<std::string> Npz::names() const {
    std::vector<std::string> names;
    for (const Member& member : members_) names.push_back(member.name);
    return names;
}

bool Npz::holds(const std::string& name) const {
    return std::ranges::find(members_, name, &Member::name) != members_.end();
}

NpyArray Npz::read(const std::string& name) const {
    const auto member = std::ranges::find(members_, name, &Member::name);
    if (member == members_.end()) {
        std::string known;
        for (const Member& other : members_) known += (known.empty() ? "" : ", ") + shown(other.name);
        source_.fail("there is no array " + shown(name) + "; there are: " + known);
    }
    return parse_npy(source_, name, unpacked(*member));
}

std::string Npz::unpacked(const Member& member) const {
    const auto fail = [&] { source_.fail("array " + shown(member.name) + " is cut off or damaged; save it again"); };
    if (number<std::uint32_t>(member.offset) != 0x04034b50) fail();
    const std::uint64_t begin =
        member.offset + 30 + number<std::uint16_t>(member.offset + 26) + number<std::uint16_t>(member.offset + 28);
    if (begin > source_.bytes.size() || member.packed > source_.bytes.size() - begin) fail();
    std::string data = source_.bytes.substr(begin, member.packed);
    if (member.deflated) {
        // Nothing can be shrunk by more than about 1032: more is a lie that would only eat memory.
        if (member.size > 1100 * member.packed + 1100) fail();
        std::string inflated(member.size, '\0');
        z_stream stream{};
        if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
        stream.next_in = reinterpret_cast<Bytef*>(data.data());
        stream.next_out = reinterpret_cast<Bytef*>(inflated.data());
        int result = Z_OK;
        // zlib counts in 32 bits: larger arrays go in portions.
        constexpr std::uint64_t portion = std::uint64_t{1} << 30;
        while (result == Z_OK) {
            stream.avail_in = static_cast<uInt>(std::min(portion, data.size() - stream.total_in));
            stream.avail_out = static_cast<uInt>(std::min(portion, inflated.size() - stream.total_out));
            result = inflate(&stream, Z_NO_FLUSH);
        }
        const bool whole = result == Z_STREAM_END && stream.total_out == member.size;
        inflateEnd(&stream);
        if (!whole) fail();
        data = std::move(inflated);
    }
    if (data.size() != member.size ||
        crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size()) != member.checksum)
        fail();
    return data;
}

}  // namespace talweg::read
