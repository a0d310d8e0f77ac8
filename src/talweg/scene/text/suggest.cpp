#include "talweg/scene/text/suggest.hpp"

#include <algorithm>
#include <cctype>

namespace talweg {

namespace {

/// Letters only, in lower case: "StepsPerFrame" and "steps-per-frame" are steps_per_frame.
std::string folded(std::string_view word) {
    std::string result;
    for (const unsigned char c : word)
        if (c != '_' && c != '-' && c != ' ') result += static_cast<char>(std::tolower(c));
    return result;
}

/// What other programs, and people, call things: where `among` is known, `here` is meant, or `among` itself.
struct OtherWord {
    const char *word, *among, *here = "";
};
constexpr OtherWord other_words[] = {
    {"anchor", "hold"},
    {"ball", "sphere"},
    {"colliders", "obstacles"},
    {"collision", "contact"},
    {"color", "picture", R"("picture": { "colours": … })"},
    {"color", "material", R"("picture": { "colours": … } of the scene)"},
    {"colour", "material", R"("picture": { "colours": … } of the scene)"},
    {"cube", "box"},
    {"dt", "step"},
    {"e", "youngs_modulus"},
    {"euler", "implicit_euler"},
    {"explicit", "forward_euler"},
    {"fix", "hold"},
    {"fixed", "hold"},
    {"floor", "obstacles"},
    {"forces", "loads"},
    {"fps", "steps_per_frame"},
    {"friction", "obstacles", R"("contact": { "friction": … })"},
    {"geometry", "shape"},
    {"ground", "obstacles"},
    {"implicit", "implicit_euler"},
    {"joints", "connections"},
    {"k", "stiffness"},
    {"mesh", "shape", R"("shape": { "type": "mesh", "file": … })"},
    {"mu", "friction"},
    {"nu", "poissons_ratio"},
    {"objects", "bodies"},
    {"pin", "hold"},
    {"pinned", "hold"},
    {"pins", "hold"},
    {"position", "place", R"("place": { "translate": … })"},
    {"rho", "density"},
    {"rotate", "place", R"("place": { "rotate": … })"},
    {"rotation", "place", R"("place": { "rotate": … })"},
    {"scale", "place", R"("place": { "scale": … })"},
    {"timestep", "step"},
    {"translate", "place", R"("place": { "translate": … })"},
    {"velocity", "start", R"("start": { "velocity": … })"},
    {"wind", "air", R"("air": { "wind": … })"},
};

const OtherWord* other_word(std::string_view word, const std::vector<std::string>& known) {
    const std::string letters = folded(word);
    for (const OtherWord& other : other_words)
        if (letters == other.word && std::ranges::find(known, other.among) != known.end()) return &other;
    return nullptr;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
    const std::size_t columns = b.size() + 1;
    std::vector<int> table((a.size() + 1) * columns);
    const auto at = [&](std::size_t i, std::size_t j) -> int& { return table[i * columns + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = static_cast<int>(i);
    for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    return at(a.size(), b.size());
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
    constexpr std::size_t longest = 64;
    if (word.size() > longest) return {};
    if (const OtherWord* other = other_word(word, known)) return other->among;
    const std::string wanted = folded(word);
    std::string best;
    int best_distance = static_cast<int>(longest);
    for (const std::string& candidate : known) {
        const std::string letters = folded(candidate);
        // Writing only a part of a name, "tolerance" for "error_tolerance", is as likely as a slip of two letters.
        const bool part = wanted.size() >= 3 && letters.find(wanted) != letters.npos;
        const int distance = part ? std::min(2, edit_distance(wanted, letters)) : edit_distance(wanted, letters);
        const int allowed = std::max(1, static_cast<int>(std::max(wanted.size(), letters.size())) / 3);
        const bool shares_letters = distance < static_cast<int>(std::max(wanted.size(), letters.size()));
        if ((part || (distance <= allowed && shares_letters)) && distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    if (const OtherWord* other = word.size() < 64 ? other_word(word, known) : nullptr; other && *other->here)
        return std::string("; did you mean ") + other->here + "?";
    const std::string nearest = nearest_word(word, known);
    return nearest.empty() ? std::string(".") : "; did you mean \"" + nearest + "\"?";
}

}  // namespace talweg
