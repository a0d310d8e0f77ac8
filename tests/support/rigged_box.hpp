/// A small glTF file with a skin, for tests of rigs.
#pragma once
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "talweg/format/base64.hpp"

namespace talweg::testing {

/// glTF text: a box from x = 0 to 2, its far end carried by a joint at x = 1 that turns by an angle about z within a
/// second. `armature`: more of the node that holds the joints.
inline std::string rigged_box(const std::string& armature = "", double degrees = 45.0) {
    std::string bytes, views, accessors;
    int count = 0;
    const auto add = [&](const auto& numbers, int kind, const char* type, int components) {
        using Number = std::decay_t<decltype(numbers[0])>;
        const std::size_t size = numbers.size() * sizeof(Number);
        views +=
            fmt::format(R"({}{{"buffer":0,"byteOffset":{},"byteLength":{}}})", count ? "," : "", bytes.size(), size);
        accessors += fmt::format(R"({}{{"bufferView":{},"componentType":{},"count":{},"type":"{}"}})", count ? "," : "",
                                 count, kind, numbers.size() / components, type);
        bytes.append(reinterpret_cast<const char*>(numbers.data()), size);
        ++count;
    };
    std::vector<float> x, weights;
    std::vector<std::uint32_t> triangles;
    std::vector<std::uint16_t> joints;
    for (int v = 0; v < 8; ++v) {
        const bool far = v & 1;
        for (const float a : {far ? 2.0f : 0.0f, v & 2 ? 0.2f : -0.2f, v & 4 ? 0.2f : -0.2f}) x.push_back(a);
        for (const int joint : {int(far), 0, 0, 0}) joints.push_back(static_cast<std::uint16_t>(joint));
        for (const float w : {1.0f, 0.0f, 0.0f, 0.0f}) weights.push_back(w);
    }
    for (const auto& [a, b, c, d] : std::vector<std::array<std::uint32_t, 4>>{
             {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}})
        triangles.insert(triangles.end(), {a, b, c, a, c, d});
    add(x, 5126, "VEC3", 3);
    add(triangles, 5125, "SCALAR", 1);
    add(joints, 5123, "VEC4", 4);
    add(weights, 5126, "VEC4", 4);
    std::vector<float> binds(32, 0.0f);
    for (const int k : {0, 5, 10, 15}) binds[k] = binds[16 + k] = 1.0f;
    binds[16 + 12] = -1.0f;
    add(binds, 5126, "MAT4", 16);
    add(std::vector<float>{0, 1}, 5126, "SCALAR", 1);
    const auto half = static_cast<float>(degrees * std::numbers::pi / 360.0);
    const float s = std::sin(half), c = std::cos(half);
    add(std::vector<float>{0, 0, 0, 1, 0, 0, s, c}, 5126, "VEC4", 4);
    std::string text;
    append_base64(text, bytes);
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[3,2]}}],
            "nodes":[{{"children":[1]}},{{"translation":[1,0,0]}},{{"mesh":0,"skin":0}},{{"children":[0]{}}}],
            "skins":[{{"joints":[0,1],"inverseBindMatrices":4}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3}},"indices":1}}]}}],
            "animations":[{{"name":"bend","channels":[{{"sampler":0,"target":{{"node":1,"path":"rotation"}}}}],
                            "samplers":[{{"input":5,"output":6}}]}}],
            "accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{},"uri":"data:x;base64,{}"}}]}})",
        armature, accessors, views, bytes.size(), text);
}

}  // namespace talweg::testing
