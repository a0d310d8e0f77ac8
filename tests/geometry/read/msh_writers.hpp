/// Writes gmsh files as gmsh does: nodes numbered from 11 in steps of 2, the solid in physical volume "body", its
/// surface in physical surface "skin" and an unnamed one, tag 7.
#pragma once
#include "geometry/read/mesh_writers.hpp"

namespace talweg::testing {

inline std::int64_t msh_tag(int point) { return 11 + 2 * std::int64_t(point); }

inline std::string msh_physical_names() { return "$PhysicalNames\n2\n2 3 \"skin\"\n3 5 \"body\"\n$EndPhysicalNames\n"; }

inline std::string write_msh2(const Mesh& mesh, bool binary, bool swapped = false) {
    auto out = exact_stream();
    const std::size_t element_count = mesh.triangles.size() + mesh.tets.size();
    if (!binary) {
        out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
            << msh_physical_names() << "$Nodes\n"
            << mesh.points.size() << '\n';
        for (std::size_t i = 0; i < mesh.points.size(); ++i)
            out << msh_tag(int(i)) << ' ' << mesh.points[i][0] << ' ' << mesh.points[i][1] << ' ' << mesh.points[i][2]
                << '\n';
        out << "$EndNodes\n$Elements\n" << element_count << '\n';
        int number = 1;
        for (const auto& t : mesh.triangles) {
            out << number++ << " 2 2 3 1";
            for (const int c : t) out << ' ' << msh_tag(c);
            out << '\n';
        }
        for (const auto& t : mesh.tets) {
            out << number++ << " 4 2 5 1";
            for (const int c : t) out << ' ' << msh_tag(c);
            out << '\n';
        }
        out << "$EndElements\n";
        return out.str();
    }
    ByteWriter raw{swapped, "$MeshFormat\n2.2 1 8\n"};
    raw.put(std::int32_t(1));
    raw.text("\n$EndMeshFormat\n" + msh_physical_names() + "$Nodes\n" + std::to_string(mesh.points.size()) + "\n");
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        raw.put(std::int32_t(msh_tag(int(i))));
        for (int a = 0; a < 3; ++a) raw.put(mesh.points[i][a]);
    }
    raw.text("\n$EndNodes\n$Elements\n" + std::to_string(element_count) + "\n");
    std::int32_t number = 1;
    const auto block = [&](const auto& elements, std::int32_t type, std::int32_t physical) {
        if (elements.empty()) return;
        for (const std::int32_t v : {type, std::int32_t(elements.size()), 2}) raw.put(v);
        for (const auto& element : elements) {
            for (const std::int32_t v : {number++, physical, 1}) raw.put(v);
            for (const int c : element) raw.put(std::int32_t(msh_tag(c)));
        }
    };
    block(mesh.triangles, 2, 3);
    block(mesh.tets, 4, 5);
    raw.text("\n$EndElements\n");
    return raw.bytes;
}

inline std::string write_msh4(const Mesh& mesh, bool binary, bool swapped = false) {
    ByteWriter raw{swapped, {}};
    raw.text(binary ? "$MeshFormat\n4.1 1 8\n" : "$MeshFormat\n4.1 0 8\n");
    if (binary) raw.put(std::int32_t(1)), raw.text("\n");
    raw.text("$EndMeshFormat\n" + msh_physical_names());
    const auto integer = [&](std::int32_t v) { binary ? raw.put(v) : raw.text(std::to_string(v) + " "); };
    const auto size = [&](std::uint64_t v) { binary ? raw.put(v) : raw.text(std::to_string(v) + " "); };
    const auto number = [&](double v) {
        auto out = exact_stream();
        out << v << ' ';
        binary ? raw.put(v) : raw.text(out.str());
    };
    const auto end_line = [&] {
        if (!binary) raw.text("\n");
    };

    // A surface of two physical groups (one named in reverse orientation) and a volume bounded by it.
    raw.text("$Entities\n");
    for (const std::uint64_t count : {0u, 0u, 1u, 1u}) size(count);
    end_line();
    integer(1);
    for (int a = 0; a < 6; ++a) number(0.5);
    size(2), integer(-3), integer(7), size(0), end_line();
    integer(1);
    for (int a = 0; a < 6; ++a) number(0.5);
    size(1), integer(5), size(1), integer(1), end_line();
    raw.text("\n$EndEntities\n$Nodes\n");

    size(2), size(mesh.points.size()), size(11), size(std::uint64_t(msh_tag(int(mesh.points.size()) - 1))), end_line();
    const std::size_t half = mesh.points.size() / 2;
    const auto node_block = [&](int dimension, bool parametric, std::size_t begin, std::size_t end) {
        integer(dimension), integer(1), integer(parametric), size(end - begin), end_line();
        for (std::size_t i = begin; i < end; ++i) size(std::uint64_t(msh_tag(int(i)))), end_line();
        for (std::size_t i = begin; i < end; ++i) {
            for (int a = 0; a < 3; ++a) number(mesh.points[i][a]);
            for (int a = 0; a < (parametric ? dimension : 0); ++a) number(0.25);
            end_line();
        }
    };
    node_block(2, true, 0, half);
    node_block(3, false, half, mesh.points.size());
    raw.text("\n$EndNodes\n$Elements\n");

    const std::size_t total = mesh.triangles.size() + mesh.tets.size();
    size((mesh.triangles.empty() ? 0u : 1u) + (mesh.tets.empty() ? 0u : 1u)), size(total), size(1), size(total),
        end_line();
    std::uint64_t tag = 1;
    const auto element_block = [&](const auto& elements, int dimension, int type) {
        if (elements.empty()) return;
        integer(dimension), integer(1), integer(type), size(elements.size()), end_line();
        for (const auto& element : elements) {
            size(tag++);
            for (const int c : element) size(std::uint64_t(msh_tag(c)));
            end_line();
        }
    };
    element_block(mesh.triangles, 2, 2);
    element_block(mesh.tets, 3, 4);
    raw.text("\n$EndElements\n$Periodic\n0\n$EndPeriodic\n");
    return raw.bytes;
}

}  // namespace talweg::testing
