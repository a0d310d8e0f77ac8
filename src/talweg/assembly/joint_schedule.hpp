/// Several terms of a large model, stretch by stretch of its nodes: a matrix that no cache holds is then gone through
/// about once in an assembly, not once for every term and for every direction in which its elements lie.
///
/// Terms are cut into parts, as their own schedules are into chunks. All parts of a stretch are one task, in the order
/// of terms; tasks are coloured as chunks are, so that every sum has one fixed order.
#pragma once
#include "talweg/assembly/schedule.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

struct JointSchedule {
    struct Part {
        int term, index;  // the how manieth of its term
        int begin, end;   // elements
    };
    using Task = std::vector<Part>;
    std::vector<Task> tasks;         // sorted by colour, then by nodes
    std::vector<int> colour_begins;  // first task of each colour, and the end

    JointSchedule() = default;
    /// Of these terms of the model it takes those whose parts nearly all lie close together, where there are several;
    /// of a small model none.
    JointSchedule(const Model& model, const std::vector<int>& terms);

    bool holds(std::size_t term) const { return part_count(term) > 0; }
    int part_count(std::size_t term) const { return term < part_counts_.size() ? part_counts_[term] : 0; }

    /// run(part) for all of them, tasks of one colour in parallel.
    template <class Run>
    void each(const Run& run) const {
        for (std::size_t colour = 0; colour + 1 < colour_begins.size(); ++colour)
            parallel_each(colour_begins[colour], colour_begins[colour + 1], [&](int task) {
                for (const Part& part : tasks[task]) run(part);
            });
    }

private:
    void colour(const Model& model, std::vector<Task> all);

    std::vector<int> part_counts_;  // by term
};

}  // namespace talweg
