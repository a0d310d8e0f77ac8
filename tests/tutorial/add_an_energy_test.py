"""docs/add_an_energy.md: the headers and the test that it prints compile as they stand, and say what they should."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
BUILD = pathlib.Path(os.environ["TALWEG_BUILD"])
PAGE = (ROOT / "docs/add_an_energy.md").read_text(encoding="utf-8")

# The material of the page, through the elements that it makes, against differences of its energy.
MATERIAL_TEST = """
#include <gtest/gtest.h>
#include "talweg/energies/stiffening_solid.hpp"

template <class Energy, int N>
void expect_slopes(const talweg::RestElement<N>& rest, const double* values) {
    const auto element = Energy::make(rest, values);
    talweg::Points<double, N> x = rest.x;
    x[1][0] += 0.2, x[2][0] -= 0.1, x[0][1] += 0.05;
    const auto d = Energy::derivatives(x, element);
    for (int k = 0; k < 3 * N; ++k) {
        auto plus = x, minus = x;
        plus[k / 3][k % 3] += 1e-5, minus[k / 3][k % 3] -= 1e-5;
        EXPECT_NEAR(d.gradient[k], (Energy::energy(plus, element) - Energy::energy(minus, element)) / 2e-5, 1e-8);
    }
    EXPECT_EQ(norm_squared(Energy::derivatives(rest.x, element).gradient), 0.0);
    EXPECT_GT(d.energy, 0.0);
}

TEST(StiffeningSolid, OfTetrahedraAndTriangles) {
    using namespace talweg;
    const double values[] = {3.0, 2.0, 0.5};
    expect_slopes<Tetrahedron<StiffeningSolid>, 4>({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, 0, 3}, values);
    using Planar = Triangle<StiffeningSolid, Confinement::plane>;
    expect_slopes<Planar, 3>({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0, 2}, values);
    EXPECT_STREQ(Planar::name, "planar_stiffening_solid");
}
"""

CLOSED_FORM_TEST = """
#include <gtest/gtest.h>
#include "talweg/energies/area_keeper.hpp"
#include "talweg/math/jet.hpp"

TEST(AreaKeeper, ClosedForm) {
    using namespace talweg;
    const double stiffness = 3.0;
    const auto element = AreaKeeper::make({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0.0, 2}, &stiffness);
    const Points<double, 3> x = {{{0.1, 0.2, 0.3}, {1.4, 0, -0.2}, {0.1, 1.3, 0.5}}};
    const auto closed = AreaKeeper::derivatives(x, element);
    const auto jets = differentiate<3>(x, [&](const auto& y) { return AreaKeeper::energy(y, element); });
    EXPECT_NEAR(closed.energy, jets.energy, 1e-14);
    EXPECT_LT(norm_squared(closed.gradient - jets.gradient), 1e-26);
    EXPECT_LT(norm_squared(closed.hessian - jets.hessian), 1e-26);
}
"""


class AddAnEnergy(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="talweg_test_")
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)
        energies = self.directory / "talweg/energies"
        energies.mkdir(parents=True)
        self.blocks = re.findall(r"```cpp\n(.*?)```", PAGE, re.DOTALL)
        for block in self.blocks:
            if name := re.search(r'name = "(\w+)"', block):
                (energies / f"{name[1]}.hpp").write_text(block, encoding="utf-8")

    def test_its_closed_form_is_the_derivative(self):
        header = self.directory / "talweg/energies/area_keeper.hpp"
        closed = next(block for block in self.blocks if "Derivatives<3> derivatives" in block and "return d;" in block)
        text = header.read_text(encoding="utf-8").replace("private:", closed + "\nprivate:")
        include = '#include "talweg/energies/surface_tension.hpp"\n'
        header.write_text(text.replace("\nnamespace", include + "\nnamespace", 1), encoding="utf-8")
        self.run_tests_of(CLOSED_FORM_TEST)

    def run_tests_of(self, text):
        (self.directory / "page_test.cpp").write_text(text, encoding="utf-8")
        program = self.directory / "page_test"
        includes = [self.directory, ROOT / "src", BUILD / "generated"]
        words = ["g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", *(f"-I{place}" for place in includes),
                 self.directory / "page_test.cpp", "-lgtest_main", "-lgtest", "-o", program]
        for command in (words, [program]):
            told = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
            self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        self.assertIn("[  PASSED  ] 1 test.", told.stdout)

    def test_the_energy_of_the_page_passes_the_test_of_the_page(self):
        self.run_tests_of(next(block for block in self.blocks if "TEST(" in block))

    def test_the_material_of_the_page_needs_its_density_alone(self):
        self.run_tests_of(MATERIAL_TEST)

    def test_its_words_are_those_of_the_interface(self):
        interface = (ROOT / "src/talweg/energies/interface/description.hpp").read_text(encoding="utf-8")
        for word in ["relaxed_at_rest", "nearest_projection", "Invariance", "dissipative", "projected_derivatives",
                     "incremental", "planar", "stiffness_by_strain", "poissons_ratio", "non_negative", "fill"]:
            self.assertIn(word, interface)
            self.assertIn(word, PAGE)
        for test in re.findall(r"^\| `(\w+)` \|.*\|.*\|$", PAGE, re.MULTILINE):
            if test[0].isupper() and test != "EnergyPages":
                self.assertIn(test, (ROOT / "tests/every_energy_test.cpp").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
