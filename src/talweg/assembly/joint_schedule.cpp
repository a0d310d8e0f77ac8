#include "talweg/assembly/joint_schedule.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "talweg/assembly/colour_sets.hpp"

namespace talweg {

namespace {

constexpr int large = 8192;                    // nodes: matrices of fewer stay in the caches in any order
constexpr int wanted_tasks = 128;              // as long as stretches do not get too short for that
constexpr int shortest = 256, longest = 1024;  // nodes of a stretch, with blocks that fit into a core's own cache
constexpr int close_together = 8;              // stretches that a part may reach over
constexpr double few = 0.1;                    // of a term's parts may reach farther, and are tasks of their own

struct Reach {
    int first = std::numeric_limits<int>::max(), last = 0;  // nodes; none where all points are prescribed
};

Reach reach(const Model& model, const Term& term, int begin, int end) {
    Reach of_part;
    each_target(model, term, begin, end, [&](int target) {
        const int node = target - model.point_count();
        if (node < 0) return;
        of_part.first = std::min(of_part.first, node);
        of_part.last = std::max(of_part.last, node);
    });
    return of_part;
}

/// Where among elements [begin, end) the nodes jump most: lists often begin anew at the first node, direction by
/// direction.
int largest_jump(const Model& model, const Term& term, int begin, int end) {
    int place = begin, largest = 0, before = reach(model, term, begin, begin + 1).first;
    for (int e = begin + 1; e < end; ++e) {
        const int here = reach(model, term, e, e + 1).first;
        const int jump = std::abs(here - before);
        if (jump > largest) largest = jump, place = e;
        before = here;
    }
    return place;
}

}  // namespace

JointSchedule::JointSchedule(const Model& model, const std::vector<int>& terms) {
    if (model.node_count() < large) return;
    const int stretch = std::clamp(model.node_count() / wanted_tasks, shortest, longest);
    std::vector<Task> stretches(model.node_count() / stretch + 1), wide;
    part_counts_.assign(model.terms.size(), 0);
    for (const int t : terms) {
        const Term& term = *model.terms[t];
        std::vector<Part> parts;
        std::vector<int> places;  // stretches; −1: all over the model
        const auto add = [&](int begin, int end) {
            const Reach of_part = reach(model, term, begin, end);
            const bool close = of_part.last - of_part.first <= close_together * stretch;
            parts.push_back({t, static_cast<int>(parts.size()), begin, end});
            places.push_back(close ? std::min(of_part.first, of_part.last) / stretch : -1);
            return close;
        };
        for (int begin = 0; begin < term.element_count(); begin += chunk_size) {
            const int end = std::min(begin + chunk_size, term.element_count());
            const int cut = add(begin, end) ? begin : largest_jump(model, term, begin, end);
            if (cut == begin) continue;
            parts.pop_back(), places.pop_back();
            add(begin, cut), add(cut, end);
        }
        if (std::count(places.begin(), places.end(), -1) >= few * static_cast<double>(parts.size())) continue;
        part_counts_[t] = static_cast<int>(parts.size());
        for (std::size_t k = 0; k < parts.size(); ++k)
            if (places[k] < 0)
                wide.push_back({parts[k]});
            else
                stretches[places[k]].push_back(parts[k]);
    }
    if (std::count(part_counts_.begin(), part_counts_.end(), 0) + 2 > std::ssize(part_counts_)) {
        part_counts_.clear();
        return;
    }
    std::move(wide.begin(), wide.end(), std::back_inserter(stretches));
    colour(model, std::move(stretches));
}

void JointSchedule::colour(const Model& model, std::vector<Task> all) {
    std::vector<std::vector<Task>> colours;
    ColourSets used(model.point_count() + model.node_count());
    for (Task& task : all) {
        if (task.empty()) continue;
        const std::size_t colour = used.take_first_free([&](const auto& function) {
            for (const Part& part : task) each_target(model, *model.terms[part.term], part.begin, part.end, function);
        });
        if (colour >= colours.size()) colours.resize(colour + 1);
        colours[colour].push_back(std::move(task));
    }
    for (auto& colour : colours) {
        colour_begins.push_back(static_cast<int>(tasks.size()));
        std::move(colour.begin(), colour.end(), std::back_inserter(tasks));
    }
    colour_begins.push_back(static_cast<int>(tasks.size()));
}

}  // namespace talweg
