#include "talweg/assembly/element_packs.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "random_element.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/arap.hpp"
#include "talweg/energies/corotational.hpp"
#include "talweg/energies/fibre.hpp"
#include "talweg/energies/fixed_corotational.hpp"
#include "talweg/energies/neo_hookean.hpp"
#include "talweg/energies/st_venant_kirchhoff.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/energies/symmetric_dirichlet.hpp"

namespace talweg::element_packs_test {
namespace {

template <class Material>
class ElementPacks : public ::testing::Test {
protected:
    using Energy = Tetrahedron<Material>;
    static_assert(Packable<Energy>);

    /// Tets between rest and collapse, some of them inside out; each has its own constants, or all share them.
    void fill(int count, bool alike) {
        const double values[] = {1e4, 0.3};
        for (int e = 0; e < count; ++e) {
            RandomElement<Energy> tet(random_, 1.0);
            elements_.push_back(alike ? Energy::make({tet.rest(), 0.0, 3}, values) : tet.element());
            points_.push_back(e % 5 == 0 ? tet.rest() : tet.deformed(e % 4 == 0 ? 1.5 : 0.3));
        }
    }
    Derivatives<4> alone(int e, bool project) const {
        return project ? Energy::projected_derivatives(points_[e], elements_[e])
                       : Energy::derivatives(points_[e], elements_[e]);
    }
    void expect_same(const Derivatives<4>& a, const Derivatives<4>& b) {
        EXPECT_EQ(a.energy, b.energy);
        EXPECT_EQ(a.gradient, b.gradient);
        EXPECT_EQ(a.hessian, b.hessian);
        infinite_ += !std::isfinite(a.energy);
    }

    RandomMatrices random_{7};
    std::vector<typename Energy::Element> elements_;
    std::vector<Points<double, 4>> points_;
    int infinite_ = 0;
};

using Materials = ::testing::Types<Arap, Corotational, FixedCorotational, NeoHookean, StVenantKirchhoff,
                                   StableNeoHookean, SymmetricDirichlet>;
TYPED_TEST_SUITE(ElementPacks, Materials);

TYPED_TEST(ElementPacks, AreBitwiseTheSingleElementsInAnyPlace) {
    for (bool alike : {true, false}) {
        this->elements_.clear();
        this->points_.clear();
        this->fill(200, alike);
        for (bool project : {true, false})
            for (int first = 0; first + 4 <= 200; first += 3)
                for (int count = 1; count <= 4; ++count) {
                    Derivatives<4> d[4];
                    packed_derivatives<Tetrahedron<TypeParam>>(&this->points_[first], &this->elements_[first], count,
                                                               project, d);
                    for (int k = 0; k < count; ++k) this->expect_same(d[k], this->alone(first + k, project));
                }
    }
    EXPECT_EQ(this->infinite_ > 0, ForbidsInversion<TypeParam>) << "inside-out elements among them";
}

TEST(ElementPacks, WhatCannotBePackedIsTakenOneByOne) {
    EXPECT_FALSE(Packable<Tetrahedron<Fibre>>);
    EXPECT_FALSE((Packable<Triangle<Arap, Confinement::plane>>));
    EXPECT_EQ(Elements<Tetrahedron<Fibre>>::at_once, 1);
    EXPECT_EQ(Elements<Tetrahedron<Arap>>::at_once, Pack::lanes);
}

}  // namespace
}  // namespace talweg::element_packs_test
