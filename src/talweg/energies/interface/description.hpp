/// What an energy says about itself, so that scenes, schema, lists and docs need no central table.
///
/// An energy is a struct in a header of its own in this folder's parent:
///
///     struct Spring {
///         static constexpr const char* name = "spring";                  // the word used in scenes and records
///         static constexpr const char* summary = "…";                    // one sentence
///         static constexpr int point_count = 2;
///         static constexpr Domain domain = Domain::edges;                // what it acts on
///         static constexpr Parameter parameters[] = {…};                 // absent: not offered to scenes
///         struct Element {…};                                            // constants of one element
///         static Element make(const RestElement<2>&, const double* values);     // values in the order of parameters
///         template <class Real> static Real energy(const Points<Real, 2>& x, const Element&);        // joules
///         static Derivatives<2> derivatives(x, element);                 // optional: closed form
///         static Derivatives<2> projected_derivatives(x, element);       // optional: the same, positive semi-definite
///         static double largest_safe_step(x, dx, element);               // optional: a guard
///     };
///
/// A dissipative energy (`static constexpr bool dissipative = true`) gives a Rayleigh function instead of `energy`:
///
///     template <class Real>
///     static Real dissipation(const Points<Real, N>& v, const Points<double, N>& x, const Element&);
///
/// in watts, convex in v; its force is −∂D/∂v. It may add `incremental(x, x_ref, rate, element)`, the potential of the
/// move from x_ref to x in 1/rate seconds, when it can do better than the lagged D((x − x_ref)·rate, x_ref) / rate, and
/// `incremental_derivatives` / `projected_incremental_derivatives` with the same arguments as its closed forms. An
/// energy that stores may have these too: a part of it is then a constant of the step, taken from x_ref.
///
/// Elements may remember: what flowed plastically, where frames were. Such an energy has
///
///     struct Memory {…};                                          // trivially copyable
///     static Memory& memory(Element&);                            // where an element keeps it
///     static Memory evolve(const Points<double, N>& x, double dt, const Element&);  // of the next step
///
/// `make` gives the memory that a run starts with. During a step it is a constant like the others of the element; when
/// the step is accepted it evolves, with the points where they have come to.
///
/// The generic test holds every energy to more than it can see in the code, unless the header says otherwise:
///
///     static constexpr Invariance invariance = Invariance::none;  // default: rigid, no rigid motion changes it
///     static constexpr bool relaxed_at_rest = false;              // default: no force at the rest points
///     static constexpr bool nearest_projection = false;           // default: the nearest semi-definite Hessian
///     static constexpr bool projection_dominates = false;         // default: projected minus exact is semi-definite
///     static constexpr bool planar = true;                        // default: lives in space; true: sees x and y only
#pragma once
#include <concepts>
#include <type_traits>

#include "talweg/math/points.hpp"

namespace talweg {

/// What the elements of an energy are: points, edges, pairs of edges at a point (corners), such pairs with the twist of
/// both edges (rods), triangles, pairs of triangles with a common edge (hinges), triangles with those around them
/// (patches) or tetrahedra of a shape, or pairs that are close.
enum class Domain { points, edges, corners, rods, triangles, hinges, patches, tets, contacts };

/// Where a parameter must lie; a Poisson's ratio strictly between −1 and ½.
enum class Range { any, positive, non_negative, above_one, poissons_ratio };

/// One physical parameter of an energy, as scenes and docs show it.
struct Parameter {
    const char* name;
    const char* unit;
    const char* description;
    Range range;
};

/// Which motions of all points together an energy does not feel. For a dissipation: velocity fields.
enum class Invariance { rigid, translation, none };

/// What an element is made from: its points at rest, what one unit of them weighs, and what kind of body it is part of.
template <int N>
struct RestElement {
    Points<double, N> x;
    double mass;                   // of the point, for energies of one point; 0 otherwise
    int dimension;                 // of the body: 1 line, 2 sheet, 3 volume
    double fill = 1.0;             // part of the element that is material, the rest being empty
    Mat3 turn = Mat3::identity();  // of the body from rest to its start
};

/// Stiffness by strain: k·l^(dimension − 2), so that refining a line, sheet or lattice leaves the body as stiff as it
/// was.
inline double stiffness_by_strain(double stiffness, double length, int dimension) {
    return dimension == 1 ? stiffness / length : dimension == 3 ? stiffness * length : stiffness;
}

template <class Energy>
concept Dissipative = requires {
    requires Energy::dissipative;
};
template <class Energy>
concept HasClosedForm = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::derivatives(x, e);
};
template <class Energy>
concept HasProjection = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::projected_derivatives(x, e);
};
template <class Energy>
concept HasIncrement = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::incremental(x, x, 1.0, e);
};
template <class Energy>
concept HasClosedIncrement = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::incremental_derivatives(x, x, 1.0, e);
    Energy::projected_incremental_derivatives(x, x, 1.0, e);
};
/// H = K ⊗ I: every block of the Hessian is a multiple of the identity, and these are K.
template <class Energy>
concept HasScalarBlocks = requires(typename Energy::Element e) {
    { Energy::scalar_blocks(e, 1.0) } -> std::same_as<Matrix<double, Energy::point_count, Energy::point_count>>;
};
template <class Energy>
concept HasMemory = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    { Energy::evolve(x, 1.0, e) } -> std::same_as<std::remove_reference_t<decltype(Energy::memory(e))>>;
};
template <class Energy>
concept Guarded = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::largest_safe_step(x, x, e);
};
template <class Energy>
concept OfferedToScenes = requires {
    Energy::parameters;
};

/// Scenes can have elements of it, whether they name it or not.
template <class Energy>
concept InScenes = OfferedToScenes<Energy> || requires {
    requires Energy::in_every_scene;
};

template <class Energy>
constexpr Invariance invariance_of() {
    if constexpr (requires { Energy::invariance; })
        return Energy::invariance;
    else
        return Invariance::rigid;
}
template <class Energy>
concept RelaxedAtRest = OfferedToScenes<Energy> && !Dissipative<Energy> && !requires {
    requires !Energy::relaxed_at_rest;
};
/// The projected Hessian is that of a paraboloid above the landscape, which it touches.
template <class Energy>
concept Majorized = requires {
    requires Energy::majorized;
};
template <class Energy>
concept ProjectsToNearest = !Majorized<Energy> && !requires {
    requires !Energy::nearest_projection;
};
template <class Energy>
concept Planar = requires {
    requires Energy::planar;
};

/// The page in docs/energies that describes an energy: its own, or the one it shares.
template <class Energy>
constexpr const char* page_of() {
    if constexpr (requires { Energy::page; })
        return Energy::page;
    else
        return Energy::name;
}

}  // namespace talweg
