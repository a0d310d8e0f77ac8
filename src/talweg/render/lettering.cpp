#include "talweg/render/lettering.hpp"

#include <optional>

namespace talweg {

namespace {

/// Pairs of coordinates joined by strokes, x then y, one character each (0 … 9, a … c for 10 … 12); a bar lifts the
/// pen. The base line is at 3, small letters reach 9, capitals and digits 12.
struct Glyph {
    char character;
    int width;
    std::string_view strokes;
};

constexpr int descent = 3, capital = 9, letter_gap = 3, blank = 4;

constexpr Glyph glyphs[] = {
    {'0', 6, "23 43 55 65 6a 5b 4c 2c 1b 0a 05 14 23"},
    {'1', 4, "0a 3c 33"},
    {'2', 6, "0a 1b 2c 4c 5b 6a 69 03 63"},
    {'3', 6, "0b 1c 4c 5b 6a 69 58 48 28|48 57 66 65 54 43 13 04"},
    {'4', 6, "43 4c 06 66"},
    {'5', 6, "6c 0c 08 48 57 66 65 54 43 13 04"},
    {'6', 6, "5c 3c 1a 07 05 14 23 43 54 65 66 57 48 28 17 06"},
    {'7', 6, "0c 6c 23"},
    {'8', 6, "28 19 0a 1b 2c 4c 5b 6a 59 48 28 17 06 05 14 23 43 54 65 66 57 48"},
    {'9', 6, "13 33 55 68 6a 5b 4c 2c 1b 0a 09 18 27 47 58 69"},
    {'.', 1, "03 04"},
    {'-', 4, "07 47"},
    {'+', 4, "07 47|25 29"},
    {'=', 5, "06 56|09 59"},
    {'/', 4, "02 4c"},
    {'e', 6, "06 66 67 58 49 29 18 07 05 14 23 43 54"},
    {'s', 5, "58 49 19 08 07 16 46 55 54 43 13 04"},
    {'m', 8, "03 09|07 19 29 38 43|47 59 69 78 83"},
    {'t', 4, "2b 25 33 43|09 49"},
    {'p', 6, "00 09|07 29 49 58 67 65 54 43 23 05"},
    {'a', 6, "63 69|67 49 29 18 07 05 14 23 43 65"},
    {'J', 5, "5c 55 44 33 23 14 05"},
    {'N', 6, "03 0c 63 6c"},
    {'P', 6, "03 0c 4c 5b 6a 69 58 47 07"},
    {'k', 5, "0c 03|59 06|27 53"},
    {'n', 6, "03 09|07 29 49 58 67 63"},
    {'u', 6, "09 05 14 23 43 65|69 63"},
    {'M', 8, "03 0c 46 8c 83"},
    {'G', 6, "6a 5b 4c 2c 1b 0a 05 14 23 53 64 67 37"},
    {'g', 6, "69 61 50 20 11|67 49 29 18 07 05 14 23 43 65"},
    {'d', 6, "6c 63|67 49 29 18 07 05 14 23 43 65"},
};

const Glyph* find_glyph(char character) {
    for (const Glyph& glyph : glyphs)
        if (glyph.character == character) return &glyph;
    return nullptr;
}

double coordinate(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

}  // namespace

double text_width(std::string_view text, double height) {
    double width = 0;
    for (const char character : text) {
        const Glyph* glyph = find_glyph(character);
        width += glyph ? glyph->width + letter_gap : blank;
    }
    return width * height / capital;
}

void add_text(Layer& layer, std::string_view text, const Vec2& place, double height, const Rgb& colour) {
    const double unit = height / capital;
    double left = place[0];
    for (const char character : text) {
        const Glyph* glyph = find_glyph(character);
        std::optional<Vec2> pen;
        for (std::size_t i = 0; glyph && i + 1 < glyph->strokes.size(); i += 3) {
            const Vec2 next{left + unit * coordinate(glyph->strokes[i]),
                            place[1] - unit * (coordinate(glyph->strokes[i + 1]) - descent)};
            if (pen) layer.shapes.push_back(line(*pen, next, 0.14 * height, colour, colour));
            pen = next;
            if (i + 2 < glyph->strokes.size() && glyph->strokes[i + 2] == '|') pen.reset();
        }
        left += unit * (glyph ? glyph->width + letter_gap : blank);
    }
}

}  // namespace talweg
