/// topology.json: what belongs to which body and how its points are joined. Written once; frames only move the points.
///
///     { "bodies": [ { "name", "first_point", "point_count", "dimension", "mass",
///                     "edges": [[i, j]…], "triangles": [[i, j, k]…], "tets": [[i, j, k, l]…], "held": [i…],
///                     "radius" of loose points, where contact gives them one } … ],
///       "sewn": [[p, q]…],
///       "joints": [ { "name", "type", "dots": [place…], "lines": [[place, place]…] } … ] }
///
/// A place of a joint, to be drawn, is { "points": [i…], "weights": [w…] }, which goes with the points, or
/// { "at": [x, y, z] } in the world.
///
/// Indices in the file count from the body's first point; in memory (Body), in joints, and in pairs that connections
/// have sewn together or that lie nearer than twice the thickness along a body at rest, they count over the whole run.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "talweg/model/joint_mark.hpp"
#include "talweg/model/model.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// The text of the file.
std::string topology_text(std::span<const Body> bodies, const SewnPairs& sewn = {},
                          std::span<const JointMark> joints = {});

/// The text without the tets of bodies whose triangles are there to be drawn: two thirds of a fine solid.
std::string drawn_topology(const std::string& text);

void write_topology(const std::filesystem::path& path, std::span<const Body> bodies, const SewnPairs& sewn = {},
                    std::span<const JointMark> joints = {});
/// Throws Error unless bodies follow one another and every index is one of a point of its body.
std::vector<Body> read_topology(const std::filesystem::path& path);
/// The same, held against the positions that the run has recorded.
std::vector<Body> read_bodies(const RunDirectory& run);
/// Pairs of the run's points that contact does not keep apart; none in runs without connections or thick bodies.
SewnPairs read_sewn_pairs(const std::filesystem::path& path, int points);
/// What is drawn of joints; none in runs that were recorded before it was told.
std::vector<JointMark> read_joint_marks(const std::filesystem::path& path, int points);

}  // namespace talweg
