#include "talweg/record/joint_readings.hpp"

#include <algorithm>

#include "talweg/model/disjoint_sets.hpp"
#include "talweg/model/linkage.hpp"

namespace talweg {

namespace {

std::vector<const JointTerm*> joint_terms(const Model& model) {
    std::vector<const JointTerm*> terms;
    for (const auto& term : model.terms)
        if (const auto* joint = dynamic_cast<const JointTerm*>(term.get())) terms.push_back(joint);
    return terms;
}

std::size_t exact_joints(const Model& model) { return model.linkage ? model.linkage->joints.size() : 0; }

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// By joint: whether its load is shared with others, because some relation of the loop that it lies in follows from the
/// others: a plane linkage of parallel hinges, a door on two of them.
std::vector<std::uint8_t> share_load(const Linkage& linkage) {
    const std::vector<Joint>& joints = linkage.joints;
    const std::size_t count = joints.size();
    std::vector<std::uint8_t> shared(count, 0);
    if (std::find(linkage.redundant.begin(), linkage.redundant.end(), 1) == linkage.redundant.end()) return shared;
    int bodies = 1;  // 0 is the world
    for (const Joint& joint : joints) bodies = std::max({bodies, joint.body[0] + 2, joint.body[1] + 2});
    // A joint lies on a loop if what it joins hangs together without it.
    DisjointSets loops(bodies);
    std::vector<std::uint8_t> on_loop(count, 0);
    for (std::size_t k = 0; k < count; ++k) {
        DisjointSets others(bodies);
        for (std::size_t j = 0; j < count; ++j)
            if (j != k) others.join(joints[j].body[0] + 1, joints[j].body[1] + 1);
        on_loop[k] = others.find(joints[k].body[0] + 1) == others.find(joints[k].body[1] + 1);
        if (on_loop[k]) loops.join(joints[k].body[0] + 1, joints[k].body[1] + 1);
    }
    std::vector<std::uint8_t> repeats(bodies, 0);
    for (std::size_t k = 0; k < count; ++k)
        for (int r = joints[k].anchor[0]; r < joints[k].anchor[1]; ++r)
            if (linkage.redundant[r]) {
                shared[k] = 1;  // also beside bodies that something else holds
                if (on_loop[k]) repeats[loops.find(joints[k].body[0] + 1)] = 1;
            }
    for (std::size_t k = 0; k < count; ++k)
        if (on_loop[k] && repeats[loops.find(joints[k].body[0] + 1)]) shared[k] = 1;
    return shared;
}

}  // namespace

std::vector<std::string> joint_names(const Model& model) {
    std::vector<std::string> names;
    if (model.linkage)
        for (const Joint& joint : model.linkage->joints)
            if (!joint.hold) names.push_back(joint.name);
    for (const JointTerm* term : joint_terms(model))
        if (index_of(names, term->part().joint) == names.size()) names.push_back(term->part().joint);
    return names;
}

std::vector<std::string> redundant_joints(const Model& model) {
    std::vector<std::string> names;
    if (!model.linkage) return names;
    const std::vector<std::uint8_t> shared = share_load(*model.linkage);
    for (std::size_t k = 0; k < shared.size(); ++k)
        if (shared[k] && !model.linkage->joints[k].hold) names.push_back(model.linkage->joints[k].name);
    return names;
}

std::vector<Momentum> joint_impulses(const Model& model, const Impulses& impulses) {
    const std::vector<std::string> names = joint_names(model);
    std::vector<Momentum> sums(names.size());
    const std::vector<Momentum>& told = impulses.in_joints;
    std::size_t at = 0;
    for (std::size_t k = 0; k < std::min(exact_joints(model), told.size()); ++k)
        if (!model.linkage->joints[k].hold) sums[at++] = told[k];
    std::size_t row = exact_joints(model);
    for (const JointTerm* term : joint_terms(model)) {
        if (row >= told.size()) break;
        sums[index_of(names, term->part().joint)] += told[row++];
    }
    return sums;
}

std::vector<std::string> drive_columns(const Model& model, bool with_impulses) {
    std::vector<std::string> columns;
    for (const JointTerm* term : joint_terms(model)) {
        const JointPart& part = term->part();
        for (const JointPart::Reading& reading : part.readings) columns.push_back(part.joint + reading.column);
        if (with_impulses && part.motor != JointPart::Motor::none) columns.push_back(part.joint + ".motor");
    }
    return columns;
}

void read_drives(const Model& model, const State& state, const Impulses& impulses, double dt, bool with_impulses,
                 std::vector<double>& row) {
    row.clear();
    const Positions x = positions(model, state);
    Positions v;
    follow_move(model.map, state.v, v);
    std::size_t told = exact_joints(model);
    for (std::size_t t = 0; t < model.terms.size(); ++t) {
        const auto* term = dynamic_cast<const JointTerm*>(model.terms[t].get());
        if (!term) continue;
        const JointPart& part = term->part();
        for (const JointPart::Reading& reading : part.readings)
            row.push_back(reading.value(x, v, memory_of(state.memory, t)));
        const Momentum done = told < impulses.in_joints.size() ? impulses.in_joints[told] : Momentum{};
        ++told;
        if (!with_impulses || part.motor == JointPart::Motor::none) continue;
        const Vec3 axis = x[part.axis[1]] - x[part.axis[0]];
        const Vec3& along = part.motor == JointPart::Motor::turns ? done.angular : done.linear;
        row.push_back(dt > 0.0 ? dot(along, axis) / (norm(axis) * dt) : 0.0);
    }
}

}  // namespace talweg
