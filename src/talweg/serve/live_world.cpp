#include "talweg/serve/live_world.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "talweg/math/error.hpp"
#include "talweg/model/point_masses.hpp"
#include "talweg/serve/frame_packet.hpp"
#include "talweg/step/driven_stepper.hpp"

namespace talweg {

LiveWorld::LiveWorld(const Scene& scene)
    : scene_(scene),
      knobs_(list_knobs(scene)),
      hands_(std::make_shared<Hands>()),
      poses_(std::make_shared<Poses>()),
      rigs_(std::make_shared<Rigs>()),
      lead_(lead_of(scene)),
      simulation_(scene, [hands = hands_, poses = poses_, rigs = rigs_](Model& model) {
          if (Rigs posed = pose_rigs(model, poses); !posed.empty()) *rigs = std::move(posed);
          if (model.shown) {  // hands reach for what is only looked at elsewhere
              model.map = *model.shown;
              model.shown = nullptr;
          }
          model.terms.push_back(std::make_shared<Grip>(hands, model.point_count()));
          model.terms.push_back(std::make_shared<GripDamping>(hands, model.point_count()));
      }) {
    potentials_ = simulation_.energies().names;
    fields_.emplace(simulation_.world());
}

bool LiveWorld::step() {
    const auto start = std::chrono::steady_clock::now();
    const bool taken = simulation_.step();
    wall_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (taken) contact_ = simulation_.report().contact;
    return taken;
}

void LiveWorld::reset() {
    poses_->clear();
    simulation_.reset();
    contact_ = {};
    wall_seconds_ = 0.0;
}

void LiveWorld::turn(const std::vector<std::pair<int, double>>& values) {
    std::vector<std::string> settings;
    for (const auto& [knob, value] : values) settings.push_back(setting(knobs_.at(knob), value));
    simulation_.change(settings);
    for (const auto& [knob, value] : values) knobs_[knob].value = value;
}

void LiveWorld::use_integrator(const std::string& name) { simulation_.change({"integrator.type=" + name}); }

void LiveWorld::pull(std::uint64_t hand, int point, const Vec3& target) {
    const Model& model = simulation_.model();
    if (point < 0 || point >= model.place_count() || model.map.row(point).empty()) return;
    hands_->pull(hand, point, target, firmness(point));
}

/// For the mass of all that hangs together with the point. Methods that take forces from where a step begins hold only
/// springs that are soft against the mass at their ends.
Firmness LiveWorld::firmness(int point) {
    if (pieces_of_ != simulation_.world()) {
        pieces_of_ = simulation_.world();
        pieces_.emplace(model());
    }
    const int piece = pieces_->of_point[point];
    const Firmness wanted = firmness_for(piece < 0 ? 0.0 : pieces_->list[piece].mass, strength_);
    for (const IntegratorEntry& entry : list_integrators())
        if (entry.name == integrator() && !entry.is_explicit && !entry.projects) return wanted;
    const double mass = point_masses(model())[point], dt = step_seconds();
    const double stiffness = std::min(wanted.stiffness, 0.1 * mass / (dt * dt));
    return {stiffness, std::min(wanted.damping, 2.0 * std::sqrt(stiffness * mass))};
}

void LiveWorld::pin(int point) { simulation_.pin({&point, 1}, {}, step_seconds()); }

void LiveWorld::unpin(int point) { simulation_.release({&point, 1}); }

std::vector<int> LiveWorld::pinned() const {
    std::vector<int> points;
    for (const Pin& pin : simulation_.pins()) points.push_back(pin.point);
    return points;
}

std::vector<LiveWorld::Handle> LiveWorld::handles() const {
    std::vector<Handle> all;
    for (const auto& rig : *rigs_)
        for (const RigHandle& handle : rig->handles())
            all.push_back(
                {rig->rig().substr(0, rig->rig().rfind('.')), handle.name, norm(handle.to - handle.from) > 0.0});
    return all;
}

void LiveWorld::pose(int handle, const Vec3& move, const Vec3& turn) {
    const double time = state().script_time();
    for (const auto& rig : *rigs_) {
        if (handle < rig->handle_count()) {
            const Mat3 back = inverse(rig->frame_of(handle, time)).linear;
            return poses_->add(rig->rig(), handle, back * move, back * turn, time);
        }
        handle -= rig->handle_count();
    }
}

std::vector<Vec3> LiveWorld::handle_ends() const {
    std::vector<Vec3> ends;
    for (const auto& rig : *rigs_) {
        const std::vector<AffineMap> maps = rig->at(state().script_time());
        const std::vector<RigHandle> handles = rig->handles();
        for (std::size_t h = 0; h < handles.size(); ++h) {
            ends.push_back(maps[h](handles[h].from));
            ends.push_back(maps[h](handles[h].to));
        }
    }
    return ends;
}

void LiveWorld::use_lead(Lead lead) {
    if (!lead_) throw Error("no body has a rig");
    if (lead == lead_) return;
    simulation_.go_on_as(led(scene_, simulation_.scene(), lead));
    lead_ = lead;
    contact_ = {};
}

std::vector<std::string> LiveWorld::columns() const {
    std::vector<std::string> names = {"step", "time", "newton_iterations", "residual", "kinetic"};
    names.insert(names.end(), potentials_.begin(), potentials_.end());
    names.insert(names.end(), {"total", "wall_ms"});
    return names;
}

Packet LiveWorld::packet(const Subscription& subscription) {
    const EnergyBalance& energies = simulation_.energies();
    std::vector<double> row = {static_cast<double>(state().step), state().time,
                               static_cast<double>(last_report().iterations.size()), last_report().residual,
                               energies.kinetic};
    for (const std::string& name : potentials_) {  // rigs may lead bodies in ways that need fewer
        const auto found = std::ranges::find(energies.names, name);
        row.push_back(found == energies.names.end() ? 0.0 : energies.potentials[found - energies.names.begin()]);
    }
    row.insert(row.end(), {energies.total, 1e3 * wall_seconds_});
    const Positions x = places(model(), state());
    std::string parts;
    if (!rigs_->empty()) append_handles_part(parts, handle_ends());
    if (subscription.contact) append_contact_part(parts, contact_);
    if (subscription.field >= 0 && subscription.field < static_cast<int>(fields().size())) {
        if (fields_->world() != simulation_.world().get()) fields_.emplace(simulation_.world());
        append_field_part(parts, subscription.field, fields_->values(subscription.field, x));
    }
    const std::vector<double> age = ages(model(), state());
    if (age.empty()) return frame_packet(x, row, parts);
    Positions there = x;  // pages draw nothing that is nowhere
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < there.size(); ++i)
        if (age[i] < 0.0) there[i] = {nowhere, nowhere, nowhere};
    return frame_packet(there, row, parts);
}

}  // namespace talweg
