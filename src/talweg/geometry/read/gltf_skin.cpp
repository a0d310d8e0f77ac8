#include "talweg/geometry/read/gltf_skin.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace talweg::read {

namespace {

using Json = GltfDocument::Json;

std::size_t width(GltfSkin::Channel::Path path) { return path == GltfSkin::Channel::Path::rotation ? 4 : 3; }

/// The values of a channel at a time, kept before the first and after the last key.
std::vector<double> sampled(const GltfSkin::Channel& channel, double time) {
    using Rule = GltfSkin::Channel::Rule;
    const std::size_t n = width(channel.path), count = channel.times.size();
    const bool cubic = channel.rule == Rule::cubic;
    const auto value = [&](std::size_t key) {
        return channel.values.data() + key * n * (cubic ? 3 : 1) + (cubic ? n : 0);
    };
    const auto copy = [&](const double* from) { return std::vector<double>(from, from + n); };
    if (time <= channel.times.front()) return copy(value(0));
    if (time >= channel.times.back()) return copy(value(count - 1));
    const std::size_t next = std::upper_bound(channel.times.begin(), channel.times.end(), time) - channel.times.begin();
    const std::size_t key = next - 1;
    if (channel.rule == Rule::step) return copy(value(key));
    const double h = channel.times[next] - channel.times[key], s = (time - channel.times[key]) / h;
    const double *a = value(key), *b = value(next);
    std::vector<double> result(n);
    if (cubic) {
        const double s2 = s * s, s3 = s2 * s;
        for (std::size_t k = 0; k < n; ++k)
            result[k] = (2 * s3 - 3 * s2 + 1) * a[k] + h * (s3 - 2 * s2 + s) * a[n + k] + (3 * s2 - 2 * s3) * b[k] +
                        h * (s3 - s2) * (b - n)[k];
    } else if (n == 4) {  // along the great circle
        double cosine = 0.0;
        for (std::size_t k = 0; k < 4; ++k) cosine += a[k] * b[k];
        const double sign = cosine < 0.0 ? -1.0 : 1.0, angle = std::acos(std::min(1.0, std::fabs(cosine)));
        const double sine = std::sin(angle);
        const double p = sine > 1e-9 ? std::sin((1 - s) * angle) / sine : 1 - s;
        const double q = sine > 1e-9 ? std::sin(s * angle) / sine : s;
        for (std::size_t k = 0; k < 4; ++k) result[k] = p * a[k] + sign * q * b[k];
    } else {
        for (std::size_t k = 0; k < n; ++k) result[k] = (1 - s) * a[k] + s * b[k];
    }
    return result;
}

void set_part(GltfPlacement& placed, GltfSkin::Channel::Path path, const std::vector<double>& value) {
    using Path = GltfSkin::Channel::Path;
    if (path == Path::translation) placed.translation = {value[0], value[1], value[2]};
    if (path == Path::scale) placed.scale = {value[0], value[1], value[2]};
    if (path != Path::rotation) return;
    double length = 0.0;
    for (const double q : value) length += q * q;
    length = std::sqrt(length);
    for (int k = 0; k < 4; ++k) placed.rotation[k] = value[k] / length;
}

/// G of every node.
std::vector<AffineMap> global_maps(const GltfSkin& skin, int animation, double time) {
    const std::vector<GltfSkin::Node>& nodes = skin.nodes;
    std::vector<GltfPlacement> placed;
    std::vector<char> moved(nodes.size(), 0);
    for (const GltfSkin::Node& node : nodes) placed.push_back(node.placed);
    if (animation >= 0)
        for (const GltfSkin::Channel& channel : skin.animations[animation].channels) {
            set_part(placed[channel.node], channel.path, sampled(channel, time));
            moved[channel.node] = 1;
        }
    std::vector<AffineMap> global(nodes.size());
    std::vector<char> known(nodes.size(), 0);
    const auto place = [&](auto&& self, int n) -> const AffineMap& {
        if (!known[n]) {
            const AffineMap local = nodes[n].has_matrix && !moved[n] ? nodes[n].matrix : placed[n].map();
            global[n] = nodes[n].parent >= 0 ? self(self, nodes[n].parent) * local : local;
            known[n] = 1;
        }
        return global[n];
    };
    for (std::size_t n = 0; n < nodes.size(); ++n) place(place, static_cast<int>(n));
    return global;
}

class SkinReader {
public:
    explicit SkinReader(const GltfDocument& document) : document_(document) { read_nodes(); }

    GltfSkin read() {
        bool any = false;
        for (std::size_t i = 0; i < skin_.nodes.size(); ++i)
            if (const Json& node = document_.item("nodes", i); node.contains("skin") && node.contains("mesh")) {
                read_skinned(i);
                any = true;
            }
        if (!any)
            document_.fail(
                "no mesh of the file has a skin; in Blender, parent the mesh to its armature with weights, and "
                "export with \"Skinning\"");
        if (skin_.vertices.empty()) document_.fail("the skinned mesh has no vertices");
        const auto animations = document_.root().find("animations");
        if (animations != document_.root().end() && animations->is_array())
            for (const Json& animation : *animations) read_animation(animation);
        return std::move(skin_);
    }

    struct Bind {
        std::vector<int> nodes;  // of the joints
        std::vector<AffineMap> inverse;
        AffineMap placed;  // A
    };
    Bind bind_of(std::size_t node) const {
        Bind bind = read_joints(document_.item("skins", document_.size(document_.item("nodes", node), "skin")));
        const std::vector<AffineMap> rest = global_maps(skin_, -1, 0.0);
        bind.placed = rest[bind.nodes[0]] * bind.inverse[0];
        for (std::size_t j = 1; j < bind.nodes.size(); ++j)
            if (!alike(bind.placed, rest[bind.nodes[j]] * bind.inverse[j], rest[bind.nodes[j]].offset)) {
                bind.placed = rest[node];
                break;
            }
        if (!(std::fabs(determinant(bind.placed.linear)) > 0.0))
            document_.fail("a skinned mesh is scaled to nothing; export the file again");
        return bind;
    }

private:
    /// As far as numbers in single precision can tell, for a joint at some place.
    static bool alike(const AffineMap& a, const AffineMap& b, const Vec3& joint) {
        double size = 0.0, difference = 0.0, length = norm(a.offset) + norm(joint);
        for (int k = 0; k < 3; ++k) {
            size = std::max(size, norm(a.linear.column(k)));
            difference = std::max(difference, norm(a.linear.column(k) - b.linear.column(k)));
        }
        constexpr double part = 1e-4;
        return difference <= part * size && norm(a.offset - b.offset) <= part * (length + size);
    }

    void read_skinned(std::size_t index) {
        const Json& node = document_.item("nodes", index);
        const Bind bind = bind_of(index);
        const AffineMap back = inverse(bind.placed);
        std::vector<int> joint_of;  // of the file's, of those of this skin
        for (std::size_t j = 0; j < bind.nodes.size(); ++j) {
            const auto known = std::find(skin_.joints.begin(), skin_.joints.end(), bind.nodes[j]);
            joint_of.push_back(static_cast<int>(known - skin_.joints.begin()));
            if (known != skin_.joints.end()) continue;
            skin_.joints.push_back(bind.nodes[j]);
            skin_.joint_names.push_back(joint_name(bind.nodes[j]));
            skin_.backs.push_back(bind.inverse[j] * back);
        }
        const Json& mesh = document_.item("meshes", document_.size(node, "mesh"));
        if (!mesh.contains("primitives") || !mesh["primitives"].is_array()) document_.fail("a mesh has no primitives");
        for (const Json& primitive : mesh["primitives"]) read_vertices(primitive, bind.placed, joint_of);
    }

    std::string joint_name(int joint) const {
        const Json& node = document_.item("nodes", static_cast<std::size_t>(joint));
        const auto name = node.find("name");
        return name != node.end() && name->is_string() ? name->get<std::string>()
                                                       : "joint " + std::to_string(skin_.joints.size() - 1);
    }

    std::size_t node_count() const {
        const auto nodes = document_.root().find("nodes");
        return nodes != document_.root().end() && nodes->is_array() ? nodes->size() : 0;
    }

    void read_nodes() {
        skin_.nodes.resize(node_count());
        for (std::size_t i = 0; i < skin_.nodes.size(); ++i) {
            const Json& json = document_.item("nodes", i);
            GltfSkin::Node& node = skin_.nodes[i];
            node.placed = placement_of(document_, json, &node.matrix, &node.has_matrix);
            const auto children = json.find("children");
            if (children == json.end()) continue;
            if (!children->is_array()) document_.fail("\"children\" must be a list of nodes");
            for (const Json& child : *children) {
                if (!child.is_number_unsigned() || child.get<std::uint64_t>() >= skin_.nodes.size())
                    document_.fail("a node is named that is not there; export the file again");
                int& parent = skin_.nodes[child.get<std::size_t>()].parent;
                if (parent >= 0) document_.fail("a node has two parents; export the file again");
                parent = static_cast<int>(i);
            }
        }
        for (std::size_t i = 0; i < skin_.nodes.size(); ++i) {
            std::size_t steps = 0;
            for (int n = static_cast<int>(i); n >= 0; n = skin_.nodes[n].parent)
                if (++steps > skin_.nodes.size()) document_.fail("nodes are children of one another in a circle");
        }
    }

    Bind read_joints(const Json& skin) const {
        Bind bind;
        if (!skin.contains("joints") || !skin["joints"].is_array() || skin["joints"].empty())
            document_.fail("the skin has no joints; export the file again");
        for (const Json& joint : skin["joints"]) {
            if (!joint.is_number_unsigned() || joint.get<std::uint64_t>() >= skin_.nodes.size())
                document_.fail("a joint is named that is not there; export the file again");
            bind.nodes.push_back(joint.get<int>());
        }
        bind.inverse.resize(bind.nodes.size());
        if (!skin.contains("inverseBindMatrices")) return bind;
        const auto m = document_.accessor(document_.size(skin, "inverseBindMatrices"), 16);
        if (m.size() < 16 * bind.nodes.size()) document_.fail("the skin has fewer bind matrices than joints");
        for (std::size_t j = 0; j < bind.nodes.size(); ++j) bind.inverse[j] = map_of_matrix(m.data() + 16 * j);
        return bind;
    }

    void read_vertices(const Json& primitive, const AffineMap& placed, const std::vector<int>& joint_of) {
        if (!primitive.is_object() || !primitive.contains("attributes") || !primitive["attributes"].is_object())
            document_.fail("a primitive has no attributes; export the file again");
        const Json& attributes = primitive["attributes"];
        const auto x = document_.accessor(document_.size(attributes, "POSITION"), 3);
        const std::size_t first = skin_.vertices.size(), count = x.size() / 3;
        for (std::size_t i = 0; i < count; ++i)
            skin_.vertices.push_back(placed({x[3 * i], x[3 * i + 1], x[3 * i + 2]}));
        skin_.influences.resize(skin_.vertices.size());
        for (int set = 0;; ++set) {
            const std::string joints = "JOINTS_" + std::to_string(set), weights = "WEIGHTS_" + std::to_string(set);
            if (!attributes.contains(joints) || !attributes.contains(weights)) {
                if (set == 0) document_.fail("a primitive of the skinned mesh has no weights; export the file again");
                break;
            }
            const auto j = document_.accessor(document_.size(attributes, joints.c_str()), 4);
            const auto w = document_.accessor(document_.size(attributes, weights.c_str()), 4);
            if (j.size() != 4 * count || w.size() != 4 * count)
                document_.fail("a primitive has weights for another number of vertices; export the file again");
            for (std::size_t k = 0; k < 4 * count; ++k) {
                if (w[k] == 0.0) continue;
                if (!(j[k] >= 0.0 && j[k] < double(joint_of.size())))
                    document_.fail("vertex " + std::to_string(k / 4) + " is carried by a joint that is not there");
                skin_.influences[first + k / 4].push_back({joint_of[static_cast<std::size_t>(j[k])], w[k]});
            }
        }
    }

    void read_animation(const Json& animation) {
        GltfSkin::Animation made;
        const auto name = animation.find("name");
        if (name != animation.end() && name->is_string()) made.name = name->get<std::string>();
        if (!animation.contains("channels") || !animation.contains("samplers") || !animation["channels"].is_array() ||
            !animation["samplers"].is_array())
            document_.fail("an animation has no channels or samplers; export the file again");
        for (const Json& channel : animation["channels"])
            if (auto read = read_channel(animation["samplers"], channel)) {
                made.end = std::max(made.end, read->times.back());
                made.channels.push_back(std::move(*read));
            }
        skin_.animations.push_back(std::move(made));
    }

    std::optional<GltfSkin::Channel> read_channel(const Json& samplers, const Json& channel) const {
        using Channel = GltfSkin::Channel;
        const Json& target = channel.at("target");
        const std::string path = target.value("path", "");
        if (!target.contains("node") || (path != "translation" && path != "rotation" && path != "scale")) return {};
        Channel made;
        const std::size_t node = document_.size(target, "node");
        if (node >= skin_.nodes.size()) document_.fail("an animation moves a node that is not there");
        made.node = static_cast<int>(node);
        made.path = path == "translation" ? Channel::Path::translation
                    : path == "rotation"  ? Channel::Path::rotation
                                          : Channel::Path::scale;
        const std::size_t index = document_.size(channel, "sampler");
        if (index >= samplers.size()) document_.fail("an animation names a sampler that is not there");
        const Json& sampler = samplers[index];
        const std::string rule = sampler.value("interpolation", "LINEAR");
        made.rule = rule == "STEP"          ? Channel::Rule::step
                    : rule == "CUBICSPLINE" ? Channel::Rule::cubic
                                            : Channel::Rule::linear;
        made.times = document_.accessor(document_.size(sampler, "input"), 1);
        made.values = document_.accessor(document_.size(sampler, "output"), width(made.path));
        const std::size_t each = width(made.path) * (made.rule == Channel::Rule::cubic ? 3 : 1);
        if (made.times.empty() || made.values.size() != each * made.times.size() ||
            !std::is_sorted(made.times.begin(), made.times.end()))
            document_.fail("an animation has keys that do not fit its times; export the file again");
        return made;
    }

    const GltfDocument& document_;
    GltfSkin skin_;
};

}  // namespace

std::vector<AffineMap> GltfSkin::joint_maps(int animation, double time) const {
    const std::vector<AffineMap> global = global_maps(*this, animation, time);
    std::vector<AffineMap> maps;
    for (std::size_t j = 0; j < joints.size(); ++j) maps.push_back(global[joints[j]] * backs[j]);
    return maps;
}

GltfSkin read_gltf_skin(const Source& source) {
    try {
        return SkinReader(GltfDocument(source)).read();
    } catch (const nlohmann::json::exception& error) {
        source.fail(std::string("is not as glTF has it: ") + error.what());
    }
}

AffineMap skinned_placement(const GltfDocument& document, std::size_t node) {
    return SkinReader(document).bind_of(node).placed;
}

}  // namespace talweg::read
