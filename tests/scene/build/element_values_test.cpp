#include "talweg/scene/build/element_values.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/sample_scene.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/scene/text/read_numbers.hpp"

namespace talweg::element_values_test {
namespace {

using ::testing::HasSubstr;

const TemporaryDirectory own;  // tests run side by side
const std::filesystem::path& folder = own.path();

std::filesystem::path file_with(const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return folder / name;
}

std::string npy(const std::string& dictionary, const std::string& data) {
    std::string header = dictionary + std::string(118 - dictionary.size() - 1, ' ') + "\n";
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + data;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string complaint(const std::function<void()>& what) {
    try {
        what();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

/// Two unit cubes side by side along x, of five tets each, stretched by 10 % along x.
std::string two_cubes(const std::string& modulus) {
    return R"({ "time": { "step": 0.01 }, "gravity": [0, 0, 0], "bodies": [ { "name": "it", "density": 1,
        "shape": { "type": "box", "size": [2, 1, 1], "cells": [2, 1, 1] }, "start": { "stretch": [1.1, 1, 1] },
        "energies": [ { "type": "arap", "youngs_modulus": )" +
           modulus + " } ] } ] }";
}

double energy(const std::string& modulus) {
    testing::SceneRun run(parse_scene(two_cubes(modulus), "scene.json", folder));
    const Positions x = run.x();
    return run.model().terms[0]->energy({x.data(), x.data(), 1.0}, 0, 10);
}

std::string trouble(const std::string& modulus) {
    return complaint([&] { build_model(parse_scene(two_cubes(modulus), "scene.json", folder)); });
}

TEST(ReadNumbers, TakesNpyAndText) {
    EXPECT_EQ(read_numbers(file_with("n.txt", "1 2.5\n-3e2\n")), (std::vector{1.0, 2.5, -300.0}));
    EXPECT_EQ(read_numbers(file_with("n8.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }",
                                                   bytes_of<double>({0.1, 7})))),
              (std::vector{0.1, 7.0}));
    EXPECT_EQ(read_numbers(file_with("n4.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
                                                   bytes_of<float>({0.5f, 7, 8})))),
              (std::vector{0.5, 7.0, 8.0}));
    EXPECT_EQ(read_numbers(file_with("i4.npy", npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 1), }",
                                                   bytes_of<std::int32_t>({5, -7})))),
              (std::vector{5.0, -7.0}));
}

TEST(ReadNumbers, SaysWhatIsWrong) {
    const auto of = [](const std::string& bytes) {
        const auto file = file_with("bad.npy", bytes);
        return complaint([&] { read_numbers(file); });
    };
    EXPECT_THAT(of("1 two"), HasSubstr("bad.npy:1: what stands here must be a number, found"));
    EXPECT_THAT(of(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", "")), HasSubstr("astype(float)"));
    EXPECT_THAT(of(npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", "")), HasSubstr("Fortran"));
    EXPECT_THAT(of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (9,), }", "12345678")), HasSubstr("cut off"));
    EXPECT_THAT(of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", bytes_of<double>({1.0 / 0.0}))),
                HasSubstr("infinite"));
    EXPECT_THAT(of("\x93NUMPY"), HasSubstr("not in NumPy's format"));
}

TEST(ElementValues, ASelectionHardensAPart) {
    // ARAP: Ψ = E/2 · 0.1² in 1 m³ per cube.
    EXPECT_NEAR(energy("1000"), 2 * 5.0, 1e-9);
    const std::string right = R"({ "plane": { "point": [0, 0, 0], "normal": [1, 0, 0] } })";
    EXPECT_NEAR(energy(R"({ "value": 1000, "where": [ { "select": )" + right + R"(, "value": 3000 } ] })"), 5.0 + 15.0,
                1e-9);
    EXPECT_NEAR(energy(R"({ "value": 1000, "where": [ { "select": )" + right +
                       R"(, "value": 3000 }, { "select": { "all": true }, "value": 2000 } ] })"),
                20.0, 1e-9)
        << "the last part counts";
}

TEST(ElementValues, AFileHasANumberForEveryElement) {
    file_with("moduli.txt", "1 1 1 1 1000 0.5 0.5 0.5 0.5 1000");
    // The fifth tet of each cube is the middle one, a third of the cube; the others are a sixth each.
    EXPECT_NEAR(energy(R"({ "file": "moduli.txt" })"), 0.005 * (2 * 1000 / 3.0 + 4 / 6.0 + 2 / 6.0), 1e-9);
}

TEST(ElementValues, SayWhatIsWrong) {
    file_with("moduli.txt", "1 2 3");
    EXPECT_THAT(trouble(R"({ "file": "moduli.txt" })"),
                HasSubstr("has 3 numbers, but the body has 10 elements; give one number for each"));
    file_with("moduli.txt", "1 1 1 1 1 1 1 -2 1 1");
    EXPECT_THAT(trouble(R"({ "file": "moduli.txt" })"),
                HasSubstr("gives element 7 a youngs_modulus of -2 Pa, which is out of range"));
    EXPECT_THAT(trouble(R"({ "file": "not_there.npy" })"), HasSubstr("there is no such file"));
    EXPECT_THAT(trouble(R"({ "value": 1, "where": [ { "select": { "indices": [0, 1] }, "value": 2 } ] })"),
                HasSubstr("selects 2 points but no element"));
    EXPECT_THAT(trouble(R"({ "value": 1, "where": [ { "select": { "group": "nobody" }, "value": 2 } ] })"),
                HasSubstr("asks for a group \"nobody\""));
    EXPECT_THAT(trouble(R"({ "value": 1, "where": [ { "select": { "all": true }, "value": 0 } ] })"),
                HasSubstr("must be greater than 0 [Pa], but is 0"));
    EXPECT_THAT(trouble(R"({ "vale": 1 })"), HasSubstr("must have exactly one of the keys value, file"));
}

}  // namespace
}  // namespace talweg::element_values_test
