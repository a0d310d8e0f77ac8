/// What does contact cost, phase by phase, how does that grow, and what memory does it take?
///
///     contact [cloth [repetitions, default 5] | mat | boxes [largest number, default 1000] | memory]
///
/// Ratios are taken within one run; where nothing else is said, times are of the processor and of one thread, so that
/// a busy machine disturbs less.
#include <cstdlib>
#include <string>

#include "contact/boxes.hpp"
#include "contact/cloth.hpp"
#include "contact/mat.hpp"
#include "contact/memory.hpp"
#include "talweg/math/available_memory.hpp"

int main(int argc, char** argv) {
    talweg::keep_freed_memory();  // as the program does
    const std::string part = argc > 1 ? argv[1] : "all";
    const int number = argc > 2 ? std::atoi(argv[2]) : 0;
    const auto wanted = [&](const char* name) { return part == "all" || part == name; };
    if (wanted("cloth")) talweg::cloth(number > 0 ? number : 5);
    if (wanted("memory")) talweg::memory();
    if (wanted("boxes")) talweg::boxes(number > 0 ? number : 1000, 3);
    if (wanted("mat")) talweg::mat(16, 20, 3);
}
