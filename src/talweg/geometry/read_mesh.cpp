#include "talweg/geometry/read_mesh.hpp"

#include <algorithm>
#include <cctype>
#include <new>
#include <string_view>

#include "talweg/geometry/read/gltf.hpp"
#include "talweg/geometry/read/medit.hpp"
#include "talweg/geometry/read/msh.hpp"
#include "talweg/geometry/read/obj.hpp"
#include "talweg/geometry/read/ply.hpp"
#include "talweg/geometry/read/source.hpp"
#include "talweg/geometry/read/stl.hpp"
#include "talweg/geometry/read/tetgen.hpp"
#include "talweg/geometry/read/vtk.hpp"
#include "talweg/geometry/read/vtu.hpp"

namespace talweg {
namespace {

struct Format {
    std::string_view extension;
    std::string_view magic;  // how every such file begins; empty when nothing is certain
    Mesh (*read)(const read::Source&, MeshLooks*);
};

/// Of formats that say nothing about looks.
template <Mesh (*read)(const read::Source&)>
Mesh plain(const read::Source& source, MeshLooks*) {
    return read(source);
}

constexpr std::array formats{
    Format{".obj", "", read::read_obj},
    Format{".ply", "ply", plain<read::read_ply>},
    Format{".stl", "", plain<read::read_stl>},
    Format{".gltf", "", read::read_gltf},
    Format{".glb", "glTF", read::read_gltf},
    Format{".msh", "$MeshFormat", plain<read::read_msh>},
    Format{".vtk", "# vtk DataFile", plain<read::read_vtk>},
    Format{".vtu", "<VTKFile", plain<read::read_vtu>},
    Format{".vtp", "", plain<read::read_vtu>},
    Format{".mesh", "MeshVersionFormatted", plain<read::read_medit>},
    Format{".meshb", "", plain<read::read_medit>},
    Format{".node", "", plain<read::read_tetgen>},
    Format{".ele", "", plain<read::read_tetgen>},
};

const Format* find_format(const read::Source& source) {
    for (const Format& format : formats)
        if (!format.magic.empty() && source.bytes.starts_with(format.magic)) return &format;
    std::string extension = source.path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.extension == extension; });
    return found == formats.end() ? nullptr : &*found;
}

}  // namespace

Mesh read_mesh(const std::filesystem::path& path, MeshLooks* looks) {
    return read_mesh(read::load_source(path), looks);
}

Mesh read_mesh(const read::Source& source, MeshLooks* looks) {
    const Format* format = find_format(source);
    if (format == nullptr) {
        std::string known;
        for (const Format& f : formats) known += (known.empty() ? "" : ", ") + std::string(f.extension.substr(1));
        source.fail("the mesh format is not known; convert it to one of " + known);
    }
    try {
        if (looks != nullptr) *looks = {};
        return format->read(source, looks);
    } catch (const std::bad_alloc&) {
        source.fail("the mesh does not fit into memory; use a coarser one");
    }
}

}  // namespace talweg
