#include "talweg/scene/text/read_numbers.hpp"

#include <cmath>

#include "talweg/geometry/read/npy.hpp"
#include "talweg/geometry/read/scanner.hpp"

namespace talweg {

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

}  // namespace

std::vector<double> read_numbers(const std::filesystem::path& path) {
    read::Source source = read::load_source(path);
    if (source.bytes.starts_with(npy_magic)) {
        std::vector<double> numbers = read::parse_npy(source, path.filename().string(), source.bytes).values;
        for (const double number : numbers)
            if (!std::isfinite(number)) source.fail("a number is infinite or no number at all");
        return numbers;
    }
    for (char& c : source.bytes)  // tables of spreadsheets, and numpy.savetxt(…, delimiter=",")
        if (c == ',' || c == ';') c = ' ';
    read::Scanner scanner(source);
    std::vector<double> numbers;
    while (!scanner.at_end()) numbers.push_back(scanner.number("what stands here"));
    return numbers;
}

}  // namespace talweg
