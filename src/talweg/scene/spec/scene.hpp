/// A scene, resolved: what the user wrote, with every default filled in, as plain data. What each key means is said in
/// scene.schema.json; here the units are repeated for those who compute with it.
///
/// Every struct lists its members once, in `fields`: read_fields.hpp and to_json.hpp turn that list into reading and
/// writing, so the two cannot drift apart. `where` is the place in the user's file, for messages found out later.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/spec/air_spec.hpp"
#include "talweg/scene/spec/body_spec.hpp"
#include "talweg/scene/spec/connection_spec.hpp"
#include "talweg/scene/spec/contact_spec.hpp"
#include "talweg/scene/spec/expectation.hpp"
#include "talweg/scene/spec/gravitation_spec.hpp"
#include "talweg/scene/spec/picture_spec.hpp"
#include "talweg/scene/spec/settings_spec.hpp"

namespace talweg {

struct Scene {
    std::string title, description;
    bool planar = false;
    Vec3 gravity;  // m/s²
    AirSpec air;
    std::optional<GravitationSpec> gravitation;
    TimeSpec time;
    IntegratorSpec integrator;
    SolverSpec solver;
    RecordSpec record;
    std::vector<BodySpec> bodies;
    std::vector<ObstacleSpec> obstacles;
    std::vector<ConnectionSpec> connections;
    std::optional<ContactSpec> contact;
    std::vector<Expectation> expect;
    PictureSpec picture;
    Where where;

    // In scene.cpp, as for bodies.
    Scene() = default;
    Scene(const Scene&);
    Scene(Scene&&) noexcept;
    Scene& operator=(const Scene&);
    Scene& operator=(Scene&&) noexcept;
    ~Scene();
    bool operator==(const Scene&) const;
    static void fields(auto& self, auto&& field) {
        field("title", self.title);
        field("description", self.description);
        field("planar", self.planar);
        field("gravity", self.gravity);
        field("air", self.air);
        field("gravitation", self.gravitation);
        field("time", self.time);
        field("integrator", self.integrator);
        field("solver", self.solver);
        field("record", self.record);
        field("bodies", self.bodies);
        field("obstacles", self.obstacles);
        field("connections", self.connections);
        field("contact", self.contact);
        field("expect", self.expect);
        field("picture", self.picture);
    }
};

}  // namespace talweg
