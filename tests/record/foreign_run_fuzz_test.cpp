/// Files of a run directory, damaged at random, one at a time, and given to all that reads them: each reader ends, with
/// a result or a std::exception. Under the sanitizers nothing is read or written beside its place, and no allocation is
/// out of proportion. 200 files; 20,000 in ./test --all.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <new>
#include <random>

#include "support/recorded_run.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/render/render_run.hpp"
#include "talweg/report/report.hpp"
#include "talweg/serve/replay.hpp"

#ifdef TALWEG_SANITIZED
// The run's files are smaller than 100 kB; pictures and libraries take what they take.
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=256:detect_leaks=0"; }
#endif

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

/// A lattice ball that falls on a plane: positions, tables, series, elements, contact, riders, a checkpoint.
const char* const ball_on_ground = R"({ "time": { "step": 0.02, "frames": 3 },
  "contact": { "distance": 0.01, "friction": 0.3 },
  "record": { "elements": ["volume_ratio", "von_mises_stress"], "contact": true, "series": true },
  "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
  "bodies": [{ "name": "ball", "density": 1000,
               "shape": { "type": "solid", "mesher": "lattice", "spacing": 0.1,
                          "surface": { "type": "sphere", "radius": 0.1, "divisions": 1 } },
               "place": { "translate": [0, 0.108, 0] },
               "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] }] })";

class ForeignRunFuzz : public ::testing::TestWithParam<int> {
protected:
    static constexpr int shards = 8;
    testing::RecordedRun made{ball_on_ground};
    const Scene longer = one_frame_more(made.scene);
    const World world = build_model(longer);
    Random random{static_cast<std::uint64_t>(GetParam()) + 1};

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

    /// Whatever a reader throws is a std::exception, or the test ends here. Memory that no file of this size could need
    /// is refused (limit_memory; the sanitizer has a limit of its own), and then it is no excuse.
    template <class Reader>
    void attempt(const Reader& reader) {
        try {
            reader();
        } catch (const std::bad_alloc&) {
            ADD_FAILURE() << "asked for memory out of all proportion to the files";
        } catch (const std::exception&) {
        }
    }

    void read_all(const RunDirectory& run) {
        attempt([&] {
            Replay replay(run);
            replay.hello();
            replay.status();
            std::uint64_t cursor = 0;
            for (int i = 0; i < 5; ++i) replay.next_frame(1, cursor);
            for (const char* asked :
                 {"/recorded?contact=1&from=0", "/recorded?field=0&from=1", "/recorded?field=3&from=0"})
                replay.recorded(asked);
        });
        attempt([&] { write_report(run); });
        attempt([&] {
            RenderSettings settings;
            settings.picture.size = {48, 32};
            settings.picture.samples = 1;
            settings.into = run.path / "picture.png";
            render_run(run.path, settings);
        });
        for (const ExportFormat& format : export_formats())
            attempt([&] {
                ExportSettings settings;
                settings.format = format.name;
                settings.into = run.path / "exported" / format.name;
                export_run(run.path, settings);
            });
        attempt([&] { verify_run(run.path); });
        attempt([&] {
            SimulationOptions options;
            options.threads = 1;
            simulate(longer, world, RunClaim(run.path, RunMode::resume), options);
        });
    }
};

TEST_P(ForeignRunFuzz, EveryReaderEnds) {
    limit_memory();
    const int files_per_shard = std::getenv("TALWEG_ALL") ? 20'000 / shards : 200 / shards;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(made.run().path))
        if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), made.run().path));
    std::sort(files.begin(), files.end());
    ASSERT_GE(files.size(), 8u);
    TemporaryDirectory place;
    for (int round = 0; round < files_per_shard; ++round) {
        const RunDirectory run{place / "run"};
        fs::remove_all(run.path);
        fs::copy(made.run().path, run.path, fs::copy_options::recursive);
        const fs::path file = run.path / files[below(files.size())];
        std::string bytes = read_whole_file(file);
        damage(bytes);
        replace_file(file, std::string_view(bytes));
        SCOPED_TRACE(fmt::format("round {} of shard {}: {}", round, GetParam(), file.filename().string()));
        read_all(run);
    }
}

INSTANTIATE_TEST_SUITE_P(Shard, ForeignRunFuzz, ::testing::Range(0, 8));

}  // namespace
}  // namespace talweg::foreign_run_fuzz_test
