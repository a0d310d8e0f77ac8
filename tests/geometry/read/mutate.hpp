/// Damages the bytes of a file at random but repeatably, for readers that must survive it.
#pragma once
#include <array>
#include <random>
#include <string>

namespace talweg::testing {

inline std::string mutate(std::string bytes, std::mt19937& random) {
    const auto below = [&](std::size_t n) { return std::size_t(random()) % n; };
    const std::size_t edits = 1 + below(4);
    for (std::size_t e = 0; e < edits && !bytes.empty(); ++e) {
        const std::size_t at = below(bytes.size());
        switch (below(8)) {
            case 0:
                bytes[at] = char(random());
                break;
            case 1:
                bytes[at] = char(bytes[at] ^ (1 << below(8)));
                break;
            case 2:
                bytes.resize(at);
                break;
            case 3:
                bytes.erase(at, 1 + below(8));
                break;
            case 4:
                bytes.insert(at, bytes.substr(below(bytes.size()), below(40)));
                break;
            case 5: {
                constexpr std::array<const char*, 10> nasty{
                    "-1", "4294967295", "99999999999999999999", "nan", "-inf", "1e999", "0", "2147483647", "\"", "<"};
                bytes.replace(at, std::min(bytes.size() - at, below(3)), nasty[below(nasty.size())]);
                break;
            }
            case 6: {
                // Digits are where counts and indices live.
                const std::size_t digit = bytes.find_first_of("0123456789", at);
                if (digit != std::string::npos) bytes[digit] = char('0' + below(10));
                break;
            }
            default: {
                const std::array<unsigned char, 4> extreme{0x00, 0x7f, 0x80, 0xff};
                const char fill = char(extreme[below(4)]);
                for (std::size_t i = at; i < std::min(bytes.size(), at + 4); ++i) bytes[i] = fill;
            }
        }
    }
    return bytes;
}

}  // namespace talweg::testing
