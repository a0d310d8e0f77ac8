/// Sums a model's landscape: its value, its gradient over nodes, its Hessian in 3×3 blocks.
/// Patterns, scatter positions and orders of summation are found once, in the constructor.
#pragma once
#include "talweg/assembly/block_matrix.hpp"
#include "talweg/assembly/joint_schedule.hpp"
#include "talweg/assembly/landscape.hpp"
#include "talweg/assembly/neighbour_product.hpp"
#include "talweg/model/live_points.hpp"

namespace talweg {

/// The Newton system of a landscape at one place.
struct System {
    EnergySum energy;
    Nodes gradient;
    BlockMatrix hessian;
    // Joules of each of the model's terms, then of all transient ones, without the landscape's scale.
    std::vector<double> potentials;
};

enum class Hessian { projected, exact };

/// Seconds that transient terms have cost since the start: orders and positions of their sums, and derivatives.
struct TransientCosts {
    double preparation = 0.0, derivatives = 0.0;
    long long projected = 0;  // assemblies with projected Hessians
};

class DenseRows;  // dense_rows.hpp
class RowKinds;   // row_kinds.hpp

class Assembler {
public:
    explicit Assembler(const Model& model);

    const std::shared_ptr<const BlockPattern>& pattern() const { return pattern_; }
    /// Finds places in the pattern for transient terms, and lets it grow where there are none. What assembles does so
    /// by itself.
    void prepare();
    const LivePoints& live() const { return live_; }

    /// Terms of the next evaluations only, such as contact; they replace the earlier ones. When they couple nodes that
    /// nothing coupled before, the pattern grows at the next assembly; what it once held it keeps for a while.
    void set_transient(std::vector<std::shared_ptr<const Term>> terms);
    const std::vector<std::shared_ptr<const Term>>& transient() const { return transient_terms_; }
    /// What the pattern holds beyond the model's terms, as pairs of nodes in order; and the same to begin with.
    const std::vector<std::array<int, 2>>& grown() const { return grown_; }
    void grow(std::vector<std::array<int, 2>> pairs) { set_grown(std::move(pairs), false); }
    const TransientCosts& transient_costs() const { return transient_costs_; }

    /// Potentials, where wanted, as in a system.
    double energy(const Landscape& at, const Nodes& c, std::vector<double>* potentials = nullptr);
    void gradient(const Landscape& at, const Nodes& c, Nodes& g);
    void assemble(const Landscape& at, const Nodes& c, Hessian kind, System& system);
    /// All of a system but its Hessian, which stays as it was.
    void assemble_gradient(const Landscape& at, const Nodes& c, System& system);

    /// Whether elements of reduced bodies are condensed by dense products, which are most of an assembly then.
    bool condenses() const;
    /// As assemble with exact Hessians, but without these products; and y = H x of that system, with them.
    void assemble_uncondensed(const Landscape& at, const Nodes& c, System& system);
    void multiply_uncondensed(const System& system, const Nodes& x, Nodes& y) const;

    /// Over points, of the terms alone, scaled like the landscape: of the last gradient or system.
    const Positions& point_gradient() const { return point_gradient_; }

    /// The largest fraction, at most 1, of the move p from c that every guarded term allows.
    double largest_safe_step(const Landscape& at, const Nodes& c, const Nodes& p);

    /// Forces on points x, moving at v, of all the model's terms at a time (s); those of transient terms are not in it.
    const Positions& point_forces(const Positions& x, const Positions& v, double time,
                                  const ElementMemory& memory = {});
    /// Wᵀ f: what these forces do to the nodes.
    void forces(const Positions& x, const Positions& v, double time, Nodes& f, const ElementMemory& memory = {});
    /// Joules of each potential at points x and a time (s), then of the transient ones; 0 for dissipations.
    std::vector<double> potentials(const Positions& x, double time, const ElementMemory& memory = {});

    /// Of a term of the model, for steps that begin at x_ref; null: its elements do not look around.
    const NeighbourTerm::View* view(std::size_t term, const Vec3* x_ref);

private:
    struct Plan {  // of one term
        std::shared_ptr<const Term> term;
        Schedule schedule;
        std::vector<std::int32_t> positions = {};
        std::vector<std::int64_t> offsets = {};            // empty: every element has one position per pair of points
        std::shared_ptr<const BlockPattern> pattern = {};  // that the positions are of
        std::shared_ptr<DenseRows> dense = {};             // where rows are long, in place of positions
    };
    /// What elements that see their neighbours saw where the last step began.
    struct Seen {
        const NeighbourTerm* term = nullptr;
        Positions x_ref = {};
        std::shared_ptr<const NeighbourTerm::View> view = {};
    };
    /// False when the pattern lacks a block.
    bool find_positions(Plan& plan) const;
    void find_couplings();
    void grow_pattern();
    void set_grown(std::vector<std::array<int, 2>> pairs, bool superset);
    /// Of the model's terms, then of the transient ones.
    const Plan& plan(std::size_t t) const { return t < plans_.size() ? plans_[t] : transient_[t - plans_.size()]; }
    void assemble(const Landscape& at, const Nodes& c, Curvature wanted, bool condense, System& system);
    double inertia_energy(const Landscape& at, const Nodes& c) const;
    EnergySum add_inertia(const Landscape& at, const Nodes& c, Nodes& g) const;
    void set_beyond(std::vector<std::shared_ptr<const PointProduct>> products, BlockMatrix& h) const;
    void start_hessian(const Landscape& at, BlockMatrix& h) const;
    void gather_nodes(const Positions& on_points, Nodes& on_nodes) const;
    template <class Value, class Function>
    static Value sum_chunks(const Plan& plan, std::vector<Value>& parts, const Function& function);
    void assemble_jointly(const Landscape& at, const TermPlaces& places, Curvature wanted, BlockMatrix& h);
    DerivativeTarget target(const Landscape& at, std::size_t term, Curvature wanted, const HessianTarget* blocks);
    HessianTarget blocks(const Plan& plan, BlockMatrix& h) const;

    const Model& model_;
    const LivePoints live_;
    NodeFollowers followers_;
    const bool one_to_one_;  // no two points follow the same node, and none follows several
    std::shared_ptr<const BlockPattern> base_, pattern_;  // of the model's terms; with transient ones
    std::vector<Plan> plans_, transient_;
    std::vector<Seen> seen_;  // by term of the model
    JointSchedule joint_;     // of those that are assembled together
    std::vector<std::shared_ptr<const Term>> transient_terms_;
    std::vector<std::array<int, 2>> grown_;      // pairs of nodes beyond the base
    std::shared_ptr<const RowKinds> row_kinds_;  // for transient terms, once there are any
    bool prepared_ = true;                       // transient terms have schedules and positions
    std::vector<int> coupling_blocks_;           // where the mass's couplings stand in the pattern
    Positions x_, point_move_, point_gradient_;
    std::vector<double> chunk_values_;                // joules, or limits, of each chunk of the term in work
    std::vector<EnergySum> chunk_sums_;               // likewise
    std::vector<std::vector<EnergySum>> joint_sums_;  // by term, of the parts of the joint schedule
    TransientCosts transient_costs_;
};

}  // namespace talweg
