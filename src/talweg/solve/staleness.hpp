/// When what was made of one system, and serves later ones worse, is renewed: once all that it has cost more than a
/// fresh one would have comes to the price of renewing it. Where that excess grows evenly from system to system this is
/// when the average cost is least, and where it comes at once it is twice what was necessary at most (as for rented
/// skis, see adaptive_solver.hpp). What a fresh one costs is known from solutions of the very systems it was made of;
/// these may have been harder than all that came later, so that it is renewed as well when that costs hardly anything
/// beside what has been spent since.
#pragma once
#include <algorithm>

namespace talweg {

class Staleness {
public:
    /// It was renewed; what that cost, in iterations.
    void renew(double price) {
        price_ = price;
        stale_spent_ = stale_digits_ = 0.0;
    }
    /// Of a solution: so many iterations brought its residual down by so many powers of ten.
    void enter(double iterations, double digits, bool fresh) {
        (fresh ? fresh_spent_ : stale_spent_) += iterations;
        (fresh ? fresh_digits_ : stale_digits_) += digits;
    }
    /// The next solution by a fresh one counts more than all before.
    void begin_fresh() {
        constexpr double fading = 0.5;
        fresh_spent_ *= fading;
        fresh_digits_ *= fading;
    }
    /// Iterations for a power of ten, when fresh; none are known before the first.
    double fresh_pace() const { return fresh_digits_ > 0.0 ? fresh_spent_ / fresh_digits_ : 0.0; }
    bool due() const { return excess() >= price_ || stale_spent_ >= long_life * price_; }
    /// Whether it is, and renewing it pays before so many more digits at a pace.
    bool due_before(double digits, double pace) const {
        return excess() >= price_ && digits * (pace - fresh_pace()) >= std::max(least_gain, 0.5 * price_);
    }

private:
    static constexpr double least_gain = 2.0;  // iterations: a solution that begins again has lost about as much
    static constexpr double long_life = 40.0;
    double excess() const { return stale_spent_ - fresh_pace() * stale_digits_; }

    double price_ = 0.0;
    double stale_spent_ = 0.0, stale_digits_ = 0.0;  // since it was renewed
    double fresh_spent_ = 0.0, fresh_digits_ = 0.0;  // of all fresh solutions, the older the less
};

}  // namespace talweg
