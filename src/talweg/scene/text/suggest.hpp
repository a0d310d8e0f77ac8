/// "did you mean": the known word nearest to a misspelt one, or the word for it here if other programs call it so.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace talweg {

/// Letters to insert, delete, replace or swap with their neighbour to turn a into b (optimal string alignment).
int edit_distance(std::string_view a, std::string_view b);

/// The known word that another one stands for, or nearest to a misspelt one; "" if none is.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// The end of a sentence about an unknown word: `; did you mean "stiffness"?` if a known word is near, otherwise `.`
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace talweg
