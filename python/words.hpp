/// What the library tells its users, in the words of Python instead of the command line's.
#pragma once
#include <string>

namespace talweg::python {

/// `--set bodies[0].density=-1: …` becomes `set("bodies[0].density", -1): …`, `--overwrite` becomes `overwrite=True`.
std::string in_python(std::string message);

}  // namespace talweg::python
