"""Formulas of the pages become MathML: the structure of what is written, and every one of them."""
import re
import sys
import unittest
import xml.dom.minidom

from built_site import ROOT, SITE

sys.path.insert(0, str(ROOT / "docs" / "site"))
import formula  # noqa: E402


def structure(text):
    """The MathML as nested words: mfrac(a b), msup(x 2); rows, operators' attributes and spaces left out."""
    def of(node):
        if node.nodeType == node.TEXT_NODE:
            return node.data.replace("\u00a0", " ")
        inner = " ".join(filter(None, map(of, node.childNodes)))
        if node.tagName in ("mspace", "math", "mrow", "mi", "mn", "mo", "mtext"):
            return inner
        return f"{node.tagName}({inner})"
    return of(xml.dom.minidom.parseString(formula.mathml(text)).documentElement)


class Formula(unittest.TestCase):
    def test_structure_is_that_of_the_plain_text(self):
        for text, expected in [
            ("a/b", "mfrac(a b)"),
            ("λ/2 (J − 1)²", "mfrac(λ 2) msup(( J − 1 ) 2)"),
            ("κb = 2 t₀×t₁/(1 + t₀·t₁)", "κ b = 2 mfrac(msub(t 0) × msub(t 1) 1 + msub(t 0) · msub(t 1))"),
            ("G m / √(r² + ε²)", "mfrac(G m msqrt(msup(r 2) + msup(ε 2)))"),
            ("(a + b)(c + d)/e", "mfrac(( a + b ) ( c + d ) e)"),
            ("½ |x − x̃|²_M", "mfrac(1 2) msubsup(| x − mover(x ~) | M 2)"),
            ("|e₀||e₁|", "| msub(e 0) | | msub(e 1) |"),
            ("−∂E/∂x₀", "− mfrac(∂ E ∂ msub(x 0))"),
            ("Σ_e V_e", "munder(∑ e) msub(V e)"),
            ("min_x f", "munder(min x) f"),
            ("σ_i⁻³", "msubsup(σ i − 3)"),
            ("F_refᵀ", "msubsup(F ref T)"),
            ("f'' J", "msup(f ′′) J"),
            ("dF G", "d F G"),
            ("i ≠ j", "i ≠ j"),
            ("b(s)    for s < 1, else 0", "b ( s ) for  s < 1 ,  else  0"),
            ("F: a triangle in its plane", "F :  a triangle in its plane"),
        ]:
            with self.subTest(text):
                self.assertEqual(structure(text), expected)

    def test_lines_are_rows_and_words_before_them_a_column(self):
        self.assertEqual(structure("g = 1\nshear    2μ"), "mtable(mtr(mtd() mtd(g = 1)) mtr(mtd(shear) mtd(2 μ)))")

    def test_what_is_no_formula_is_left_alone(self):
        for text in ['"expect": [{ "value": 1 }]', "$ talweg verify runs/a", "find_package(talweg 0.1 REQUIRED)",
                     "solve        p = −H⁻¹ g        solve/linear_solver.hpp", "area_keeper\n    Triangle that keeps."]:
            with self.subTest(text):
                self.assertFalse(formula.is_formula(text))
        for text in ["a = (b", "a /", "x = |y"]:
            with self.subTest(text), self.assertRaises(formula.Unknown):
                formula.mathml(text)

    def test_every_energy_has_its_formulas_typeset(self):
        shown = 0
        for page in sorted((SITE / "energies").glob("*.html")):
            text = page.read_text(encoding="utf-8")
            plain = re.findall(r'<pre class="code formula"[^>]*><code>(.*?)</code>', text, re.S)
            self.assertEqual(plain, [], f"{page.name}: this is not understood")
            shown += text.count("<math ")
        self.assertGreater(shown, 60)
        self.assertIn("<math ", (SITE / "index.html").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
