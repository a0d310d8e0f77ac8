#include "talweg/record/topology.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/temporary_directory.hpp"
#include "support/two_bodies.hpp"
#include "talweg/format/file.hpp"

namespace talweg::topology_test {
namespace {

using ::testing::HasSubstr;

TEST(Topology, reads_back_what_it_wrote) {
    const TemporaryDirectory directory;
    const auto bodies = two_bodies();
    write_topology(directory / "t.json", bodies);
    const auto back = read_topology(directory / "t.json");
    ASSERT_EQ(back.size(), bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        EXPECT_EQ(back[i].name, bodies[i].name);
        EXPECT_EQ(back[i].first_point, bodies[i].first_point);
        EXPECT_EQ(back[i].point_count, bodies[i].point_count);
        EXPECT_EQ(back[i].dimension, bodies[i].dimension);
        EXPECT_EQ(back[i].mass, bodies[i].mass);
        EXPECT_EQ(back[i].edges, bodies[i].edges);
        EXPECT_EQ(back[i].triangles, bodies[i].triangles);
        EXPECT_EQ(back[i].tets, bodies[i].tets);
        EXPECT_EQ(back[i].held, bodies[i].held);
    }
}

TEST(Topology, indices_in_the_file_count_from_the_first_point_of_the_body) {
    const TemporaryDirectory directory;
    write_topology(directory / "t.json", two_bodies());
    const auto json = nlohmann::json::parse(read_whole_file(directory / "t.json"));
    EXPECT_EQ(json["bodies"][1]["edges"], nlohmann::json::parse("[[0,1],[1,2]]"));
    EXPECT_EQ(json["bodies"][0]["held"], nlohmann::json::parse("[0,3]"));
}

TEST(Topology, to_be_drawn_has_tets_only_where_there_are_no_triangles) {
    std::vector<Body> bodies = two_bodies();
    Body solid{.name = R"(x]], "tets": [[0,1,2,3]])"};
    solid.first_point = bodies.back().first_point + bodies.back().point_count;
    solid.point_count = 5;
    const int p = solid.first_point;
    solid.tets = {{p, p + 1, p + 2, p + 3}, {p + 1, p + 2, p + 3, p + 4}};
    for (const bool with_surface : {true, false}) {
        if (with_surface) solid.triangles = {{p, p + 1, p + 2}, {p + 2, p + 3, p + 4}};
        bodies.push_back(solid);
        solid.first_point += 5;
        for (auto& tet : solid.tets)
            for (int& corner : tet) corner += 5;
        solid.triangles.clear();
    }
    auto expected = nlohmann::json::parse(topology_text(bodies));
    expected["bodies"][2]["tets"] = nlohmann::json::array();
    EXPECT_EQ(expected["bodies"][3]["tets"].size(), 2u);
    EXPECT_EQ(nlohmann::json::parse(drawn_topology(topology_text(bodies))), expected);
}

TEST(Topology, joints_are_read_back_as_they_are_drawn) {
    const TemporaryDirectory directory;
    JointMark hinge{"\"knee\"", "hinge"};
    hinge.dots = {{false, Vec3::zero(), {0, 1, 2, 4}, {0.1, 0.2, 1.0 / 3.0, -0.5}}};
    hinge.lines = {{JointMark::Place{true, {1, 2, 1e-17}, {}, {}}, hinge.dots[0]}};
    const std::vector<JointMark> joints = {hinge, {"end", "fixed"}};
    write_topology(directory / "t.json", two_bodies(), {}, joints);
    const auto back = read_joint_marks(directory / "t.json", 5);
    ASSERT_EQ(back.size(), 2u);
    EXPECT_EQ(back[0].name, hinge.name);
    EXPECT_EQ(back[0].type, "hinge");
    EXPECT_EQ(back[0].dots[0].points, hinge.dots[0].points);
    EXPECT_EQ(back[0].dots[0].weights, hinge.dots[0].weights);
    EXPECT_TRUE(back[0].lines[0][0].world);
    EXPECT_EQ(back[0].lines[0][0].at, hinge.lines[0][0].at);
    EXPECT_EQ(back[1].name, "end");
    EXPECT_EQ(read_topology(directory / "t.json").size(), 2u);
    EXPECT_THAT(error_of([&] { read_joint_marks(directory / "t.json", 4); }), HasSubstr("a joint's point is 4"));
    write_topology(directory / "t.json", two_bodies());
    EXPECT_TRUE(read_joint_marks(directory / "t.json", 5).empty()) << "of earlier runs";
}

TEST(Topology, names_a_damaged_file) {
    const TemporaryDirectory directory;
    for (const std::string_view bad : {"{", "{}", "{\"bodies\":[{}]}", "{\"bodies\":[{\"name\":3}]}"}) {
        replace_file(directory / "t.json", bad);
        EXPECT_THAT(error_of([&] { read_topology(directory / "t.json"); }), HasSubstr("t.json is damaged"));
    }
}

TEST(Topology, plain_lists_are_held_to_their_width_and_to_the_points_of_their_body) {
    const TemporaryDirectory directory;
    const std::string head =
        R"({"bodies": [{"name": "b", "first_point": 0, "point_count": 4, "dimension": 3, "mass": 1)";
    const auto complaint = [&](const std::string& edges, const std::string& tets) {
        replace_file(directory / "t.json",
                     head + ", \"edges\": " + edges + ", \"triangles\": [], \"tets\": " + tets + ", \"held\": []}]}");
        return error_of([&] { read_topology(directory / "t.json"); });
    };
    EXPECT_EQ(complaint("[[0,1],[2,3]]", "[[0,1,2,3]]"), "");
    EXPECT_THAT(complaint("[[0,1,2],[1,2,3]]", "[]"), HasSubstr("one of the edges has not 2 points"));
    EXPECT_THAT(complaint("[[0,1]]", "[[0,1,2]]"), HasSubstr("one of the tets has not 4 points"));
    EXPECT_THAT(complaint("[[0,1],[2,4]]", "[]"), HasSubstr("the edges is 4, which is not from 0 to 3"));
    EXPECT_THAT(complaint("[[0,-1]]", "[]"), HasSubstr("the edges is -1, which is not from 0 to 3"));
}

}  // namespace
}  // namespace talweg::topology_test
