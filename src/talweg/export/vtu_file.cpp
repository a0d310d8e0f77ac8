#include "talweg/export/vtu_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "talweg/format/base64.hpp"
#include "talweg/format/deflate.hpp"

namespace talweg {

static_assert(std::endian::native == std::endian::little, "vtu files are written as little-endian");

namespace {

constexpr std::size_t block = 1 << 15;  // bytes compressed at a time, as VTK's own writer does

/// Number of blocks, size of a block, size of the last if it is smaller, compressed sizes; then the blocks. Each of the
/// two in base64 of its own. Within the array's element: raw bytes behind all elements are shorter, but no XML; and
/// since libexpat puts off what it reports of elements (2.6, in Debian 2.5.0-1+deb12u2 and later), ParaView's reader no
/// longer sees in time where data behind all elements begin, and refuses every such file of more than 4096 bytes, in
/// base64 too.
std::string compressed_blocks(std::string_view bytes) {
    std::vector<std::uint64_t> header = {(bytes.size() + block - 1) / block, block, bytes.size() % block};
    std::string blocks;
    for (std::size_t begin = 0; begin < bytes.size(); begin += block) {
        const std::string_view part = bytes.substr(begin, block);
        Deflate stream(5);
        stream.append({reinterpret_cast<const unsigned char*>(part.data()), part.size()});
        const std::string made = stream.finish();
        header.push_back(made.size());
        blocks += made;
    }
    std::string text;
    append_base64(text, {reinterpret_cast<const char*>(header.data()), header.size() * sizeof header[0]});
    append_base64(text, blocks);
    return text;
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

void VtuFile::begin(const std::string& section) {
    if (!section_.empty()) xml_ += "</" + section_ + ">\n";
    section_ = section;
    xml_ += "<" + section_ + ">\n";
}

void VtuFile::add_bytes(const char* type, const std::string& name, std::size_t components, std::string_view bytes) {
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">\n{}\n</DataArray>\n", type,
        name, components, compressed_blocks(bytes));
}

void VtuFile::add(const std::string& name, std::size_t components, std::span<const float> values) {
    add_bytes("Float32", name, components, bytes_of(values));
}
void VtuFile::add(const std::string& name, std::size_t components, std::span<const double> values) {
    add_bytes("Float64", name, components, bytes_of(values));
}
void VtuFile::add(const std::string& name, std::size_t components, std::span<const std::int32_t> values) {
    add_bytes("Int32", name, components, bytes_of(values));
}
void VtuFile::add(const std::string& name, std::size_t components, std::span<const std::uint8_t> values) {
    add_bytes("UInt8", name, components, bytes_of(values));
}

std::string VtuFile::text() const {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n"
        "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n{}</{}>\n</Piece>\n"
        "</UnstructuredGrid>\n</VTKFile>\n",
        points_, cells_, xml_, section_);
}

}  // namespace talweg
