/// In which order elements are summed, so that the result is bitwise the same for any number of threads.
///
/// Elements are cut into chunks of fixed size, and chunks are coloured so that two of one colour share no point and no
/// node. Colours follow one another; within one, chunks run in parallel; within a chunk, elements run in order. Every
/// sum is thus taken in one fixed order, with neither atomics nor private copies.
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

inline constexpr int chunk_size = 512;

struct Schedule {
    struct Chunk {
        int begin, end;  // elements
    };
    std::vector<Chunk> chunks;       // sorted by colour
    std::vector<int> colour_begins;  // first chunk of each colour, and the end

    Schedule(const Model& model, const Term& term, int elements_per_chunk = chunk_size);
};

}  // namespace talweg
