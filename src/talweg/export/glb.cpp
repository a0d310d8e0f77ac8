#include "talweg/export/glb.hpp"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <sstream>

#include "talweg/export/faces.hpp"
#include "talweg/export/single_precision.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

/// The one buffer of a glb, growing by arrays, each with its view and its accessor.
class Glb {
public:
    Glb() {
        model.asset.version = "2.0";
        model.asset.generator = "talweg";
        model.buffers.emplace_back();
        model.scenes.emplace_back();
        model.defaultScene = 0;
    }

    template <class Number>
    int add(const Number* numbers, std::size_t count, int type, int target) {
        auto& bytes = model.buffers[0].data;
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteOffset = bytes.size();
        view.byteLength = count * sizeof(Number) * components(type);
        view.target = target;
        const auto* begin = reinterpret_cast<const unsigned char*>(numbers);
        bytes.insert(bytes.end(), begin, begin + view.byteLength);
        model.bufferViews.push_back(std::move(view));
        tinygltf::Accessor accessor;
        accessor.bufferView = static_cast<int>(model.bufferViews.size()) - 1;
        accessor.componentType =
            std::is_same_v<Number, float> ? TINYGLTF_COMPONENT_TYPE_FLOAT : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
        accessor.count = count;
        accessor.type = type;
        model.accessors.push_back(std::move(accessor));
        return static_cast<int>(model.accessors.size()) - 1;
    }

    /// With the bounds that the specification asks for.
    int add_vectors(const std::vector<Float3>& vectors) {
        const int index = add(vectors[0].data(), vectors.size(), TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER);
        tinygltf::Accessor& accessor = model.accessors[index];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto [low, high] = std::ranges::minmax(vectors, {}, [axis](const Float3& v) { return v[axis]; });
            accessor.minValues.push_back(low[axis]);
            accessor.maxValues.push_back(high[axis]);
        }
        return index;
    }

    int add_scalars(const std::vector<float>& values) {
        const int index = add(values.data(), values.size(), TINYGLTF_TYPE_SCALAR, 0);
        const auto [low, high] = std::ranges::minmax(values);
        model.accessors[index].minValues = {low};
        model.accessors[index].maxValues = {high};
        return index;
    }

    std::string text() {
        std::ostringstream stream;
        tinygltf::TinyGLTF().WriteGltfSceneToStream(&model, stream, false, true);
        return std::move(stream).str();
    }

    tinygltf::Model model;

private:
    static std::size_t components(int type) {
        return type == TINYGLTF_TYPE_VEC3 ? 3 : type == TINYGLTF_TYPE_VEC2 ? 2 : 1;
    }
};

void refuse_large(const Clip& clip) {
    const std::uint64_t frames = clip.frames().size();
    std::uint64_t points = 0, indices = 0;
    for (const ShownBody& skin : clip.shown()) {
        points += skin.points.size();
        indices += 3 * skin.triangles.size() + 2 * skin.edges.size();
    }
    constexpr std::uint64_t words = 250;  // bytes of JSON for each body in each frame, about
    const std::uint64_t bytes =
        12 * points * frames + 4 * indices + 4 * frames * frames + words * frames * clip.shown().size();
    if (bytes > largest_glb)
        throw Error(
            fmt::format("{} frames of {} vertices make a glb of {} MB, over the limit of {} MB; choose fewer "
                        "frames, such as --frames ::{}, or a format for long clips: usda, pc2, npz",
                        frames, points, bytes / 1'000'000, largest_glb / 1'000'000, bytes / largest_glb + 1));
}

std::vector<Float3> displaced(const std::vector<Vec3>& x, const std::vector<Vec3>& from) {
    std::vector<Vec3> u(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) u[i] = x[i] - from[i];
    return single_precision(u);
}

template <std::size_t N>
int add_elements(Glb& glb, const std::vector<std::array<int, N>>& elements) {
    // Never negative: the same bits as unsigned.
    return glb.add(reinterpret_cast<const std::uint32_t*>(elements[0].data()), N * elements.size(),
                   TINYGLTF_TYPE_SCALAR, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
}

/// `texture`: of each of its points, v upwards, as glTF has not; or none.
void add_body(Glb& glb, const ShownBody& skin, const std::vector<Vec2>& texture, const std::vector<Vec3>& start) {
    tinygltf::Primitive primitive;
    if (!texture.empty()) {
        std::vector<float> uv;
        for (const Vec2& at : texture)
            uv.insert(uv.end(), {static_cast<float>(at[0]), static_cast<float>(1.0 - at[1])});
        primitive.attributes["TEXCOORD_0"] =
            glb.add(uv.data(), texture.size(), TINYGLTF_TYPE_VEC2, TINYGLTF_TARGET_ARRAY_BUFFER);
    }
    primitive.attributes["POSITION"] = glb.add_vectors(single_precision(skin.of(start)));
    primitive.mode = TINYGLTF_MODE_POINTS;
    if (!skin.triangles.empty()) {
        primitive.mode = TINYGLTF_MODE_TRIANGLES;
        primitive.indices = add_elements(glb, skin.triangles);
    } else if (!skin.edges.empty()) {
        primitive.mode = TINYGLTF_MODE_LINE;
        primitive.indices = add_elements(glb, skin.edges);
    }
    primitive.material = 0;
    tinygltf::Mesh mesh;
    mesh.name = skin.name;
    mesh.primitives.push_back(std::move(primitive));
    glb.model.meshes.push_back(std::move(mesh));
    tinygltf::Node node;
    node.name = skin.name;
    node.mesh = static_cast<int>(glb.model.meshes.size()) - 1;
    glb.model.nodes.push_back(std::move(node));
    glb.model.scenes[0].nodes.push_back(static_cast<int>(glb.model.nodes.size()) - 1);
}

/// Sheets are seen from both sides.
void add_material(Glb& glb) {
    tinygltf::Material material;
    material.name = "plain";
    material.doubleSided = true;
    material.pbrMetallicRoughness.metallicFactor = 0.0;
    material.pbrMetallicRoughness.roughnessFactor = 0.8;
    glb.model.materials.push_back(std::move(material));
}

/// At the time of frame k target k − 1 counts fully and no other; at that of frame 0 none does.
void add_animation(Glb& glb, const Clip& clip) {
    const std::size_t frames = clip.frames().size(), targets = frames - 1;
    if (targets == 0) return;
    std::vector<float> times, weights(frames * targets, 0.0f);
    for (std::size_t k = 0; k < frames; ++k) {
        times.push_back(static_cast<float>(clip.run().time(clip.frames()[k] - clip.frames()[0])));
        if (k > 0) weights[k * targets + k - 1] = 1.0f;
    }
    tinygltf::Animation animation;
    animation.name = "run";
    tinygltf::AnimationSampler sampler;
    sampler.input = glb.add_scalars(times);
    sampler.output = glb.add_scalars(weights);
    animation.samplers.push_back(std::move(sampler));
    for (std::size_t i = 0; i < glb.model.nodes.size(); ++i) {
        tinygltf::AnimationChannel channel;
        channel.sampler = 0;
        channel.target_node = static_cast<int>(i);
        channel.target_path = "weights";
        animation.channels.push_back(std::move(channel));
        glb.model.meshes[i].weights.assign(targets, 0.0);
    }
    glb.model.animations.push_back(std::move(animation));
}

}  // namespace

std::uint64_t export_glb(const Clip& clip, const std::filesystem::path& into, const ExportSettings&) {
    if (clip.up() != UpAxis::y) throw Error("glTF is y up by definition; leave out --up z: readers turn it themselves");
    refuse_large(clip);
    Glb glb;
    add_material(glb);
    const std::vector<Vec3> start = clip.positions(clip.frames()[0]);
    std::vector<ShownBody> shown;
    for (std::size_t i = 0; i < clip.shown().size(); ++i) {
        std::vector<Vec2> texture;
        shown.push_back(split_at_seams(clip.shown()[i], clip.looks()[i], texture));
        add_body(glb, shown.back(), texture, start);
    }
    for (std::size_t k = 1; k < clip.frames().size(); ++k) {
        const std::vector<Vec3> x = clip.positions(clip.frames()[k]);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const ShownBody& skin = shown[i];
            const int target = glb.add_vectors(displaced(skin.of(x), skin.of(start)));
            glb.model.meshes[i].primitives[0].targets.push_back({{"POSITION", target}});
        }
    }
    add_animation(glb, clip);
    replace_file(into, glb.text());
    return 1;
}

}  // namespace talweg
