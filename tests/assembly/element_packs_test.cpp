#include "talweg/assembly/element_packs.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "random_element.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/arap.hpp"
#include "talweg/energies/corotational.hpp"
#include "talweg/energies/fibre.hpp"
#include "talweg/energies/fixed_corotational.hpp"
#include "talweg/energies/hinge_bending.hpp"
#include "talweg/energies/neo_hookean.hpp"
#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/energies/st_venant_kirchhoff.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/energies/strain_limit.hpp"
#include "talweg/energies/symmetric_dirichlet.hpp"

namespace talweg::element_packs_test {
namespace {

template <class Type>
class ElementPacks : public ::testing::Test {
protected:
    using Energy = Type;
    static constexpr int N = Energy::point_count;
    static_assert(Packable<Energy>);

    /// Elements between rest and collapse, some of them inside out; each has its own constants, or all share them.
    void fill(int count, bool alike) {
        elements_.clear();
        points_.clear();
        for (int e = 0; e < count; ++e) {
            RandomElement<Energy> one(random_, 1.0);
            elements_.push_back(one.element());
            if constexpr (requires { elements_[0].constants; })
                if (alike) elements_.back().constants = elements_[0].constants;
            points_.push_back(e % 5 == 0 ? one.rest() : one.deformed(e % 4 == 0 ? 1.5 : 0.3));
            if (Energy::domain != Domain::tets && e % 31 == 0) points_.back()[2] = points_.back()[1];  // no area
        }
    }
    Derivatives<N> alone(int e, bool project) const {
        return project ? Energy::projected_derivatives(points_[e], elements_[e])
                       : Energy::derivatives(points_[e], elements_[e]);
    }
    void expect_same(const Derivatives<N>& a, const Derivatives<N>& b) {
        EXPECT_EQ(a.energy, b.energy);
        EXPECT_EQ(a.gradient, b.gradient);
        EXPECT_EQ(a.hessian, b.hessian);
        infinite_ += !std::isfinite(a.energy);
    }

    RandomMatrices random_{7};
    std::vector<typename Energy::Element> elements_;
    std::vector<Points<double, N>> points_;
    int infinite_ = 0;
};

/// Tetrahedra that do not take inversion, and cloth that does not take more than its limit.
template <class Energy>
constexpr bool forbids_some = requires(Points<double, Energy::point_count> x, typename Energy::Element e) {
    Energy::largest_safe_step(x, x, e);
};

using Energies = ::testing::Types<Tetrahedron<Arap>, Tetrahedron<Corotational>, Tetrahedron<FixedCorotational>,
                                  Tetrahedron<NeoHookean>, Tetrahedron<StVenantKirchhoff>,
                                  Tetrahedron<StableNeoHookean>, Tetrahedron<SymmetricDirichlet>, Membrane<Arap>,
                                  Membrane<Corotational>, Membrane<FixedCorotational>, Membrane<StVenantKirchhoff>,
                                  Membrane<StableNeoHookean>, StrainLimit, OrthotropicMembrane, HingeBending>;
TYPED_TEST_SUITE(ElementPacks, Energies);

TYPED_TEST(ElementPacks, AreBitwiseTheSingleElementsInAnyPlace) {
    constexpr int n = TypeParam::point_count;
    for (bool alike : {true, false}) {
        this->fill(200, alike);
        for (bool project : {true, false})
            for (int first = 0; first + 4 <= 200; first += 3)
                for (int count = 1; count <= 4; ++count) {
                    Derivatives<n> d[4];
                    packed_derivatives<TypeParam>(&this->points_[first], &this->elements_[first], count,
                                                  project ? Curvature::projected : Curvature::exact, d);
                    for (int k = 0; k < count; ++k) this->expect_same(d[k], this->alone(first + k, project));
                    Derivatives<n> flat[4];
                    packed_derivatives<TypeParam>(&this->points_[first], &this->elements_[first], count,
                                                  Curvature::none, flat);
                    for (int k = 0; k < count; ++k) {
                        const Derivatives<n> exact = this->alone(first + k, false);
                        flat[k].hessian = exact.hessian;
                        this->expect_same(flat[k], exact);
                    }
                }
    }
    EXPECT_EQ(this->infinite_ > 0, forbids_some<TypeParam>) << "inside-out or torn elements among them";
}

TYPED_TEST(ElementPacks, EnergiesAreBitwiseThoseOfTheSingleElements) {
    if constexpr (PackedEnergy<TypeParam>) {
        int infinite = 0;
        for (bool alike : {true, false}) {
            this->fill(200, alike);
            for (int first = 0; first + 4 <= 200; first += 3)
                for (int count = 1; count <= 4; ++count) {
                    const Pack packed =
                        packed_energies<TypeParam>(&this->points_[first], &this->elements_[first], count);
                    for (int k = 0; k < count; ++k) {
                        const double alone =
                            TypeParam::template energy<double>(this->points_[first + k], this->elements_[first + k]);
                        EXPECT_EQ(packed[k], alone) << first << ' ' << k;
                        infinite += std::isinf(alone);
                    }
                }
        }
        EXPECT_EQ(infinite > 0, forbids_some<TypeParam>);
    }
}

TEST(ElementPacks, WhatCannotBePackedIsTakenOneByOne) {
    static_assert(PackedEnergy<Tetrahedron<StableNeoHookean>> && PackedEnergy<Tetrahedron<NeoHookean>>);
    static_assert(PackedEnergy<Membrane<StableNeoHookean>> && PackedEnergy<StrainLimit> && PackedEnergy<HingeBending>);
    EXPECT_FALSE(PackedEnergy<Tetrahedron<Arap>>);
    EXPECT_FALSE(Packable<Tetrahedron<Fibre>>);
    EXPECT_FALSE((Packable<Triangle<Arap, Confinement::plane>>));
    EXPECT_EQ(Elements<Tetrahedron<Fibre>>::at_once, 1);
    EXPECT_EQ(Elements<Tetrahedron<Arap>>::at_once, Pack::lanes);
}

}  // namespace
}  // namespace talweg::element_packs_test
