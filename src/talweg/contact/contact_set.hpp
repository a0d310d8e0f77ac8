/// The pairs in reach of one another at one place, as elements of the barrier energies.
///
/// A point near a triangulated surface is near many triangles, most of them through an edge or a corner they share.
/// Counting each feature's nearest place with the sign of inclusion and exclusion,
///
///     Σ_σ c(σ) b(d(v, σ)),   c(triangle) = 1,  c(edge) = 1 − its triangles,  c(corner) = 1 − its triangles − Σ c(edge)
///
/// leaves each nearest place once: the sum tells nothing of how finely the surface is cut (Li et al., "Convergent
/// Incremental Potential Contact", 2023). Edges and single points that belong to no triangle are counted alike.
///
/// That holds where the part of the surface in reach is a disc; the sum is −∫ b′(r) χ(r) dr, χ(r) the Euler
/// characteristic of what is within r. A ball is one point too, with its radius for thickness, and a sheet of small
/// triangles that lies on it in wrinkles has many holes in reach, χ < 0: it would be pulled. So around a ball that
/// loops of edges of the other part can lie on each triangle counts with its own area, ∑ A_t b(d(v, t)) / 4.
#pragma once
#include "talweg/contact/candidates.hpp"
#include "talweg/energies/contact_barrier.hpp"
#include "talweg/energies/edge_edge_barrier.hpp"
#include "talweg/energies/plane_barrier.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

template <class Energy>
struct ElementList {
    std::vector<int> points;  // Energy::point_count per element
    std::vector<typename Energy::Element> elements;

    void add(const std::array<int, Energy::point_count>& at, const typename Energy::Element& element) {
        points.insert(points.end(), at.begin(), at.end());
        elements.push_back(element);
    }
    void append(const ElementList& other) {
        points.insert(points.end(), other.points.begin(), other.points.end());
        elements.insert(elements.end(), other.elements.begin(), other.elements.end());
    }
    int size() const { return static_cast<int>(elements.size()); }
};

struct ContactSet {
    ElementList<PairBarrier<PointPoint>> point_point;
    ElementList<PairBarrier<PointEdge>> point_edge;
    ElementList<PairBarrier<PointFace>> point_face;
    ElementList<EdgeEdgeBarrier> edge_edge;
    ElementList<PlaneBarrier> point_plane;

    int size() const;
    void append(const ContactSet& other);
};

/// What is in reach at x among the candidates, with barriers of stiffness kappa.
ContactSet find_contacts(const ContactWorld& world, const Candidates& candidates, const Positions& x, double kappa,
                         const Interruption& interruption = {});

}  // namespace talweg
