#include "talweg/scene/build/load_collector.hpp"

#include <fmt/format.h>

#include "talweg/assembly/elements.hpp"
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/scene/build/loaded_faces.hpp"

namespace talweg {

namespace {

/// The value of a constant, or 1 times its curve.
double constant_part(const CurveSpec& spec) { return spec.constant() ? std::get<double>(spec.kind) : 1.0; }
std::optional<Curve> changing_part(const CurveSpec& spec) {
    return spec.constant() ? std::nullopt : std::optional<Curve>(spec.curve());
}

template <class Faces>
const Faces& require_faces(const Faces& faces, bool none, const Where& where, bool planar) {
    if (none)
        throw Error(located(where, fmt::format("{} finds no {} all of whose points are selected; select whole faces of "
                                               "the surface, or load a body that has some",
                                               subject(where), planar ? "outer edge" : "surface triangle")));
    return faces;
}

/// In the middle of the body: the volume that pressure works on is then as small as it can be.
Vec3 apex_of(const Mesh& mesh) {
    const Box box = bounding_box(mesh.points);
    return 0.5 * (box.min + box.max);
}

/// Where a point is when the run starts.
Vec3 start_place(const ModelBuilder& builder, int point) {
    Vec3 x = builder.model().b[point];
    for (const auto& [node, weight] : builder.row(point)) x += weight * builder.start()[node];
    return x;
}
Vec3& start_of(Force::Element& element, std::size_t) { return element.start; }
Vec3& start_of(Pressure::Element& element, std::size_t k) { return element.start[k]; }
Vec3& start_of(PlanarPressure::Element& element, std::size_t k) { return element.start[k]; }

}  // namespace

template <class Energy>
LoadCollector::Batch<Energy>& LoadCollector::batch(std::vector<Batch<Energy>>& batches,
                                                   const std::optional<Curve>& curve) {
    for (Batch<Energy>& known : batches)
        if (known.curve == curve) return known;
    return batches.emplace_back(Batch<Energy>{curve, {}, {}});
}

void LoadCollector::add_vector(const std::array<CurveSpec, 3>& value, const std::vector<PointShare>& shares) {
    Vec3 constant = Vec3::zero();
    const auto put = [&](const std::optional<Curve>& curve, const Vec3& force) {
        Batch<Force>& into = batch(forces_, curve);
        for (const auto& [point, share] : shares) {
            into.points.push_back(point);
            into.elements.push_back({share * force});
        }
    };
    for (int a = 0; a < 3; ++a) {
        Vec3 along = Vec3::zero();
        along[a] = constant_part(value[a]);
        if (value[a].constant())
            constant += along;
        else
            put(changing_part(value[a]), along);
    }
    if (!(constant == Vec3::zero())) put(std::nullopt, constant);
}

void LoadCollector::add(const LoadSpec::Force& load, const LoadSpec& spec, const LoadedBody& body) {
    const std::vector<int> points = body.selector.select(spec.select);
    std::vector<PointShare> shares;
    for (const int i : points) shares.push_back({body.first_point + i, 1.0 / static_cast<double>(points.size())});
    add_vector(load.value, shares);
}

void LoadCollector::add(const LoadSpec::Traction& load, const LoadSpec& spec, const LoadedBody& body) {
    const std::vector<int> points = body.selector.select(spec.select);
    const auto& x = body.mesh.points;
    std::vector<double> share(x.size(), 0.0);
    bool none = true;
    if (body.planar) {
        for (const LoadedEdge& edge : loaded_edges(body.mesh, points)) {
            for (const int i : edge.points) share[i] += 0.5 * norm(x[edge.points[1]] - x[edge.points[0]]);
            none = false;
        }
    } else {
        for (const auto& t : loaded_triangles(body.mesh, points).triangles) {
            for (const int i : t) share[i] += norm(area_vector(x[t[0]], x[t[1]], x[t[2]])) / 3.0;
            none = false;
        }
    }
    require_faces(share, none, spec.where, body.planar);
    std::vector<PointShare> shares;
    for (std::size_t i = 0; i < share.size(); ++i)
        if (share[i] > 0.0) shares.push_back({body.first_point + static_cast<int>(i), share[i]});
    add_vector(load.value, shares);
}

void LoadCollector::add(const LoadSpec::BodyForce& load, const LoadSpec& spec, const LoadedBody& body) {
    std::vector<PointShare> shares;
    for (const int i : body.selector.select(spec.select))
        if (i < static_cast<int>(body.shares.size())) shares.push_back({body.first_point + i, body.shares[i]});
    if (shares.empty())
        throw Error(located(spec.where, subject(spec.where) + " selects only points that ride on the lattice and weigh "
                                                              "nothing; select points of the lattice"));
    add_vector(load.value, shares);
}

void LoadCollector::add(const LoadSpec::Pressure& load, const LoadSpec& spec, const LoadedBody& body) {
    const std::vector<int> points = body.selector.select(spec.select);
    const double pressure = constant_part(load.value);
    const std::optional<Curve> curve = changing_part(load.value);
    const Vec3 apex = apex_of(body.mesh);
    if (body.planar) {
        const auto edges = loaded_edges(body.mesh, points);
        require_faces(edges, edges.empty(), spec.where, true);
        Batch<PlanarPressure>& into = batch(planar_pressures_, curve);
        for (const LoadedEdge& edge : edges) {
            for (const int i : edge.points) into.points.push_back(body.first_point + i);
            into.elements.push_back({apex, pressure, edge.begins ? 1.0 : 0.0, edge.ends ? 1.0 : 0.0});
        }
        return;
    }
    const LoadedTriangles faces = loaded_triangles(body.mesh, points);
    require_faces(faces, faces.triangles.empty(), spec.where, false);
    Batch<Pressure>& into = batch(pressures_, curve);
    for (std::size_t t = 0; t < faces.triangles.size(); ++t) {
        Pressure::Element element{apex, pressure, {}};
        for (int k = 0; k < 3; ++k) {
            into.points.push_back(body.first_point + faces.triangles[t][k]);
            element.rim[k] = faces.rim[t][k] ? 1.0 : 0.0;
        }
        into.elements.push_back(element);
    }
}

void LoadCollector::add(const LoadSpec& load, const LoadedBody& body) {
    std::visit([&](const auto& kind) { add(kind, load, body); }, load.kind);
}

void LoadCollector::add_terms_to(ModelBuilder& builder) && {
    const auto finish = [&]<class Energy>(std::vector<Batch<Energy>>& batches) {
        for (Batch<Energy>& each : batches) {
            constexpr std::size_t n = Energy::point_count;
            for (std::size_t e = 0; e < each.elements.size(); ++e)
                for (std::size_t k = 0; k < n; ++k)
                    start_of(each.elements[e], k) = start_place(builder, each.points[n * e + k]);
            auto term = std::make_shared<Elements<Energy>>(std::move(each.points), std::move(each.elements));
            if (each.curve)
                builder.add_load(std::move(term), *each.curve);
            else
                builder.add_term(std::move(term));
        }
    };
    finish(forces_);
    finish(pressures_);
    finish(planar_pressures_);
}

}  // namespace talweg
