#include "talweg/geometry/read/gltf.hpp"

#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <cmath>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/welder.hpp"

namespace talweg::read {
namespace {

class SceneReader {
public:
    SceneReader(const aiScene& scene, const Source& source) : scene_(scene), source_(source) {}

    Mesh read() {
        visit(*scene_.mRootNode, aiMatrix4x4());
        return std::move(builder_).finish(source_);
    }

private:
    void visit(const aiNode& node, const aiMatrix4x4& parent) {
        const aiMatrix4x4 placed = parent * node.mTransformation;
        Welder welder(builder_.points);
        for (unsigned m = 0; m < node.mNumMeshes; ++m) {
            if (node.mMeshes[m] >= scene_.mNumMeshes)
                source_.fail("a node names a mesh that is not there; export again");
            add(*scene_.mMeshes[node.mMeshes[m]], placed, node.mName.C_Str(), welder);
        }
        for (unsigned c = 0; c < node.mNumChildren; ++c) visit(*node.mChildren[c], placed);
    }

    void add(const aiMesh& mesh, const aiMatrix4x4& placed, const std::string& name, Welder& welder) {
        std::vector<int> points;
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            const aiVector3D p = placed * mesh.mVertices[v];
            if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
                source_.fail("vertex " + std::to_string(v) + " of mesh '" + mesh.mName.C_Str() +
                             "' is not at a finite place; export again");
            points.push_back(welder.add({p.x, p.y, p.z}));
        }
        builder_.add_to_group(name, points);

        std::vector<int> corners;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            corners.clear();
            for (unsigned i = 0; i < face.mNumIndices; ++i) {
                if (face.mIndices[i] >= points.size())
                    source_.fail("face " + std::to_string(f) + " of mesh '" + mesh.mName.C_Str() + "' names vertex " +
                                 std::to_string(face.mIndices[i]) + ", but there are only " +
                                 std::to_string(points.size()));
                corners.push_back(points[face.mIndices[i]]);
            }
            if (corners.size() == 2) builder_.add_polyline(corners);
            if (corners.size() == 3 && corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
                builder_.add_polygon(corners);
        }
    }

    const aiScene& scene_;
    const Source& source_;
    ElementBuilder builder_;
};

}  // namespace

Mesh read_gltf(const Source& source) {
    Assimp::Importer importer;
    // Read by path, not from memory: a .gltf usually names its data in other files beside it.
    const aiScene* scene = importer.ReadFile(source.path.string(), 0);
    if (scene == nullptr || scene->mRootNode == nullptr)
        source.fail(std::string("this glTF file cannot be read: ") + importer.GetErrorString() +
                    "; export it again as glTF 2.0 without compression");
    return SceneReader(*scene, source).read();
}

}  // namespace talweg::read
