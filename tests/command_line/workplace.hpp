/// A directory with a scene in it, and the questions that tests of the command line ask about runs.
#pragma once
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_line/process.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// A square net hanging from two corners, swinging for a long time.
inline std::string net_scene(int cells, int frames) {
    return fmt::format(R"({{
    "title": "Net", "planar": true,
    "time": {{"step": 0.002, "frames": {1}}},
    "bodies": [{{"name": "net", "shape": {{"type": "grid", "size": [1, 1], "cells": [{0}, {0}]}}, "density": 10,
                "start": {{"stretch": [1.3, 1, 1]}}, "energies": [{{"type": "spring", "stiffness": 1e3}}],
                "hold": [{{"select": {{"box": {{"min": [-0.5, 0.5, 0], "max": [-0.5, 0.5, 0]}}}}}}]}}],
    "expect": [{{"measure": "position", "frame": 0, "body": "net", "point": 0, "axis": "y", "value": -0.5}}]
}})",
                       cells, frames);
}

class Workplace : public testing::Test {
protected:
    TemporaryDirectory directory;

    void write_scene(const std::string& name, const std::string& text) const { replace_file(directory / name, text); }
    ProcessResult run(const Process::Words& arguments, const std::function<void()>& before = {}) const {
        return talweg_in(directory.path(), arguments, before);
    }
    RunDirectory at(const std::string& name) const { return {directory / name}; }

    /// Frames that a reader sees now; 0 while there is no recording.
    std::uint64_t frames(const std::string& name) const {
        try {
            return FrameReader(at(name).positions()).frames();
        } catch (const Error&) {
            return 0;
        }
    }

    /// Every file and its content.
    std::map<std::string, std::string> contents(const std::string& name) const {
        std::map<std::string, std::string> found;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(directory / name))
            if (entry.is_regular_file()) found[entry.path().string()] = read_whole_file(entry.path());
        return found;
    }

    /// Bitwise the same motion, and the same table but for wall times.
    void expect_same_run(const std::string& a, const std::string& b) const {
        EXPECT_TRUE(read_whole_file(at(a).positions()) == read_whole_file(at(b).positions()));
        EXPECT_TRUE(read_whole_file(at(a).newton()) == read_whole_file(at(b).newton()));
        CsvTable first = read_csv(at(a).steps()), second = read_csv(at(b).steps());
        for (CsvTable* table : {&first, &second}) {
            const int wall = table->find("wall_ms");
            for (auto& row : table->rows) row.erase(row.begin() + wall);
        }
        EXPECT_TRUE(first.rows == second.rows);
    }
};

}  // namespace talweg
