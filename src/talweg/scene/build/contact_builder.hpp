/// Gathers the surfaces of a scene's bodies and obstacles into one contact world.
#pragma once
#include <memory>

#include "talweg/geometry/mesh.hpp"
#include "talweg/model/model.hpp"
#include "talweg/scene/spec/contact_spec.hpp"

namespace talweg {

/// What touches of a mesh: its triangles and their edges or, planar, the border; where there are none, edges or points.
struct Skin {
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<int, 2>> edges;  // those of the triangles too
    std::vector<int> points;
};
Skin skin_of(const Mesh& mesh, bool planar);

class ContactBuilder {
public:
    explicit ContactBuilder(bool planar) { surface_.planar = planar; }

    struct Touches {          // how a body or obstacle touches others
        double radius = 0.0;  // kept free around it, m
        Touching whom = Touching::others;
        bool inside_out = false;  // its surface does not keep inner points in: obstacles have to keep them out
        bool obstacle = false;
        int spin = -1;  // the motion that turns it, if that does not show in its points
    };
    /// A body or obstacle whose points begin at `first_point` of the model.
    void add(const std::string& name, const Mesh& mesh, int first_point, const Touches& touches);
    /// A half-space whose plane goes through a point of the model.
    void add_plane(const std::string& name, int origin, const Vec3& normal);

    /// A point that turns.
    void add_grain(const ContactSurface::Grain& grain) { surface_.grains.push_back(grain); }
    /// Features around the two points are not compared: a connection joins them.
    void sew(int p, int q) { sewn_.push_back({p, q}); }
    /// The two never touch one another.
    void let_through(const std::string& first, const std::string& second) { let_through_.push_back({first, second}); }

    /// `size` is the diagonal that default distances are measured by.
    std::shared_ptr<const ContactWorld> finish(const ContactSpec& spec, const Model& model, double size);

private:
    int add_part(const std::string& name, Touching touches);
    void set_area(const Model& model, double d_hat);
    void set_mean_edges();
    void add_inner_points(const Model& model);
    void set_rules(const ContactSpec& spec, ContactRules& rules) const;

    ContactSurface surface_;
    std::vector<std::array<int, 2>> inner_;  // points, and what they are part of
    std::vector<std::string> names_;         // of parts
    std::vector<Touching> touches_;          // likewise
    std::vector<std::array<std::string, 2>> let_through_;
    std::vector<std::array<int, 2>> sewn_;
};

}  // namespace talweg
