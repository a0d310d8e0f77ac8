/// Writes meshes in the formats that talweg reads, so that tests make their own files.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

#include "talweg/geometry/mesh.hpp"

namespace talweg::testing {

/// Raw values, in this machine's byte order or swapped.
struct ByteWriter {
    bool swapped = false;
    std::string bytes;

    template <class T>
    void put(T value) {
        char raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof(T));
        if (swapped)
            for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(raw[i], raw[sizeof(T) - 1 - i]);
        bytes.append(raw, sizeof(T));
    }
    void text(const std::string& t) { bytes += t; }
};

inline std::ostringstream exact_stream() {
    std::ostringstream stream;
    stream.precision(17);
    return stream;
}

inline std::string write_obj(const Mesh& mesh) {
    auto out = exact_stream();
    for (const Vec3& p : mesh.points) out << "v " << p[0] << ' ' << p[1] << ' ' << p[2] << '\n';
    for (const auto& [a, b, c] : mesh.triangles) out << "f " << a + 1 << ' ' << b + 1 << ' ' << c + 1 << '\n';
    return out.str();
}

enum class PlyFormat { text, little, big };

inline std::string write_ply(const Mesh& mesh, PlyFormat format) {
    static_assert(std::endian::native == std::endian::little);
    const char* names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    auto out = exact_stream();
    out << "ply\nformat " << names[int(format)] << " 1.0\ncomment made by a test\nelement vertex " << mesh.points.size()
        << "\nproperty double x\nproperty double y\nproperty double z\nproperty uchar red\nelement face "
        << mesh.triangles.size() << "\nproperty list uchar int vertex_indices\nend_header\n";
    if (format == PlyFormat::text) {
        for (const Vec3& p : mesh.points) out << p[0] << ' ' << p[1] << ' ' << p[2] << " 255\n";
        for (const auto& [a, b, c] : mesh.triangles) out << "3 " << a << ' ' << b << ' ' << c << '\n';
        return out.str();
    }
    ByteWriter raw{format == PlyFormat::big, out.str()};
    for (const Vec3& p : mesh.points) {
        for (int a = 0; a < 3; ++a) raw.put(p[a]);
        raw.put(std::uint8_t(255));
    }
    for (const auto& t : mesh.triangles) {
        raw.put(std::uint8_t(3));
        for (const int corner : t) raw.put(std::int32_t(corner));
    }
    return raw.bytes;
}

inline std::string write_stl(const Mesh& mesh, bool binary) {
    if (binary) {
        ByteWriter raw;
        raw.text("solid binary files may start like this" + std::string(42, ' '));
        raw.put(std::uint32_t(mesh.triangles.size()));
        for (const auto& t : mesh.triangles) {
            for (int a = 0; a < 3; ++a) raw.put(0.0f);
            for (const int corner : t)
                for (int a = 0; a < 3; ++a) raw.put(float(mesh.points[corner][a]));
            raw.put(std::uint16_t(0));
        }
        return raw.bytes;
    }
    auto out = exact_stream();
    out << "solid part one\n";
    for (const auto& t : mesh.triangles) {
        out << "facet normal 0 0 0\nouter loop\n";
        for (const int c : t)
            out << "vertex " << mesh.points[c][0] << ' ' << mesh.points[c][1] << ' ' << mesh.points[c][2] << '\n';
        out << "endloop\nendfacet\n";
    }
    out << "endsolid part one\n";
    return out.str();
}

/// One node "placed", translated by (1, 2, 3), with float positions and 16-bit indices in the binary chunk.
inline std::string write_glb(const Mesh& mesh) {
    ByteWriter data;
    for (const Vec3& p : mesh.points)
        for (int a = 0; a < 3; ++a) data.put(float(p[a]));
    const std::size_t index_start = data.bytes.size();
    for (const auto& t : mesh.triangles)
        for (const int corner : t) data.put(std::uint16_t(corner));
    const std::size_t length = data.bytes.size();
    data.bytes.resize((length + 3) / 4 * 4, '\0');

    std::ostringstream json;
    json << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)"
         << R"("nodes":[{"mesh":0,"name":"placed","translation":[1,2,3]}],)"
         << R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[)"
         << R"({"bufferView":0,"componentType":5126,"count":)" << mesh.points.size()
         << R"(,"type":"VEC3","min":[-9,-9,-9],"max":[9,9,9]},{"bufferView":1,"componentType":5123,"count":)"
         << 3 * mesh.triangles.size() << R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)"
         << index_start << R"(},{"buffer":0,"byteOffset":)" << index_start << R"(,"byteLength":)"
         << length - index_start << R"(}],"buffers":[{"byteLength":)" << length << "}]}";
    std::string text = json.str();
    text.resize((text.size() + 3) / 4 * 4, ' ');

    ByteWriter file;
    file.text("glTF");
    file.put(std::uint32_t(2));
    file.put(std::uint32_t(12 + 8 + text.size() + 8 + data.bytes.size()));
    file.put(std::uint32_t(text.size()));
    file.text("JSON" + text);
    file.put(std::uint32_t(data.bytes.size()));
    file.text(std::string("BIN\0", 4) + data.bytes);
    return file.bytes;
}

}  // namespace talweg::testing
