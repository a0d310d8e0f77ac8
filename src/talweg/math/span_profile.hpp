/// Work and span of a program, counted while it runs on one thread: what would be left of its time with as many cores
/// as there are pieces of work.
///
/// Everything parallel is gone through piece by piece on the thread that made the profile, each piece on the thread's
/// own clock; of pieces side by side only the longest is part of the span (Cilkview does so with instructions: He,
/// Leiserson, Leiserson, SPAA 2010). What looking at the clock takes is part of neither. With P cores the time is at
/// most (work − span) / P + span (Brent, J. ACM 21, 1974).
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace talweg {

/// Of anything: seconds, flops.
struct WorkAndSpan {
    double work = 0.0, span = 0.0;
    double speed_up(double cores) const { return work / ((work - span) / cores + span); }
};

/// What each stretch between two looks at the clock took at the least, over runs that do the same.
class LeastTimes {
public:
    /// Of the k-th stretch, in this run and those before.
    double keep(std::size_t k, double seconds) {
        if (k == seconds_.size()) seconds_.push_back(seconds);
        return seconds_[k] = std::min(seconds_[k], seconds);
    }
    std::size_t count() const { return seconds_.size(); }

private:
    std::vector<double> seconds_;
};

class SpanProfile {
public:
    /// With the times of earlier runs: a machine that others use is slower at times, never faster, and of 256 pieces
    /// side by side one is nearly always disturbed.
    explicit SpanProfile(LeastTimes* least = nullptr);
    ~SpanProfile();
    SpanProfile(const SpanProfile&) = delete;
    SpanProfile& operator=(const SpanProfile&) = delete;

    /// Of this thread; null: what is parallel runs in parallel.
    static SpanProfile* current();

    /// Seconds of the processor since it was made, and those along the longest chain.
    WorkAndSpan so_far() {
        look();
        return {work_, work_ - saved_};
    }

    /// run(first, last) for pieces of [begin, end).
    template <class Run>
    void loop(int begin, int end, const Run& run) {
        look();
        double longest = 0.0;
        const double before = saved_, start = work_;
        for (int k = begin, pieces = most_pieces; k < end; --pieces) {
            const int last = k + (end - k + pieces - 1) / pieces;
            longest = std::max(longest, span_of([&] { run(k, last); }));
            k = last;
        }
        save(before, work_ - start, longest);
    }

    /// run(k) for every k, after all those whose parent it is.
    template <class Run>
    void tree(const std::vector<int>& parents, const Run& run) {
        look();
        double longest = 0.0;
        const double before = saved_, start = work_;
        std::vector<double> chain(parents.size(), 0.0);
        for (int k = 0; k < static_cast<int>(parents.size()); ++k) {
            const double done = chain[k] + span_of([&] { run(k); });
            longest = std::max(longest, done);
            if (parents[k] >= 0) chain[parents[k]] = std::max(chain[parents[k]], done);
        }
        save(before, work_ - start, longest);
    }

private:
    static constexpr int most_pieces = 256;
    static constexpr double waking = 4e-6;  // seconds that a loop costs, however many cores take part
    template <class Run>
    double span_of(const Run& run) {
        saved_ = 0.0;
        const double start = work_;
        run();
        look();
        return work_ - start - saved_;
    }
    void save(double before, double all, double longest) {
        saved_ = before + (longest + waking < all ? all - longest - waking : 0.0);
    }
    /// Adds what has passed since the last look, but not what looking takes.
    void look() {
        const double time = now();
        double passed = std::max(0.0, time - last_ - tick_);
        if (least_) passed = least_->keep(looks_++, passed);
        work_ += passed;
        last_ = time;
    }
    static double now();

    double work_ = 0.0, saved_ = 0.0, last_ = 0.0;
    double tick_ = 1.0;  // one look
    std::size_t looks_ = 0;
    LeastTimes* least_;
    SpanProfile* outer_;
};

}  // namespace talweg
