/// When what was made at a price and has served many systems since is worn out: as soon as a digit of a solution costs
/// more of late than it has cost on average, the making included. From there on that average can only grow.
#pragma once

namespace talweg {

class Wear {
public:
    Wear() = default;
    /// What the making cost, in iterations.
    explicit Wear(double price) : spent_(price) {}

    /// Right sides differ in how smooth they are, and the first of a step from the later ones.
    void begin_solution() {
        constexpr double fading = 0.25;
        late_spent_ *= fading;
        late_digits_ *= fading;
    }
    /// Of a solution: so many iterations brought its residual down by so many powers of ten.
    void enter(double iterations, double digits) {
        spent_ += iterations;
        digits_ += digits;
        late_spent_ += iterations;
        late_digits_ += digits;
    }
    bool worn() const { return late_spent_ * digits_ > spent_ * late_digits_; }
    double spent() const { return spent_; }

private:
    double spent_ = 0.0, digits_ = 0.0;            // in all
    double late_spent_ = 0.0, late_digits_ = 0.0;  // of the last solutions, the older the less
};

}  // namespace talweg
