/// Files of run directories, damaged at random, one or a few at a time, and given to all that reads them: each reader
/// ends, with a result or a std::exception, and takes no memory to speak of beyond what the whole run took. Under the
/// sanitizers nothing is read or written beside its place. 200 rounds; under the sanitizers of ./test --all 20,000.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <random>

#include "support/recorded_run.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/format/digest.hpp"
#include "talweg/render/render_run.hpp"
#include "talweg/report/report.hpp"
#include "talweg/scene/build/run_start.hpp"
#include "talweg/serve/replay.hpp"

#ifdef TALWEG_SANITIZED
// For libraries that do not ask by `new`: the largest that one of them takes for a picture.
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=64:detect_leaks=0"; }
#endif

namespace {

/// Bytes that all of this program has by `new`, now and at most since the peak was last set.
std::atomic<std::int64_t> held{0}, peak{0};

void* taken(void* memory) {
    if (!memory) throw std::bad_alloc();
    const std::int64_t now = held += static_cast<std::int64_t>(malloc_usable_size(memory));
    std::int64_t before = peak;
    while (now > before && !peak.compare_exchange_weak(before, now)) continue;
    return memory;
}

void given_back(void* memory) noexcept {
    if (memory) held -= static_cast<std::int64_t>(malloc_usable_size(memory));
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return taken(std::malloc(size ? size : 1)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // sorting asks so
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new(std::size_t size, std::align_val_t align) {
    const auto unit = static_cast<std::size_t>(align);
    return taken(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void* memory) noexcept { given_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { given_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { given_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { given_back(memory); }

namespace talweg::foreign_run_fuzz_test {
namespace {

/// Less address space, for the rest of this process, than a reader without measure would take; more than many threads
/// reserve without using it.
void limit_memory() {
#ifndef TALWEG_SANITIZED
    const rlimit limit = {rlim_t(8) << 30, rlim_t(8) << 30};
    if (std::getenv("TALWEG_ALL")) setrlimit(RLIMIT_AS, &limit);
#endif
}

namespace fs = std::filesystem;
using Random = std::mt19937_64;

const char* const scenes[] = {
    // A lattice ball that falls on a plane: positions, tables, series, elements, contact, embedded.
    R"({ "time": { "step": 0.02, "frames": 3 }, "contact": { "distance": 0.01, "friction": 0.3 },
      "record": { "elements": ["volume_ratio", "von_mises_stress"], "contact": true, "series": true },
      "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
      "bodies": [{ "name": "ball", "density": 1000,
                   "shape": { "type": "solid", "mesher": "lattice", "spacing": 0.1,
                              "surface": { "type": "sphere", "radius": 0.1, "divisions": 1 } },
                   "place": { "translate": [0, 0.108, 0] },
                   "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] }] })",
    // Several bodies in joints and constraints: series of joints and reactions, sewn points, multipliers.
    R"({ "time": { "step": 0.02, "frames": 3 }, "contact": { "friction": 0.2 },
      "record": { "elements": ["cauchy_stress"], "contact": true, "series": true },
      "bodies": [
        { "name": "arm", "rigid": true, "density": 1000, "shape": { "type": "box", "size": [0.4, 0.1, 0.1],
          "cells": [1, 1, 1] }, "place": { "translate": [0.2, 0, 0] } },
        { "name": "hand", "rigid": true, "density": 1000, "shape": { "type": "box", "size": [0.4, 0.1, 0.1],
          "cells": [1, 1, 1] }, "place": { "translate": [0.7, 0, 0] } },
        { "name": "flag", "material": "cotton", "shape": { "type": "cloth", "size": [0.2, 0.1], "cells": [2, 2] },
          "place": { "translate": [0.2, 0.052, 0] } },
        { "name": "bar", "shape": { "type": "beam", "size": [0.4, 0.1, 0.1], "cells_through": 1 }, "density": 1000,
          "place": { "translate": [0, 1, 0] },
          "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }],
          "constraints": [{ "name": "mean", "type": "average", "select": { "group": "left" }, "axes": "xyz" }] }],
      "connections": [
        { "type": "hinge", "between": ["arm"], "at": [0, 0, 0], "axis": [0, 0, 1] },
        { "type": "hinge", "between": ["arm", "hand"], "at": [0.45, 0, 0], "axis": [0, 0, 1] },
        { "type": "attach", "between": ["flag", "arm"],
          "select": { "box": { "min": [-1, 0, -1], "max": [0.11, 1, 1] } } }] })",
    // Rods that remember their frames.
    R"({ "time": { "step": 0.01, "steps_per_frame": 2, "frames": 3 }, "record": { "series": true },
      "bodies": [{ "name": "rod", "density": 0.1,
          "shape": { "type": "rope", "from": [0, 0, 0], "to": [0.5, 0, 0], "segments": 6 },
          "hold": [{ "select": { "indices": [0, 1] }, "twist": "90*t" }],
          "energies": [{ "type": "hooke_spring", "stiffness": 100 },
                       { "type": "elastic_rod", "bending": 1e-4, "bending_across": 1e-4, "torsion": 1e-4,
                         "radius": 0.005, "curvature": 0, "curvature_across": 0, "twist": 0, "drawn": 0 }] },
        { "name": "ring", "material": "hair", "shape": { "type": "ring", "radius": 0.1, "segments": 8 },
          "place": { "translate": [0, 1, 0] } }] })"};
constexpr int scene_count = std::size(scenes);

class ForeignRunFuzz : public ::testing::TestWithParam<int> {
protected:
    static constexpr int shards = 9;  // each scene in a third of them
    // Beside twice the damaged files: what a run that goes on otherwise than the whole one may take in solvers.
    static constexpr std::int64_t allowance = 4 << 20;

    testing::RecordedRun made{scenes[GetParam() % scene_count]};
    const Scene longer = one_frame_more(made.scene);
    const World world = build_model(longer);
    Random random{static_cast<std::uint64_t>(GetParam()) + 1};
    std::map<std::string, std::int64_t> usual;  // bytes that each reader takes of the whole run

    static Scene one_frame_more(Scene scene) {
        ++scene.time.frames;
        return scene;
    }

    std::size_t below(std::size_t end) { return end == 0 ? 0 : random() % end; }

    void replace_a_number(std::string& bytes) {
        static const std::vector<std::string> numbers = {
            "-1",   "0",      "1",     "2147483647", "2147483648", "-2147483648", "4294967296", "18446744073709551615",
            "1e30", "1e-300", "1e999", "nan",        "0.5",        "99999999",    "null",       "\"x\""};
        const std::string_view digits = "0123456789";
        const std::size_t begin = bytes.find_first_of(digits, below(std::min<std::size_t>(bytes.size(), 100'000)));
        if (begin == bytes.npos) return;
        const std::size_t end = std::min(bytes.find_first_not_of(digits, begin), bytes.size());
        bytes.replace(begin, end - begin, numbers[below(numbers.size())]);
    }

    void damage(std::string& bytes) {
        const std::size_t begin = below(bytes.size()), length = 1 + below(40);
        switch (below(6)) {
            case 0:
                for (std::size_t change = 0; change < length / 4 && !bytes.empty(); ++change)
                    bytes[below(bytes.size())] = static_cast<char>(random());
                return;
            case 1:
                bytes.resize(begin);
                return;
            case 2:
                bytes.erase(begin, length);
                return;
            case 3:
                bytes.insert(begin, bytes.substr(below(bytes.size()), length));
                return;
            default:
                replace_a_number(bytes);
        }
    }

    /// Who changes a checkpoint on purpose signs it again.
    static void sign(std::string& checkpoint) {
        if (checkpoint.size() < sizeof(std::uint64_t)) return;
        const std::size_t size = checkpoint.size() - sizeof(std::uint64_t);
        const std::uint64_t signature = digest(std::as_bytes(std::span(checkpoint).first(size)));
        std::memcpy(checkpoint.data() + size, &signature, sizeof signature);
    }

    /// Damages one file, or in one round of four up to three; returns their bytes and says which.
    std::int64_t damage_some(const RunDirectory& run, const std::vector<fs::path>& files, std::string& which) {
        std::int64_t size = 0;
        for (std::size_t left = below(4) == 0 ? 2 + below(2) : 1; left > 0; --left) {
            const fs::path file = run.path / files[below(files.size())];
            std::string bytes = read_whole_file(file);
            damage(bytes);
            if (file == run.checkpoint() && below(4) > 0) sign(bytes);
            replace_file(file, std::string_view(bytes));
            size += static_cast<std::int64_t>(bytes.size());
            which += " " + file.filename().string();
        }
        return size;
    }

    /// Whatever a reader throws is a std::exception, or the test ends here. Memory is counted; what is refused by a
    /// limit is no excuse. `damaged` −1: the run is whole, and this is the measure for others.
    template <class Reader>
    void attempt(const std::string& name, std::int64_t damaged, const Reader& reader) {
        const std::int64_t before = held;
        peak = before;
        try {
            reader();
        } catch (const std::bad_alloc&) {
            ADD_FAILURE() << name << " asked for memory out of all proportion to the files";
        } catch (const std::exception& error) {
            EXPECT_GE(damaged, 0) << name << " of the whole run: " << error.what();
        }
        const std::int64_t took = peak - before;
        if (damaged < 0)
            usual[name] = std::max(usual[name], took);
        else
            EXPECT_LE(took, usual[name] + 2 * damaged + allowance) << name << " took " << took << " bytes";
    }

    void read_all(const RunDirectory& run, std::int64_t damaged) {
        attempt("view", damaged, [&] {
            Replay replay(run);
            replay.hello();
            replay.status();
            std::uint64_t cursor = 0;
            for (int i = 0; i < 5; ++i) replay.next_frame(1, cursor);
            for (const char* asked :
                 {"/recorded?contact=1&from=0", "/recorded?field=0&from=1", "/recorded?field=3&from=0"})
                try {
                    replay.recorded(asked);
                } catch (const Error&) {
                    // Not every run has recorded that.
                }
        });
        attempt("report", damaged, [&] { write_report(run); });
        attempt("render", damaged, [&] {
            RenderSettings settings;
            settings.picture.size = {48, 32};
            settings.picture.samples = 1;
            settings.into = run.path / "picture.png";
            render_run(run.path, settings);
        });
        for (const ExportFormat& format : export_formats())
            attempt(std::string("export ") + format.name, damaged, [&] {
                ExportSettings settings;
                settings.format = format.name;
                settings.into = run.path / "exported" / format.name;
                export_run(run.path, settings);
            });
        attempt("verify", damaged, [&] { verify_run(run.path); });
        attempt("start from", damaged, [&] {
            const Body& body = world.model.bodies[0];
            RunStartSpec start;
            start.directory = run.path;
            start.frame = -1;
            read_run_start(start, body.name, static_cast<std::size_t>(body.point_count));
        });
        attempt("resume", damaged, [&] {
            const auto begin = std::chrono::steady_clock::now();
            SimulationOptions options;
            options.threads = 1;
            options.interrupted = [&] { return std::chrono::steady_clock::now() - begin > std::chrono::seconds(2); };
            simulate(longer, world, RunClaim(run.path, RunMode::resume), options);
        });
    }
};

TEST_P(ForeignRunFuzz, EveryReaderEnds) {
    limit_memory();
#ifdef TALWEG_SANITIZED
    const bool all = std::getenv("TALWEG_ALL") != nullptr;
#else
    const bool all = false;  // what these find, the sanitizers find, and more
#endif
    const int rounds = (all ? 20'000 : 200) / shards + 1;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(made.run().path))
        if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), made.run().path));
    std::sort(files.begin(), files.end());
    ASSERT_GE(files.size(), 8u);
    TemporaryDirectory place;
    for (int round = -1; round < rounds; ++round) {
        const RunDirectory run{place / "run"};
        fs::remove_all(run.path);
        fs::copy(made.run().path, run.path, fs::copy_options::recursive);
        std::string which;
        const std::int64_t damaged = round < 0 ? -1 : damage_some(run, files, which);
        SCOPED_TRACE(fmt::format("round {} of shard {}:{}", round, GetParam(), which));
        read_all(run, damaged);
    }
}

INSTANTIATE_TEST_SUITE_P(Shard, ForeignRunFuzz, ::testing::Range(0, 9));

}  // namespace
}  // namespace talweg::foreign_run_fuzz_test
