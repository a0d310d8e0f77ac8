"""Formulas as the pages write them, in plain Unicode, to MathML, which browsers typeset by themselves.

    E = ½ k l² (|d|²/l² − 1)²        [J]

A letter is a variable, a longer word is text, unless it is a function such as ln. Marks, primes, ᵀ ² ⁻¹ ₀ and _ij
belong to what stands before them. `a/b` without spaces divides what touches it, ` / ` with spaces whole products;
brackets around a numerator or denominator fall away. Two or more spaces part a line. Lines that begin with words have
them in a column of their own.
"""
import html
import re
import unicodedata

FUNCTIONS = {"ln", "exp", "sin", "cos", "tan", "tr", "det", "max", "min", "argmin"}
ABOVE = {"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0307": "˙"}
BELOW = {"\u0332": "_"}
PARTS = {"½": "12", "¼": "14", "¾": "34", "⅓": "13", "⅔": "23", "⅛": "18"}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ", "0123456789+−T"))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ᵢⱼ", "0123456789ij"))
CLOSING = {"(": ")", "[": "]"}
LOW = set("+−=<>≤≥≠←∓±,;:⟂…")  # between products
HIGH = set("·×")                 # within products
UNIT = re.compile(r"\[(J|W|J/m³|kg·m²)\]")
WORD = re.compile(r"[A-Za-z]{2,}(?:['’]s)?|a(?= [a-z]{2})")
THIN = '<mspace width="0.2em"></mspace>'  # between factors
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


class Unknown(ValueError):
    """Something that is no formula."""


def mathml(text):
    """A block of lines; raises Unknown where it is something else."""
    rows = [_row(line) for line in text.rstrip("\n").split("\n")]
    labelled = any(label for label, _ in rows)
    if len(rows) == 1 and not labelled:
        inner = rows[0][1]
    else:
        cells = [(f"<mtd>{label}</mtd>" if labelled else "") + f"<mtd>{rest}</mtd>" for label, rest in rows]
        inner = '<mtable displaystyle="true">' + "".join(f"<mtr>{cell}</mtr>" for cell in cells) + "</mtable>"
    return f'<math display="block">{inner}</math>'


def is_formula(text):
    """Whether a block of a page is meant as one: it has signs that nothing else has, and no code."""
    if re.search(r'["{}$`#]|\.[ch]pp|://', text):
        return False
    relation = r"[=←⟂<>+Σ−]" if re.search("[^\x00-\x7f–…]", text) else r"\b[A-Za-z](\([a-z]\))? [=<>] [A-Z0-9]"
    return bool(re.search(relation, text))


def _row(line):
    """The words at the beginning of a line, if it is parted there, and the rest."""
    pieces = _pieces(line.strip())
    label = ""
    if len(pieces) > 1 and re.fullmatch(r"[A-Za-z][A-Za-z ,]*:?", pieces[0][0]) and len(pieces[0][0]) > 1:
        label = f"<mtext>{html.escape(pieces.pop(0)[0])}</mtext>"
        pieces[0] = (pieces[0][0], 0)
    parts = []
    for piece, gap in pieces:
        if gap:
            parts.append(f'<mspace width="{1 if gap < 6 else 2.5}em"></mspace>')
        parts.append(_Parser(piece).all())
    return label, "<mrow>" + "".join(parts) + "</mrow>"


def _pieces(line):
    """What two or more spaces part, outside of brackets, each with the number of spaces before it."""
    pieces, start, depth, i, gap = [], 0, 0, 0, 0
    while i < len(line):
        depth += (line[i] in "([") - (line[i] in ")]")
        if depth == 0 and line.startswith("  ", i):
            pieces.append((line[start:i], gap))
            end = i
            while line[end] == " ":
                end += 1
            gap, start, i = end - i, end, end
        else:
            i += 1
    return [*pieces, (line[start:], gap)]


def _tag(name, content):
    return f"<{name}>{html.escape(content)}</{name}>"


class _Parser:
    """Reads a piece from left to right. Products are lists of factors; a fraction takes some of them."""

    def __init__(self, text):
        self.text = re.sub(" +", " ", unicodedata.normalize("NFD", text).replace("=\u0338", "≠"))
        self.at = 0

    def all(self):
        result = self.sum("")
        if self.at < len(self.text):
            raise Unknown(self.text[self.at:])
        return result

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, pattern):
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found and found.group()

    def sum(self, end):
        """Products between low operators, up to a closing bracket or bar."""
        parts = []
        while self.peek() and not self.ends(end):
            if self.peek() == " ":
                self.at += 1
            elif self.peek() in LOW:
                parts.append(self.operator(bool(parts)))
            else:
                parts.append(self.product(end))
        return "".join(parts)

    def ends(self, end):
        if end in ("|", "‖"):  # a bar that closes touches what stands before it
            return self.peek() == end and self.text[self.at - 1] != " "
        return bool(end) and self.peek() == end

    def operator(self, infix):
        sign = self.peek()
        self.at += 1
        if sign in "+−∓±" and not infix:
            return f'<mo form="prefix">{sign}</mo>'
        return f"<mo>{html.escape(sign)}</mo>"

    def product(self, end):
        """Chunks of what touches, with spaces between; ` / ` divides all before it by all after it."""
        above, below = [], None  # chunks
        while self.peek() and not self.ends(end) and self.peek() not in LOW:
            if self.text.startswith("/ ", self.at) and self.text[self.at - 1] == " ":
                if below is not None or not above:
                    raise Unknown("/")
                self.at += 2
                below = []
            elif self.peek() == " ":
                self.at += 1
            else:
                (above if below is None else below).append(self.chunk(end))
        if below is None:
            return THIN.join(above)
        if not below:
            raise Unknown("/")
        return _fraction([THIN.join(above)], [THIN.join(below)])

    def chunk(self, end):
        """Factors that touch; a slash in it divides those before by those after."""
        above, below = [], None
        while self.peek() not in ("", " ") and not self.ends(end) and self.peek() not in LOW:
            if self.peek() == "/":
                if below is not None or not above:
                    raise Unknown("/")
                self.at += 1
                below = []
            else:
                (above if below is None else below).append(self.factor())
        if below is None:
            return "".join(above)
        if not below:
            raise Unknown("/")
        return _fraction(above, below)

    def factor(self):
        """An atom with its marks, what is lowered and what is raised."""
        atom, limits = self.atom()
        lowered, raised = "", ""
        while self.peek():
            sign = self.peek()
            if sign in ABOVE or sign in BELOW:
                self.at += 1
                mark = (ABOVE | BELOW)[sign]
                name = "mover" if sign in ABOVE else "munder"
                kind = "accent" if sign in ABOVE else "accentunder"
                atom = f'<{name} {kind}="true">{atom}<mo stretchy="false">{mark}</mo></{name}>'
            elif sign in RAISED:
                raised += _letters("".join(RAISED[c] for c in self.run(RAISED)))
            elif sign in LOWERED:
                lowered += _letters("".join(LOWERED[c] for c in self.run(LOWERED)))
            elif sign in "'′″":
                raised += "<mo>" + "".join("″" if c == "″" else "′" for c in self.run("'′″")) + "</mo>"
            elif sign == "_" and (below := self.take(re.compile("_[A-Za-z]+"))):
                lowered += _tag("mtext", below[1:]) if len(below) > 3 else _letters(below[1:])
            else:
                break
        under, over = f"<mrow>{lowered}</mrow>", f"<mrow>{raised}</mrow>"
        if limits and lowered:
            atom, lowered = f"<munder>{atom}{under}</munder>", ""
        if lowered and raised:
            return f"<msubsup>{atom}{under}{over}</msubsup>"
        if lowered:
            return f"<msub>{atom}{under}</msub>"
        return f"<msup>{atom}{over}</msup>" if raised else atom

    def run(self, among):
        start = self.at
        while self.peek() and self.peek() in among:
            self.at += 1
        return self.text[start:self.at]

    def atom(self):
        """One sign, word, number or bracket; and whether what is lowered stands below it."""
        if unit := self.take(UNIT):
            return _tag("mtext", unit), False
        if word := self.take(WORD):
            return self.word(word)
        if number := self.take(NUMBER):
            return _tag("mn", number), False
        sign = self.peek()
        if sign in CLOSING:
            return self.bracket(sign, CLOSING[sign]), False
        if sign in ("|", "‖"):
            return self.bracket(sign, sign), False
        self.at += 1
        if sign in PARTS:
            return "<mfrac><mn>{}</mn><mn>{}</mn></mfrac>".format(*PARTS[sign]), False
        if sign == "√":
            factor = self.factor()
            return f"<msqrt>{_bare(factor)}</msqrt>", False
        if sign == "Σ":
            return '<mo movablelimits="false">∑</mo>', True
        if sign in HIGH:
            return f"<mo>{sign}</mo>", False
        if sign in "∂∇" or unicodedata.category(sign) in ("Ll", "Lu"):
            return _tag("mi", sign), False
        raise Unknown(sign)

    def word(self, word):
        if re.fullmatch("d[A-Z]", word):  # the differential of a matrix
            self.at -= 1
            return _tag("mi", "d"), False
        if word in FUNCTIONS:
            named = f'<mi mathvariant="normal">{word}</mi>'
            return named, "m" in word
        # Words that follow one another are one text, with the spaces that MathML would drop.
        words = [word]
        while self.peek() == " " and (found := WORD.match(self.text, self.at + 1)) and found.group() not in FUNCTIONS \
                and not re.fullmatch("d[A-Z]", found.group()):
            words.append(found.group())
            self.at = found.end()
        text = " ".join(words)
        before = "\u00a0" if self.text[:self.at - len(text)].endswith(" ") else ""
        after = "\u00a0" if self.peek() == " " else ""
        return _tag("mtext", before + text + after), False

    def bracket(self, opening, closing):
        self.at += 1
        inner = self.sum(closing)
        if self.peek() != closing:
            raise Unknown(opening)
        self.at += 1
        tall = "true" if re.search("<mfrac|<munder>|<msqrt", inner) else "false"
        return f'<mrow class="bracket"><mo form="prefix" stretchy="{tall}">{opening}</mo>{inner}' \
               f'<mo form="postfix" stretchy="{tall}">{closing}</mo></mrow>'


def _letters(text):
    return "".join(_tag("mn" if sign.isdigit() else "mo" if sign in "+−" else "mi", sign) for sign in text)


def _bare(factor):
    """Round brackets around the whole of it fall away."""
    found = re.fullmatch(r'<mrow class="bracket"><mo form="prefix" stretchy="\w+">\(</mo>(.*)'
                         r'<mo form="postfix" stretchy="\w+">\)</mo></mrow>', factor)
    return f"<mrow>{found.group(1)}</mrow>" if found and _balanced(found.group(1)) else factor


def _balanced(inner):
    """Whether none of the brackets within closes before it opens: then those around it belong together."""
    depth = 0
    for tag in re.findall(r'<mrow class="bracket">|<mo form="postfix"', inner):
        depth += 1 if tag.startswith("<mrow") else -1
        if depth < 0:
            return False
    return True


def _fraction(above, below):
    parts = [_bare(side[0]) if len(side) == 1 else f"<mrow>{''.join(side)}</mrow>" for side in (above, below)]
    return f"<mfrac>{parts[0]}{parts[1]}</mfrac>"
