/// Writes TetGen, medit and VTK files.
#pragma once
#include <zlib.h>

#include <functional>

#include "geometry/read/mesh_writers.hpp"

namespace talweg::testing {

/// `first`: the number of the first point. Points of the lower half have marker 4, every tet region 2.
inline std::string write_tetgen_nodes(const Mesh& mesh, int first) {
    auto out = exact_stream();
    out << "# made by a test\n" << mesh.points.size() << " 3 1 1\n";
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        out << std::size_t(first) + i << ' ' << mesh.points[i][0] << ' ' << mesh.points[i][1] << ' '
            << mesh.points[i][2] << " 0.5 " << (mesh.points[i][1] < 0 ? 4 : 0) << " # row\n";
    return out.str();
}

inline std::string write_tetgen_elements(const Mesh& mesh, int first) {
    std::ostringstream out;
    out << mesh.tets.size() << "  4  1\n\n";
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        out << std::size_t(first) + i;
        for (const int c : mesh.tets[i]) out << ' ' << first + c;
        out << " 2.0\n";
    }
    return out.str();
}

/// References: 6 for triangles, 0 elsewhere.
inline std::string write_medit(const Mesh& mesh) {
    auto out = exact_stream();
    out << "MeshVersionFormatted 2\n# a comment\nDimension\n3\nVertices " << mesh.points.size() << '\n';
    for (const Vec3& p : mesh.points) out << p[0] << ' ' << p[1] << ' ' << p[2] << " 0\n";
    out << "RequiredVertices\n1\n1\nTriangles\n" << mesh.triangles.size() << '\n';
    for (const auto& t : mesh.triangles) out << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << " 6\n";
    out << "Tetrahedra\n" << mesh.tets.size() << '\n';
    for (const auto& t : mesh.tets) out << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << ' ' << t[3] + 1 << " 0\n";
    out << "End\n";
    return out.str();
}

inline std::string write_meshb(const Mesh& mesh, int version, bool swapped) {
    ByteWriter raw{swapped, {}};
    const auto integer = [&](std::int64_t v) { version == 4 ? raw.put(v) : raw.put(std::int32_t(v)); };
    const auto section = [&](int code, const std::function<void()>& body) {
        raw.put(std::int32_t(code));
        const std::size_t place = raw.bytes.size();
        version >= 3 ? raw.put(std::int64_t(0)) : raw.put(std::int32_t(0));
        body();
        ByteWriter next{swapped, {}};
        version >= 3 ? next.put(std::int64_t(raw.bytes.size())) : next.put(std::int32_t(raw.bytes.size()));
        raw.bytes.replace(place, next.bytes.size(), next.bytes);
    };
    raw.put(std::int32_t(1));
    raw.put(std::int32_t(version));
    section(3, [&] { raw.put(std::int32_t(3)); });
    section(4, [&] {
        integer(std::int64_t(mesh.points.size()));
        for (const Vec3& p : mesh.points) {
            for (int a = 0; a < 3; ++a) version == 1 ? raw.put(float(p[a])) : raw.put(p[a]);
            integer(0);
        }
    });
    section(99, [&] { raw.text("some section that nobody knows"); });
    const auto elements = [&](const auto& list, int reference) {
        integer(std::int64_t(list.size()));
        for (const auto& element : list) {
            for (const int c : element) integer(c + 1);
            integer(reference);
        }
    };
    section(6, [&] { elements(mesh.triangles, 6); });
    section(8, [&] { elements(mesh.tets, 0); });
    section(54, [] {});
    return raw.bytes;
}

/// Version 2 (one list of cells) or 5 (offsets and connectivity).
inline std::string write_vtk(const Mesh& mesh, int version, bool binary) {
    ByteWriter raw{true, {}};  // legacy files are big-endian
    const auto number = [&](auto v) {
        auto out = exact_stream();
        out << v << ' ';
        binary ? raw.put(v) : raw.text(out.str());
    };
    raw.text("# vtk DataFile Version " + std::to_string(version) + ".0\nmade by a test\n" +
             (binary ? "BINARY" : "ASCII") + "\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n");
    number(0.5);
    raw.text("\nPOINTS " + std::to_string(mesh.points.size()) + " double\n");
    for (const Vec3& p : mesh.points)
        for (int a = 0; a < 3; ++a) number(p[a]);
    raw.text("\nMETADATA\nINFORMATION 0\n\n");
    const std::size_t n = mesh.tets.size();
    if (version < 5) {
        raw.text("CELLS " + std::to_string(n) + " " + std::to_string(5 * n) + "\n");
        for (const auto& t : mesh.tets) {
            number(std::int32_t(4));
            for (const int c : t) number(std::int32_t(c));
        }
    } else {
        raw.text("CELLS " + std::to_string(n + 1) + " " + std::to_string(4 * n) + "\nOFFSETS vtktypeint64\n");
        for (std::size_t i = 0; i <= n; ++i) number(std::int64_t(4 * i));
        raw.text("\nCONNECTIVITY vtktypeint64\n");
        for (const auto& t : mesh.tets)
            for (const int c : t) number(std::int64_t(c));
    }
    raw.text("\nCELL_TYPES " + std::to_string(n) + "\n");
    for (std::size_t i = 0; i < n; ++i) number(std::int32_t(10));
    raw.text("\nCELL_DATA 1\nwhatever follows is not read\n");
    return raw.bytes;
}

inline std::string encode_base64(const std::string& bytes) {
    const char* alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t b = 0; b < 3; ++b)
            bits = bits << 8 | (i + b < bytes.size() ? static_cast<unsigned char>(bytes[i + b]) : 0u);
        for (std::size_t c = 0; c < 4; ++c) text += i + c > bytes.size() ? '=' : alphabet[bits >> (18 - 6 * c) & 63];
    }
    return text;
}

struct VtuStyle {
    std::string format = "ascii";  // or binary, appended
    bool appended_base64 = false, compressed = false, big_endian = false, wide_header = false;
};

inline std::string write_vtu(const Mesh& mesh, const VtuStyle& style) {
    std::string appended;
    const auto size = [&](ByteWriter& raw, std::size_t v) {
        style.wide_header ? raw.put(std::uint64_t(v)) : raw.put(std::uint32_t(v));
    };
    // Header and data, each as bytes: compressed files encode the two separately.
    const auto packed = [&](const std::string& data) {
        ByteWriter header{style.big_endian, {}};
        if (!style.compressed) {
            size(header, data.size());
            return std::pair{header.bytes + data, std::string()};
        }
        const std::size_t block = 256, blocks = (data.size() + block - 1) / block;
        size(header, blocks), size(header, block), size(header, data.size() % block);
        std::string body;
        for (std::size_t b = 0; b < blocks; ++b) {
            const std::string part = data.substr(b * block, block);
            uLongf length = compressBound(uLong(part.size()));
            std::string out(length, '\0');
            compress(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(part.data()),
                     uLong(part.size()));
            size(header, length);
            body += out.substr(0, length);
        }
        return std::pair{header.bytes, body};
    };
    const auto array = [&](const std::string& name, const std::string& type, const auto& values) {
        std::string tag = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents='3' format = \"" +
                          style.format + "\"";
        auto text = exact_stream();
        ByteWriter raw{style.big_endian, {}};
        for (const auto v : values) text << +v << ' ', raw.put(v);
        const auto [header, body] = packed(raw.bytes);
        if (style.format == "ascii") return tag + ">\n" + text.str() + "\n</DataArray>\n";
        if (style.format == "binary")
            return tag + ">\n" + encode_base64(header) + encode_base64(body) + "\n</DataArray>\n";
        tag += " offset=\"" + std::to_string(appended.size()) + "\"/>\n";
        appended += style.appended_base64 ? encode_base64(header) + encode_base64(body) : header + body;
        return tag;
    };

    std::vector<double> coordinates;
    for (const Vec3& p : mesh.points)
        for (int a = 0; a < 3; ++a) coordinates.push_back(p[a]);
    std::vector<std::int64_t> connectivity;
    std::vector<std::int32_t> ends;
    for (const auto& t : mesh.tets) {
        for (const int c : t) connectivity.push_back(c);
        ends.push_back(std::int32_t(connectivity.size()));
    }
    std::string file =
        "<?xml version=\"1.0\"?>\n<!-- <VTKFile> in a comment -->\n<VTKFile type=\"UnstructuredGrid\" byte_order=\"";
    file += style.big_endian ? "BigEndian\"" : "LittleEndian\"";
    if (style.wide_header) file += " header_type=\"UInt64\"";
    if (style.compressed) file += " compressor=\"vtkZLibDataCompressor\"";
    file += ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" + std::to_string(mesh.points.size()) +
            "\" NumberOfCells=\"" + std::to_string(mesh.tets.size()) + "\">\n<PointData>\n" +
            array("heat", "Float64", coordinates) + "</PointData>\n<Points>\n" +
            array("Points", "Float64", coordinates) + "</Points>\n<Cells>\n" +
            array("connectivity", "Int64", connectivity) + array("offsets", "Int32", ends) +
            array("types", "UInt8", std::vector<std::uint8_t>(ends.size(), 10)) +
            "</Cells>\n</Piece>\n</UnstructuredGrid>\n";
    if (style.format == "appended")
        file += std::string("<AppendedData encoding=\"") + (style.appended_base64 ? "base64" : "raw") + "\">\n _" +
                appended + "\n</AppendedData>\n";
    return file + "</VTKFile>\n";
}

}  // namespace talweg::testing
