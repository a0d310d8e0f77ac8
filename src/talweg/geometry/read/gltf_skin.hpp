/// The skin of a glTF file: joints, weights of its vertices, and animations that move the joints.
///
/// A skinned vertex is at Σ_j w_j G_j(t) B_j v: G_j the joint's placement in the scene, B_j its inverse bind matrix;
/// the placement of the mesh's own node does not count (glTF 2.0, §3.7.3). Where the joints rest as they were bound,
/// G_j B_j is one map A for all of them, which places the mesh: that of an armature that was moved, turned or scaled as
/// a whole. Joints that rest in another pose leave it open; then A is the placement of the mesh's node, which exporters
/// bind by. Channels are interpolated by steps, linearly, rotations along the shorter arc, or by cubic splines
/// (appendix C).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "talweg/geometry/read/gltf_node.hpp"

namespace talweg::read {

struct GltfSkin {
    struct Influence {
        int joint;
        double weight;
    };
    struct Node {
        int parent = -1;
        GltfPlacement placed = {};
        AffineMap matrix = {};
        bool has_matrix = false;
    };
    struct Channel {
        int node;
        enum class Path { translation, rotation, scale } path;
        enum class Rule { step, linear, cubic } rule;
        std::vector<double> times, values;
    };
    struct Animation {
        std::string name;
        std::vector<Channel> channels;
        double end = 0.0;  // s
    };

    std::vector<Vec3> vertices;                      // A v
    std::vector<std::vector<Influence>> influences;  // of each vertex
    std::vector<std::string> joint_names;
    std::vector<int> joints;       // their nodes
    std::vector<AffineMap> backs;  // B_j A⁻¹: from where the mesh is to the coordinates of the joint
    std::vector<Node> nodes;
    std::vector<Animation> animations;

    /// G_j B_j A⁻¹ of every joint at a time of an animation; −1: as the file rests.
    std::vector<AffineMap> joint_maps(int animation, double time) const;
};

/// Of all nodes with a mesh and a skin; a joint of several skins is one. Throws Error when the file has none, or is
/// damaged.
GltfSkin read_gltf_skin(const Source& source);

/// A of a node that has a mesh and a skin.
AffineMap skinned_placement(const GltfDocument& document, std::size_t node);

}  // namespace talweg::read
