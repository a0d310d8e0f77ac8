/// Work and span of a program, counted while it runs on one thread: what would be left of its time with as many cores
/// as there are pieces of work.
///
/// Everything parallel is gone through piece by piece on the thread that made the profile, each piece on the thread's
/// own clock; of pieces side by side only the longest is part of the span (Cilkview does so with instructions: He,
/// Leiserson, Leiserson, SPAA 2010). What looking at the clock takes is part of neither. With P cores the time is at
/// most (work − span) / P + span (Brent, J. ACM 21, 1974).
#pragma once
#include <algorithm>
#include <vector>

namespace talweg {

/// Of anything: seconds, flops.
struct WorkAndSpan {
    double work = 0.0, span = 0.0;
    double speed_up(double cores) const { return work / ((work - span) / cores + span); }
};

class SpanProfile {
public:
    SpanProfile();
    ~SpanProfile();
    SpanProfile(const SpanProfile&) = delete;
    SpanProfile& operator=(const SpanProfile&) = delete;

    /// Of this thread; null: what is parallel runs in parallel.
    static SpanProfile* current();

    /// Seconds of the processor since it was made, and those along the longest chain.
    WorkAndSpan so_far() const {
        const double work = now() - start_ - own_;
        return {work, work - saved_};
    }

    /// run(first, last) for pieces of [begin, end).
    template <class Run>
    void loop(int begin, int end, const Run& run) {
        double all = 0.0, longest = 0.0;
        const double before = saved_, own = own_, start = now();
        for (int k = begin, pieces = most_pieces; k < end; --pieces) {
            const int last = k + (end - k + pieces - 1) / pieces;
            const WorkAndSpan piece = measure([&] { run(k, last); });
            all += piece.work;
            if (piece.span > longest) longest = piece.span;
            k = last;
        }
        own_ = own + now() - start - all;
        save(before, all, longest);
    }

    /// run(k) for every k, after all those whose parent it is.
    template <class Run>
    void tree(const std::vector<int>& parents, const Run& run) {
        double all = 0.0, longest = 0.0;
        const double before = saved_, own = own_, start = now();
        std::vector<double> chain(parents.size(), 0.0);
        for (int k = 0; k < static_cast<int>(parents.size()); ++k) {
            const WorkAndSpan piece = measure([&] { run(k); });
            all += piece.work;
            const double done = chain[k] + piece.span;
            if (done > longest) longest = done;
            if (parents[k] >= 0 && done > chain[parents[k]]) chain[parents[k]] = done;
        }
        own_ = own + now() - start - all;
        save(before, all, longest);
    }

private:
    static constexpr int most_pieces = 256;
    static constexpr double waking = 4e-6;  // seconds that a loop costs, however many cores take part
    template <class Run>
    WorkAndSpan measure(const Run& run) {
        saved_ = 0.0;
        const double own = own_, start = now();
        run();
        const double work = std::max(0.0, now() - start - tick_ - (own_ - own));
        return {work, work - saved_};
    }
    void save(double before, double all, double longest) {
        saved_ = before + (longest + waking < all ? all - longest - waking : 0.0);
    }
    static double now();

    double start_, saved_ = 0.0;
    double tick_, own_ = 0.0;  // one look at the clock; all of them, and what stands between pieces
    SpanProfile* outer_;
};

}  // namespace talweg
