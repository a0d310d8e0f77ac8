/// Damaged scene files, thousands of them from a fixed seed: the reader must answer each with a Scene or an Error, and
/// soon. Small scenes that it takes are also built.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "support/sample_scene.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/to_json.hpp"
#include "talweg/scene/text/print_json.hpp"

namespace talweg::read_scene_fuzz_test {
namespace {

using Random = std::mt19937;

std::size_t pick(Random& random, std::size_t size) { return size == 0 ? 0 : random() % size; }

/// Where words, numbers and punctuation of the text begin and end.
std::vector<std::pair<std::size_t, std::size_t>> tokens(const std::string& text) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
    };
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (is_word(text[i]))
            while (end < text.size() && is_word(text[end])) ++end;
        if (!std::isspace(static_cast<unsigned char>(text[i]))) found.emplace_back(i, end);
        i = end;
    }
    return found;
}

void damage(std::string& text, Random& random) {
    static const std::vector<std::string> odd = {"NaN",
                                                 "Infinity",
                                                 "-1e999",
                                                 "1e999",
                                                 "1e308",
                                                 "-1e308",
                                                 "5e-324",
                                                 "1e-999",
                                                 "99999999999999999999",
                                                 "-1",
                                                 "0",
                                                 "1e9",
                                                 "2147483648",
                                                 "null",
                                                 "true",
                                                 "\"\"",
                                                 "{}",
                                                 "[]",
                                                 "\"\\ud800\"",
                                                 "\"\\",
                                                 "/*",
                                                 "//",
                                                 "\xff",
                                                 "'x'",
                                                 "\"type\"",
                                                 std::string(10000, '['),
                                                 std::string(10000, '{'),
                                                 std::string(5000, '9'),
                                                 "\xEF\xBB\xBF",
                                                 std::string(1, '\0')};
    const auto list = tokens(text);
    if (list.empty()) return;
    const auto [begin, end] = list[pick(random, list.size())];
    const std::string token = text.substr(begin, end - begin);
    switch (random() % 8) {
        case 0:
            text[pick(random, text.size())] ^= static_cast<char>(1 << random() % 8);
            break;
        case 1:
            text.erase(begin, end - begin);
            break;
        case 2:
            text.insert(begin, token + (random() % 2 ? " " : ""));
            break;
        case 3:
            text.replace(begin, end - begin, odd[pick(random, odd.size())]);
            break;
        case 4:
            text.resize(pick(random, text.size()));
            break;
        case 5: {
            const auto [other, other_end] = list[pick(random, list.size())];
            text.replace(begin, end - begin, text.substr(other, other_end - other));
            break;
        }
        default: {  // another number in place of one: damage that syntax does not show
            static const std::vector<std::string> numbers = {"0",   "1",    "-1",  "2",     "7",
                                                             "0.3", "1e-9", "1e6", "1e300", "100"};
            const std::size_t digit = text.find_first_of("0123456789", begin);
            if (digit == text.npos) return;
            const std::size_t after = text.find_first_not_of("0123456789.eE+-", digit);
            text.replace(digit, after - digit, numbers[pick(random, numbers.size())]);
        }
    }
}

/// About how many points the shapes made in place would have; those from files and surfaces count as one.
double point_estimate(const Scene& scene) {
    double points = 0.0;
    for (const BodySpec& body : scene.bodies)
        std::visit(
            [&](const auto& shape) {
                double made = 1.0;
                shape.fields(shape, [&]<class Field>(const char*, const Field& field) {
                    if constexpr (std::is_same_v<Field, int>) made *= field + 1.0;
                    if constexpr (requires { std::tuple_size<Field>::value; })
                        for (const int n : field) made *= n + 1.0;
                });
                points += made;
            },
            body.shape.kind);
    return points;
}

enum class Answer { refused, read, built };

Answer answer(const std::string& text) {
    Answer result = Answer::refused;
    try {
        const Scene scene = parse_scene(text, "fuzz.json");
        result = Answer::read;
        EXPECT_EQ(scene, parse_scene(print_json(to_json(scene)), "again.json"));
        if (point_estimate(scene) < 1e4) build_model(scene), result = Answer::built;
    } catch (const Error& error) {
        EXPECT_FALSE(std::string(error.what()).empty());
    }
    return result;
}

TEST(ReadSceneFuzz, DamagedTextsAreReadOrRefused) {
#ifdef TALWEG_SANITIZED
    constexpr int rounds = 1500;
#else
    constexpr int rounds = 6000;
#endif
    Random random(7);
    std::vector<int> count(3);
    for (int i = 0; i < rounds; ++i) {
        std::string text = i % 3 ? testing::full_scene : testing::small_scene;
        for (unsigned n = 1 + random() % 3; n > 0; --n) damage(text, random);
        const auto begin = std::chrono::steady_clock::now();
        try {
            ++count[static_cast<int>(answer(text))];
        } catch (const std::exception& other) {
            FAIL() << other.what() << "\n" << text;
        }
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        ASSERT_LT(taken.count(), 5.0) << text;
    }
    EXPECT_GT(count[0], rounds / 4);
    EXPECT_GT(count[1] + count[2], rounds / 50) << "some damage is harmless, or nothing behind the parser is tested";
    EXPECT_GT(count[2], 0);
}

TEST(ReadSceneFuzz, RandomBytesAreRefused) {
    Random random(11);
    for (int i = 0; i < 500; ++i) {
        std::string bytes(random() % 300, ' ');
        for (char& c : bytes) c = static_cast<char>(random());
        EXPECT_EQ(answer(bytes), Answer::refused);
    }
}

TEST(ReadSceneFuzz, SettingsMayBeAnything) {
    Random random(13);
    for (int i = 0; i < 2000; ++i) {
        std::string setting = "bodies[0].energies[1].stiffness=2e4";
        for (unsigned n = 1 + random() % 3; n > 0; --n) damage(setting, random);
        try {
            parse_scene(testing::full_scene, "fuzz.json", ".", {setting});
        } catch (const Error&) {
        } catch (const std::exception& other) {
            FAIL() << other.what() << "\n" << setting;
        }
    }
}

TEST(ReadSceneFuzz, LargeFilesAreReadInTime) {
    std::string indices = "0";
    for (int i = 1; i < 200000; ++i) indices += "," + std::to_string(i % 25);
    const std::string text =
        testing::with(testing::small_scene, "\"density\": 1000",
                      "\"density\": 1000, \"hold\": [ { \"select\": { \"indices\": [" + indices + "] } } ]");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(answer(text), Answer::read) << "all points are held";
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(taken.count(), 20.0);
}

}  // namespace
}  // namespace talweg::read_scene_fuzz_test
