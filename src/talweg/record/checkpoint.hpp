/// checkpoint.bin: from here a run goes on bitwise. The exact state, and how long every other file of the run directory
/// was at that step, so that whatever was written later is cut off and computed again.
///
/// Layout, little-endian: "talwegcp", format version (u32), size of the mark (u32), the mark, sizes of the state and of
/// the solver's memory (u64), these two, digest of all that (u64).
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "talweg/state/state.hpp"

namespace talweg {

/// What a run has seen and cost so far, carried through interruptions. Seconds are wall time.
struct RunTotals {
    std::uint64_t newton_iterations = 0;
    std::uint64_t divided_steps = 0;    // that had to be taken in parts
    std::uint64_t steps_at_floor = 0;   // whose descent rounding ended short of the tolerance
    std::uint64_t slowed_steps = 0;     // in which scripts fell behind
    std::uint64_t unsettled_steps = 0;  // whose friction had not settled when it was given up
    double largest_residual = 0;        // m/s: moves that were left at the end of a step
    // Forces left to settle, over what is allowed; balance, m/s; fall, m/s or, without inertia, over what is allowed.
    double largest_force_error = 0, largest_imbalance = 0, largest_fall = 0;
    double seconds = 0, assembly = 0, solve = 0, line_search = 0, contact = 0, record = 0;
};

/// How far the run directory had come.
struct RunMark {
    std::uint64_t scene_digest = 0;
    std::uint64_t step = 0, frames = 0;
    std::uint64_t steps_csv_bytes = 0, newton_csv_bytes = 0, contacts_csv_bytes = 0;
    std::uint64_t series_rows = 0;
    RunTotals totals;
};

struct Checkpoint {
    RunMark mark;
    std::vector<std::byte> state;
    std::vector<std::byte> solver;  // its memory of earlier systems
};

/// Written beside `path` and renamed: there is always one whole checkpoint. `sync` waits for the disk.
void write_checkpoint(const std::filesystem::path& path, const RunMark& mark, std::span<const std::byte> state,
                      std::span<const std::byte> solver, bool sync);

/// Throws when the file is damaged or of another format version.
Checkpoint read_checkpoint(const std::filesystem::path& path);

/// The same bytes in memory; `name` is what messages call them.
std::vector<std::byte> checkpoint_bytes(const RunMark& mark, std::span<const std::byte> state,
                                        std::span<const std::byte> solver);
Checkpoint parse_checkpoint(std::span<const std::byte> bytes, const std::string& name);

/// Its state; throws Error if that is of a model with another number of nodes.
State restore_of(const Checkpoint& checkpoint, const Model& model);

}  // namespace talweg
