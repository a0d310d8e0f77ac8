#include "talweg/scene/build/skeleton.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/laplacian.hpp"
#include "talweg/geometry/read/gltf_skin.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/refuse.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

/// The joints of a skin on an animation, in the coordinates of the world.
class SkeletonMotion final : public RigMotion {
public:
    SkeletonMotion(read::GltfSkin skin, int animation, const AffineMap& placed)
        : skin_(std::move(skin)), animation_(animation), placed_(placed), back_(inverse(placed)) {}
    int handle_count() const override { return static_cast<int>(skin_.joints.size()); }
    std::vector<AffineMap> at(double time) const override {
        std::vector<AffineMap> maps = skin_.joint_maps(animation_, time);
        for (AffineMap& map : maps) map = placed_ * map * back_;
        return maps;
    }
    std::vector<RigHandle> handles() const override;
    std::vector<double> read_numbers() const override;

private:
    read::GltfSkin skin_;
    int animation_;
    AffineMap placed_, back_;
};

/// A joint is a bone to its first child, or a place where it has none.
std::vector<RigHandle> SkeletonMotion::handles() const {
    std::vector<int> joint_of(skin_.nodes.size(), -1);
    for (std::size_t j = 0; j < skin_.joints.size(); ++j) joint_of[skin_.joints[j]] = static_cast<int>(j);
    std::vector<RigHandle> all;
    for (std::size_t j = 0; j < skin_.joints.size(); ++j) {
        const Vec3 place = placed_(inverse(skin_.backs[j]).offset);
        RigHandle& handle = all.emplace_back(RigHandle{skin_.joint_names[j], place, place});
        for (int node = skin_.nodes[skin_.joints[j]].parent; node >= 0 && handle.parent < 0;
             node = skin_.nodes[node].parent)
            handle.parent = joint_of[node];
    }
    for (std::size_t j = all.size(); j-- > 0;)
        if (const int parent = all[j].parent; parent >= 0) all[parent].to = all[j].from;
    return all;
}

std::vector<double> SkeletonMotion::read_numbers() const {
    std::vector<double> all;
    const auto put = [&](const auto& numbers) { all.insert(all.end(), std::begin(numbers), std::end(numbers)); };
    const auto put_map = [&](const AffineMap& map) {
        for (int k = 0; k < 3; ++k) put(map.linear.column(k).data);
        put(map.offset.data);
    };
    for (const AffineMap& map : skin_.joint_maps(-1, 0.0)) put_map(map);
    for (const AffineMap& back : skin_.backs) put_map(back);
    if (animation_ < 0) return all;
    for (const read::GltfSkin::Channel& channel : skin_.animations[animation_].channels) {
        put(std::array<double, 3>{double(channel.node), double(channel.path), double(channel.rule)});
        put(channel.times);
        put(channel.values);
    }
    return all;
}

AffineMap placement(const PlaceSpec& place) {
    std::vector<Vec3> images = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    put(place, images);
    AffineMap map;
    map.offset = images[0];
    for (int k = 0; k < 3; ++k) map.linear.set_column(k, images[k + 1] - images[0]);
    return map;
}

int animation_of(const RigSpec& spec, const read::GltfSkin& skin) {
    if (!spec.animation) return skin.animations.empty() ? -1 : 0;
    std::vector<std::string> known;
    for (std::size_t k = 0; k < skin.animations.size(); ++k) {
        if (skin.animations[k].name == *spec.animation) return static_cast<int>(k);
        known.push_back(skin.animations[k].name);
    }
    refuse(spec.where,
           fmt::format("names an animation {} that its file does not have{} Animations: {}", in_quotes(*spec.animation),
                       did_you_mean(*spec.animation, known), known.empty() ? "none" : listed(known)));
}

double longest_edge(const BodyShape& shape) {
    double longest = 0.0;
    for (const auto& tet : shape.mesh.tets)
        for (int k = 1; k < 4; ++k)
            longest = std::max(longest, norm(shape.mesh.points[tet[k]] - shape.mesh.points[tet[0]]));
    return longest;
}

double apart(const Box& a, const Box& b) { return std::max(norm(a.min - b.min), norm(a.max - b.max)); }

/// Nearest vertices, by cells of a grid.
class VertexGrid {
public:
    explicit VertexGrid(const std::vector<Vec3>& points) : points_(points), box_(bounding_box(points)) {
        const double each = std::cbrt(static_cast<double>(points.size()));
        for (int a = 0; a < 3; ++a) {
            counts_[a] = std::clamp(static_cast<int>(each), 1, 128);
            width_[a] = std::max(box_.size()[a] / counts_[a], 1e-12 * box_.diagonal() + 1e-300);
        }
        cells_.resize(std::size_t(counts_[0]) * counts_[1] * counts_[2]);
        for (std::size_t i = 0; i < points.size(); ++i) cells_[cell(points[i])].push_back(static_cast<int>(i));
    }
    int nearest(const Vec3& x) const {
        int at[3];
        place(x, at);
        int best = -1;
        double least = 0.0;
        const double narrow = std::min({width_[0], width_[1], width_[2]});
        const double outside = norm(x - clamped(x));
        for (int ring = 0; ring <= std::max({counts_[0], counts_[1], counts_[2]}); ++ring) {
            if (best >= 0 && least <= std::max(0.0, (ring - 1) * narrow - outside)) break;
            each_of_ring(at, ring, [&](std::size_t c) {
                for (const int i : cells_[c])
                    if (const double d = norm(points_[i] - x); best < 0 || d < least) {
                        best = i;
                        least = d;
                    }
            });
        }
        return best;
    }

private:
    Vec3 clamped(Vec3 x) const {
        for (int a = 0; a < 3; ++a) x[a] = std::clamp(x[a], box_.min[a], box_.max[a]);
        return x;
    }
    void place(const Vec3& x, int* at) const {
        for (int a = 0; a < 3; ++a)
            at[a] = std::clamp(static_cast<int>((clamped(x)[a] - box_.min[a]) / width_[a]), 0, counts_[a] - 1);
    }
    std::size_t cell(const Vec3& x) const {
        int at[3];
        place(x, at);
        return (std::size_t(at[0]) * counts_[1] + at[1]) * counts_[2] + at[2];
    }
    template <class Function>
    void each_of_ring(const int* at, int ring, const Function& function) const {
        int low[3], high[3];
        for (int a = 0; a < 3; ++a) {
            low[a] = std::max(0, at[a] - ring);
            high[a] = std::min(counts_[a] - 1, at[a] + ring);
        }
        for (int i = low[0]; i <= high[0]; ++i)
            for (int j = low[1]; j <= high[1]; ++j)
                for (int k = low[2]; k <= high[2]; ++k)
                    if (std::max({std::abs(i - at[0]), std::abs(j - at[1]), std::abs(k - at[2])}) == ring)
                        function((std::size_t(i) * counts_[1] + j) * counts_[2] + k);
    }

    const std::vector<Vec3>& points_;
    Box box_;
    int counts_[3];
    double width_[3];
    std::vector<std::vector<int>> cells_;
};

}  // namespace

Skeleton read_skeleton(const BodySpec& body, const BodyShape& shape, const Positions& start, double duration,
                       std::vector<std::string>& notes) {
    const RigSpec& spec = *body.rig;
    read::GltfSkin skin;
    try {
        skin = read::read_gltf_skin(read::load_source(*spec.file));
    } catch (const Error& error) {
        refuse(spec.where, std::string("has a file that cannot be read: ") + error.what());
    }
    const int animation = animation_of(spec, skin);
    const std::string name = subject(spec.where);
    if (animation < 0) notes.push_back(located(spec.where, name + " has a file without animation: it rests"));
    if (animation >= 0 && skin.animations[animation].end < 0.999 * duration)
        notes.push_back(
            located(spec.where, fmt::format("{}: its animation ends at {:.4g} s and the run at {:.4g} s; it "
                                            "keeps its last pose",
                                            name, skin.animations[animation].end, duration)));
    if (animation >= 0 && skin.animations[animation].end > 1.001 * duration)
        notes.push_back(
            located(spec.where, fmt::format("{}: its animation lasts {:.4g} s, longer than the run, {:.4g} s", name,
                                            skin.animations[animation].end, duration)));
    const AffineMap placed = placement(body.place);
    std::vector<Vec3> vertices;
    for (const Vec3& v : skin.vertices) vertices.push_back(placed(v));
    const VertexGrid grid(vertices);
    const double size = bounding_box(start).diagonal();
    const int count = shape.node_points();
    Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(count, static_cast<Eigen::Index>(skin.joints.size()));
    std::vector<char> given(count, 0);
    double farthest = 0.0;
    const bool lattice = !shape.embedded.empty();
    for (int i = 0; i < count; ++i) {
        const int vertex = grid.nearest(start[i]);
        const double distance = norm(vertices[vertex] - start[i]);
        given[i] = lattice || distance <= 1e-5 * size || shape.mesh.tets.empty();
        if (!given[i]) continue;
        farthest = std::max(farthest, distance);
        for (const auto& [joint, weight] : skin.influences[vertex]) weights(i, joint) += weight;
    }
    // A lattice lies around a mesh whose vertices may be far apart: what can be compared is where both end.
    if (lattice) farthest = std::max(0.0, apart(bounding_box(vertices), bounding_box(start)) - longest_edge(shape));
    if (farthest > 0.05 * size)
        refuse(spec.where, fmt::format("has a file whose mesh is up to {:.3g} m away from the body; use the "
                                       "same file for both, and the same place",
                                       farthest));
    if (std::none_of(given.begin(), given.end(), [](char g) { return g != 0; }))
        refuse(spec.where, "has a file none of whose vertices is a point of the body; make the solid of the same mesh");
    if (const auto all = harmonic_extension(mesh_laplacian(shape.mesh, count), given, weights)) weights = *all;
    return {std::move(weights), std::make_shared<SkeletonMotion>(std::move(skin), animation, placed)};
}

}  // namespace talweg
