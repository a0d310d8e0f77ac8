#include "talweg/model/model_builder.hpp"

#include <algorithm>

#include "talweg/geometry/bounding_box.hpp"

namespace talweg {

int ModelBuilder::add_node(const Vec3& c, const Vec3& v, double mass, Axes held, NodeKind kind) {
    if (model_.planar) held |= 4;
    start_.push_back(c);
    velocity_.push_back(v);
    for (int a = 0; a < 3; ++a)
        if (held & (1 << a)) velocity_.back()[a] = 0.0;
    model_.held_axes.push_back(held);
    model_.node_kinds.push_back(kind);
    model_.mass.diagonal.push_back(mass);
    return model_.node_count() - 1;
}

void ModelBuilder::add_coupling(int i, int j, double mass) {
    if (i == j)
        model_.mass.diagonal[i] += mass;
    else
        model_.mass.couplings.push_back({std::min(i, j), std::max(i, j), mass});
}

int ModelBuilder::add_point(const Vec3& rest, std::span<const NodeWeight> row, const Vec3& b) {
    model_.map.add_point(row);
    model_.b.push_back(b);
    model_.rest.push_back(rest);
    return model_.point_count() - 1;
}

int ModelBuilder::add_shown_point(const Vec3& rest, std::vector<NodeWeight> row, const Vec3& b) {
    const int point = add_point(rest, {}, b);
    shown_.push_back({point, std::move(row)});
    return point;
}

std::span<const NodeWeight> ModelBuilder::row(int point) const {
    const auto found = std::lower_bound(shown_.begin(), shown_.end(), point,
                                        [](const auto& shown, int wanted) { return shown.first < wanted; });
    return found != shown_.end() && found->first == point ? std::span<const NodeWeight>(found->second)
                                                          : model_.map.row(point);
}

int ModelBuilder::add_coordinate(const Vec3& rest, double mass, std::optional<Motion> held, Axes free,
                                 const Vec3& velocity) {
    const NodeWeight row{add_node(Vec3::zero(), velocity, mass, Axes(all_axes & ~free), NodeKind::coordinate), 1.0};
    const int point = add_point(rest, {&row, 1});
    ++model_.coordinates;
    if (held) {
        model_.scripts.push_back({point, row.node, static_cast<int>(model_.motions.size()), Vec3::zero(), 1});
        model_.motions.push_back(*std::move(held));
    }
    return point;
}

std::vector<ModelBuilder::Held> ModelBuilder::combine(const VertexBody& body) {
    std::vector<Held> held(body.rest.size());
    if (model_.planar)
        for (Held& h : held) h.axes = 4;
    for (const Hold& hold : body.holds) {
        int motion = -1;
        if (hold.motion) {
            motion = static_cast<int>(model_.motions.size());
            model_.motions.push_back(*hold.motion);
        }
        for (int i : hold.points) {
            held[i].axes |= hold.axes;
            for (int a = 0; a < 3; ++a)
                if (hold.axes & (1 << a)) held[i].motion[a] = motion;
        }
    }
    // No motion leads out of the plane.
    if (model_.planar)
        for (Held& h : held) h.motion[2] = -1;
    return held;
}

/// Returns −1 where the point needs none.
int ModelBuilder::add_vertex_node(const VertexBody& body, int i, const Held& held) {
    const bool moved = held.motion[0] >= 0 || held.motion[1] >= 0 || held.motion[2] >= 0;
    if (held.axes != all_axes || (moved && (scripts_travel_ || !body.couplings.empty())) || !body.embedded.empty())
        return add_node(body.start[i], body.velocity[i], body.mass[i], held.axes);
    return -1;
}

void ModelBuilder::add_vertex(const VertexBody& body, int i, const Held& held, int node) {
    const NodeWeight row{node, 1.0};
    const int point = row.node < 0 ? add_point(body.rest[i], {}, body.start[i]) : add_point(body.rest[i], {&row, 1});

    // One script per motion, for all the axes that it drives.
    for (int a = 0; a < 3; ++a) {
        const int motion = held.motion[a];
        Axes axes = 0;
        for (int b = 0; b < 3; ++b)
            if (held.motion[b] == motion) axes |= static_cast<Axes>(1 << b);
        const bool first = (axes & ((1 << a) - 1)) == 0;
        if (motion >= 0 && first) model_.scripts.push_back({point, row.node, motion, body.start[i], axes});
    }
}

void ModelBuilder::add_embedded(const EmbeddedPoint& embedded, int first_point) {
    std::vector<NodeWeight> row;
    const int count = embedded.points[3] == embedded.points[2] ? 3 : 4;  // in the plane three points carry
    const bool carried =
        std::any_of(embedded.weights.begin(), embedded.weights.end(), [](double w) { return w != 0.0; });
    for (int k = 0; carried && k < count; ++k)
        row.push_back({model_.map.single_node(first_point + embedded.points[k]), embedded.weights[k]});
    add_point(embedded.rest, row, row.empty() ? embedded.rest : Vec3::zero());
}

int ModelBuilder::add_vertices(const VertexBody& body) {
    const int first = model_.point_count();
    const std::vector<Held> held = combine(body);
    Body drawn = body.drawn;
    drawn.first_point = first;
    std::vector<int> order(body.rest.size()), node(body.rest.size());
    for (int i = 0; i < static_cast<int>(order.size()); ++i) order[body.ranks.empty() ? i : body.ranks[i]] = i;
    for (const int i : order) node[i] = add_vertex_node(body, i, held[i]);
    for (std::size_t i = 0; i < body.rest.size(); ++i) {
        add_vertex(body, static_cast<int>(i), held[i], node[i]);
        drawn.mass += body.mass[i];
        if (held[i].axes & ~(model_.planar ? 4 : 0)) drawn.held.push_back(first + static_cast<int>(i));
    }
    for (const auto& [i, j, mass] : body.couplings) {
        for (const int n : {node[i], node[j]})
            if (n >= 0) model_.mass.diagonal[n] -= mass;
        if (node[i] >= 0 && node[j] >= 0) add_coupling(node[i], node[j], mass);
    }
    for (const EmbeddedPoint& embedded : body.embedded) add_embedded(embedded, first);
    const auto shift = [first](auto& cells) {
        for (auto& cell : cells)
            for (int& i : cell) i += first;
    };
    shift(drawn.edges);
    shift(drawn.triangles);
    shift(drawn.tets);
    add_body(std::move(drawn));
    return first;
}

void ModelBuilder::add_body(Body drawn) {
    drawn.point_count = model_.point_count() - drawn.first_point;
    model_.bodies.push_back(std::move(drawn));
}

void ModelBuilder::find_node_bodies() {
    model_.node_body.assign(model_.node_count(), -1);
    for (std::size_t body = model_.bodies.size(); body-- > 0;)
        for (int i = 0; i < model_.bodies[body].point_count; ++i)
            for (const NodeWeight& w : row(model_.bodies[body].first_point + i))
                model_.node_body[w.node] = static_cast<int>(body);
}

void ModelBuilder::find_terms_between_bodies() {
    std::vector<int> body_of(model_.point_count(), -1);
    for (std::size_t body = 0; body < model_.bodies.size(); ++body)
        std::fill_n(body_of.begin() + model_.bodies[body].first_point, model_.bodies[body].point_count,
                    static_cast<int>(body));
    for (const auto& term : model_.terms) {
        const int n = term->point_count();
        const int* points = term->points();
        bool between = false;
        for (std::ptrdiff_t e = 0; e < term->element_count() && !between; ++e)
            for (int k = 1; k < n; ++k) {
                const int body = body_of[points[e * n + k]];
                between = between || (body >= 0 && body != body_of[points[e * n]]);  // coordinates belong to none
            }
        model_.between_bodies.push_back(between);
    }
}

void ModelBuilder::join(const JoinedNodes& nodes, std::vector<Joint> joints, std::vector<Relation> relations,
                        std::vector<std::uint8_t> redundant, std::vector<JointMeter> meters) {
    find_node_bodies();
    const int count = static_cast<int>(nodes.start.size());
    auto linkage = std::make_shared<Linkage>();
    linkage->map = model_.map;
    linkage->mass = model_.mass;
    linkage->node_body = model_.node_body;
    for (int i = 0; i < model_.node_count(); ++i) {
        if (model_.is_coordinate(i)) linkage->node_body[i] = -1;
        linkage->shares.push_back(model_.translation_share(i));
    }
    linkage->nodes = nodes.rows;
    linkage->offset = nodes.offset;
    linkage->joints = std::move(joints);
    linkage->meters = std::move(meters);
    linkage->relations = std::move(relations);
    linkage->redundant = std::move(redundant);
    linkage->anchored = nodes.anchored;
    for (int i = 0; i < model_.point_count(); ++i)
        for (const NodeWeight& w : model_.map.row(i)) model_.b[i] += w.weight * nodes.offset[w.node];
    model_.map = composed(model_.map, nodes.rows);
    model_.mass = composed(model_.mass, nodes.rows, count);
    model_.held_axes = nodes.held;
    std::vector<int> number(linkage->mass.diagonal.size(), -1);
    std::vector<NodeKind> kinds;
    for (int k = 0; k < count; ++k) {
        number[nodes.kept[k]] = k;
        kinds.push_back(model_.node_kinds[nodes.kept[k]]);
    }
    model_.node_kinds = std::move(kinds);
    for (Script& script : model_.scripts)
        if (script.node >= 0) script.node = number[script.node];
    start_ = nodes.start;
    velocity_ = nodes.velocity;
    model_.linkage = std::move(linkage);
}

void ModelBuilder::hold(int body, int point, int node, Axes axes, const std::optional<Motion>& motion) {
    model_.held_axes[node] |= axes;
    for (int a = 0; a < 3; ++a)
        if (axes & (1 << a)) velocity_[node][a] = 0.0;
    model_.bodies[body].held.push_back(point);
    if (!motion) return;
    model_.scripts.push_back({point, node, static_cast<int>(model_.motions.size()), start_[node], axes});
    model_.motions.push_back(*motion);
}

Model ModelBuilder::finish() {
    find_node_bodies();
    find_terms_between_bodies();
    for (std::size_t t = 0; model_.air && t < model_.terms.size(); ++t)
        if (dynamic_cast<const AirTerm*>(model_.terms[t].get())) model_.air->terms.push_back(static_cast<int>(t));
    auto& couplings = model_.mass.couplings;
    std::sort(couplings.begin(), couplings.end(),
              [](const auto& p, const auto& q) { return p.i != q.i ? p.i < q.i : p.j < q.j; });
    Positions b, x;
    prescribed_points(model_, 0.0, b);
    prescribe_nodes(model_, 0.0, start_);
    if (!shown_.empty()) {
        auto shown = std::make_shared<PointMap>();
        for (int i = 0; i < model_.point_count(); ++i) shown->add_point(row(i));
        model_.shown = std::move(shown);
    }
    follow(model_.shown ? *model_.shown : model_.map, start_, b, x);
    x.resize(model_.place_count());
    for (const Body& body : model_.bodies)
        if (body.obstacle) std::fill_n(x.begin() + body.first_point, body.point_count, x.front());
    model_.diagonal = bounding_box(x).diagonal();
    return std::move(model_);
}

}  // namespace talweg
