#include "talweg/geometry/read/vtu.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/read/volume_writers.hpp"
#include "geometry/test_files.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg::read::vtu_test {
namespace {

using testing::contains;
using testing::VtuStyle;

Mesh vtu(const std::string& bytes) { return read_vtu({"m.vtu", bytes}); }
std::string vtu_error(const std::string& bytes) {
    return testing::error_of([&] { vtu(bytes); });
}

std::vector<VtuStyle> every_style() {
    std::vector<VtuStyle> styles{{}};
    for (const char* format : {"binary", "appended"})
        for (const bool base64 : {false, true})
            for (const bool compressed : {false, true})
                for (const bool big : {false, true})
                    for (const bool wide : {false, true}) styles.push_back({format, base64, compressed, big, wide});
    return styles;
}

TEST(Vtu, RoundTripIsExactInEveryEncoding) {
    const Mesh mesh = testing::sample_solid();
    for (const VtuStyle& style : every_style()) {
        const Mesh read = vtu(testing::write_vtu(mesh, style));
        EXPECT_EQ(read.points, mesh.points);
        EXPECT_EQ(read.tets, mesh.tets);
    }
}

std::string piece(const std::string& cells) {
    return "<Piece NumberOfPoints=\"3\"><Points><DataArray type=\"Float32\" format=\"ascii\">0 0 0 1 0 0 0 1 "
           "0</DataArray>"
           "</Points>" +
           cells + "</Piece>";
}
const std::string polys =
    "<Polys><DataArray Name=\"connectivity\" type=\"Int32\" format=\"ascii\">0 1 2</DataArray>"
    "<DataArray Name=\"offsets\" type=\"Int32\" format=\"ascii\">3</DataArray></Polys>";

TEST(Vtu, PiecesOfPolyDataAreJoined) {
    const testing::TemporaryFolder folder;
    const Mesh mesh =
        read_mesh(folder.write("a.vtp", "<VTKFile type=\"PolyData\"><PolyData>" + piece(polys) + piece(polys) +
                                            "<Piece NumberOfPoints=\"0\"/></PolyData></VTKFile>"));
    EXPECT_EQ(mesh.points.size(), 6u);
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {3, 4, 5}}));
}

TEST(Vtu, SaysWhereAndWhatIsWrong) {
    const std::string open = "<VTKFile type=\"PolyData\">\n";
    EXPECT_TRUE(contains(vtu_error("hello"), "there is no <VTKFile>"));
    EXPECT_TRUE(contains(vtu_error("<VTKFile type=\"ImageData\">"),
                         "m.vtu:1: a VTK file of type 'ImageData' is not supported"));
    EXPECT_TRUE(
        contains(vtu_error("<VTKFile type=\"PolyData\" compressor=\"vtkLZ4DataCompressor\">"), "save with zlib"));
    EXPECT_TRUE(contains(vtu_error(open + "<Piece NumberOfPoints=\"-1\">"), "m.vtu:2: NumberOfPoints must be"));
    EXPECT_TRUE(contains(vtu_error(open + "<Piece NumberOfPoints=\"2\">"), "no <Points>"));
    EXPECT_TRUE(contains(vtu_error(open + "<Piece NumberOfPoints=2>"), "an attribute must read"));
    EXPECT_TRUE(contains(vtu_error(open + "<Piece "), "a tag does not end"));
    EXPECT_TRUE(contains(vtu_error(open + piece("<Polys><DataArray Name=\"offsets\">3</DataArray></Polys>")),
                         "<Polys> has no array \"connectivity\""));
    std::string wrong = open + piece(polys);
    wrong.replace(wrong.find("0 1 2<"), 6, "0 1 3<");
    EXPECT_TRUE(contains(vtu_error(wrong), "cell 0 names point 3, but there are only 3"));
    const std::string array = "<Points><DataArray type=\"Float64\" ";
    EXPECT_TRUE(
        contains(vtu_error(open + "<Piece NumberOfPoints=\"1\">\n" + array + "format=\"ascii\">0 nan 0</DataArray>"),
                 "m.vtu:3: a finite number"));
    EXPECT_TRUE(contains(vtu_error(open + "<Piece NumberOfPoints=\"1\">" + array + "format=\"ascii\">0 0</DataArray>"),
                         "3 × 1 coordinates, but there are 2"));
    EXPECT_TRUE(
        contains(vtu_error(open + "<Piece NumberOfPoints=\"1\">" + array + "format=\"appended\" offset=\"5\"/>"),
                 "outside of the appended data"));
    EXPECT_TRUE(contains(
        vtu_error(open + "<Piece NumberOfPoints=\"1\">" + array + "format=\"binary\">////////////</DataArray>"),
        "cut off or damaged"));
}

TEST(Vtu, RefusesBlocksThatClaimMoreThanZlibCanHold) {
    // One block of 4 GB, "compressed" to 16 bytes.
    testing::ByteWriter raw;
    for (const std::uint32_t v : {1u, 0xffffffffu, 0u, 16u}) raw.put(v);
    raw.text(std::string(16, 'x'));
    EXPECT_TRUE(contains(
        vtu_error("<VTKFile type=\"PolyData\" compressor=\"vtkZLibDataCompressor\"><Piece NumberOfPoints=\"1\">"
                  "<Points><DataArray type=\"Float64\" format=\"binary\">" +
                  testing::encode_base64(raw.bytes) + "</DataArray>"),
        "cut off or damaged"));
}

TEST(Vtu, SurvivesDamage) {
    int number = 0;
    for (const VtuStyle& style : every_style())
        if (number++ % 3 == 0) testing::fuzz(testing::write_vtu(testing::sample_solid(), style), 500, vtu);
}

}  // namespace
}  // namespace talweg::read::vtu_test
