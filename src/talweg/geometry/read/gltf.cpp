#include "talweg/geometry/read/gltf.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/gltf_skin.hpp"
#include "talweg/geometry/read/welder.hpp"

namespace talweg::read {
namespace {

using Json = GltfDocument::Json;

class GltfReader {
public:
    GltfReader(const Source& source, MeshLooks* looks) : source_(source), document_(source), looks_(looks) {}

    Mesh read() {
        const Json& scene = document_.item("scenes", document_.size(document_.root(), "scene", 0));
        visited_.resize(document_.root().contains("nodes") ? document_.root()["nodes"].size() : 0);
        visit_all(scene, "nodes", {});
        while (!waiting_.empty()) {
            const auto [index, parent] = waiting_.back();
            waiting_.pop_back();
            visit(index, parent);
        }
        if (looks_ != nullptr && !textured_) looks_->texture.clear();
        return std::move(builder_).finish(source_);
    }

private:
    struct Waiting {
        std::size_t node;
        AffineMap parent;
    };

    // Pushed in reverse, so that nodes are met in the order of the file.
    void visit_all(const Json& owner, const char* key, const AffineMap& parent) {
        const auto found = owner.find(key);
        if (found == owner.end()) return;
        if (!found->is_array()) document_.fail(std::string("\"") + key + "\" must be a list of nodes");
        for (auto child = found->rbegin(); child != found->rend(); ++child) {
            if (!child->is_number_unsigned() || child->get<std::uint64_t>() >= visited_.size())
                document_.fail("a node is named that is not there; export the file again");
            waiting_.push_back({child->get<std::size_t>(), parent});
        }
    }

    void visit(std::size_t index, const AffineMap& parent) {
        if (visited_[index])
            document_.fail("node " + std::to_string(index) + " has two parents; export the file again");
        visited_[index] = true;
        const Json& node = document_.item("nodes", index);
        const AffineMap placed = parent * map_of(document_, node);
        if (node.contains("mesh")) {
            const Json& mesh = document_.item("meshes", document_.size(node, "mesh"));
            // The place of a skinned mesh is that of its joints.
            add_mesh(mesh, node.contains("skin") ? skinned_placement(document_, index) : placed,
                     {name_of(node), name_of(mesh)});
        }
        visit_all(node, "children", placed);
    }

    static std::string name_of(const Json& item) {
        const auto name = item.find("name");
        return name != item.end() && name->is_string() ? name->get<std::string>() : std::string();
    }

    /// Only a name: what is wrong with materials does not concern the geometry.
    std::string material_of(const Json& primitive) const {
        const auto index = primitive.find("material");
        const auto materials = document_.root().find("materials");
        if (index == primitive.end() || !index->is_number_unsigned() || materials == document_.root().end() ||
            !materials->is_array() || index->get<std::size_t>() >= materials->size())
            return {};
        const Json& material = (*materials)[index->get<std::size_t>()];
        return material.is_object() ? name_of(material) : std::string();
    }

    void add_mesh(const Json& mesh, const AffineMap& placed, const std::set<std::string>& names) {
        if (!mesh.contains("primitives") || !mesh["primitives"].is_array()) document_.fail("a mesh has no primitives");
        Welder welder(builder_.points);
        for (const Json& primitive : mesh["primitives"]) {
            if (!primitive.is_object() || !primitive.contains("attributes") || !primitive["attributes"].is_object())
                document_.fail("a primitive has no attributes; export the file again");
            const std::size_t accessor = document_.size(primitive["attributes"], "POSITION");
            const std::vector<double> x = document_.accessor(accessor, 3);
            std::vector<int> points;
            for (std::size_t i = 0; i + 2 < x.size(); i += 3) {
                const Vec3 p = placed({x[i], x[i + 1], x[i + 2]});
                if (!std::isfinite(p[0] + p[1] + p[2]))
                    document_.fail("vertex " + std::to_string(i / 3) + " of accessor " + std::to_string(accessor) +
                                   " is not at a finite place");
                points.push_back(welder.add(p));
            }
            std::set<std::string> groups = names;
            groups.insert(material_of(primitive));
            for (const std::string& group : groups) builder_.add_to_group(group, points);
            add_elements(primitive, points, texture_of(primitive["attributes"], points.size()),
                         determinant(placed.linear) < 0.0);
        }
    }

    /// Of each vertex, v turned upwards; empty where nobody asks, and where the primitive has none.
    std::vector<Vec2> texture_of(const Json& attributes, std::size_t count) {
        std::vector<Vec2> texture;
        if (looks_ == nullptr || !attributes.contains("TEXCOORD_0")) return texture;
        const std::vector<double> uv = document_.accessor(document_.size(attributes, "TEXCOORD_0"), 2);
        for (std::size_t i = 0; i + 1 < uv.size(); i += 2) texture.push_back({uv[i], 1.0 - uv[i + 1]});
        const auto nowhere = [](const Vec2& at) { return !std::isfinite(at[0] + at[1]); };
        if (texture.size() != count || std::any_of(texture.begin(), texture.end(), nowhere)) texture.clear();
        return texture;
    }

    void add_elements(const Json& primitive, const std::vector<int>& points, const std::vector<Vec2>& texture,
                      bool mirrored) {
        std::vector<std::size_t> corners;  // vertices of the primitive
        if (primitive.contains("indices")) {
            for (const double index : document_.accessor(document_.size(primitive, "indices"), 1)) {
                if (!(index >= 0.0 && index < double(points.size())))
                    document_.fail("a primitive names vertex " + std::to_string(std::int64_t(index)) +
                                   ", but has only " + std::to_string(points.size()));
                corners.push_back(std::size_t(index));
            }
        } else {
            for (std::size_t i = 0; i < points.size(); ++i) corners.push_back(i);
        }
        const auto triangle = [&](std::size_t i, std::size_t j, std::size_t k) {
            if (mirrored) std::swap(j, k);
            const int a = points[i], b = points[j], c = points[k];
            // Joining points may leave a triangle without area: it carries nothing.
            if (a == b || b == c || c == a) return;
            builder_.triangles.push_back({a, b, c});
            if (looks_ == nullptr) return;
            textured_ = textured_ && !texture.empty();
            if (textured_) looks_->texture.push_back({texture[i], texture[j], texture[k]});
        };
        const auto line = [&](std::size_t i, std::size_t j) {
            if (points[i] != points[j]) builder_.lines.push_back({points[i], points[j]});
        };
        const std::size_t n = corners.size();
        switch (document_.size(primitive, "mode", 4)) {
            case 0:
                break;
            case 1:
                for (std::size_t i = 0; i + 1 < n; i += 2) line(corners[i], corners[i + 1]);
                break;
            case 2:
                if (n > 2) line(corners[n - 1], corners[0]);
                [[fallthrough]];
            case 3:
                for (std::size_t i = 0; i + 1 < n; ++i) line(corners[i], corners[i + 1]);
                break;
            case 4:
                for (std::size_t i = 0; i + 2 < n; i += 3) triangle(corners[i], corners[i + 1], corners[i + 2]);
                break;
            case 5:
                for (std::size_t i = 0; i + 2 < n; ++i)
                    triangle(corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]);
                break;
            case 6:
                for (std::size_t i = 1; i + 1 < n; ++i) triangle(corners[0], corners[i], corners[i + 1]);
                break;
            default:
                document_.fail("a primitive has an unknown mode; export the file again");
        }
    }

    const Source& source_;
    GltfDocument document_;
    MeshLooks* looks_;
    bool textured_ = true;  // all triangles so far
    ElementBuilder builder_;
    std::vector<bool> visited_;
    std::vector<Waiting> waiting_;
};

}  // namespace

Mesh read_gltf(const Source& source, MeshLooks* looks) { return GltfReader(source, looks).read(); }

}  // namespace talweg::read
