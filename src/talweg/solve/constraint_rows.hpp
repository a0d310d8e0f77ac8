/// The rows of constraints over free components, without those that follow from others, and made orthonormal when nodes
/// count by 1/mass, A = L⁻¹ A_kept, so that rows that are nearly alike do no harm: what is nearest to a place among all
/// that keep them, each node counting as much as it weighs.
///
/// Where every row comes once for each axis, as those of rigs do, one row of numbers serves all axes
/// (solve/shared_rows.hpp).
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Sparse>

#include "talweg/model/constraints.hpp"
#include "talweg/solve/shared_rows.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

class ConstraintRows {
public:
    ConstraintRows(const Constraints& constraints, const Unknowns& unknowns, const std::vector<double>& mass);

    int count() const { return static_cast<int>(kept_.size()); }
    /// Whether one row of numbers serves all axes.
    bool shared() const { return axes_ > 1; }
    /// Whether each of them reaches over many nodes as well.
    bool wide() const { return shared() && fewest_nodes_ >= 32; }
    /// The constraints' numbers of the rows; and of those left out, with what combination of the others they are.
    const std::vector<int>& kept() const { return kept_; }
    struct LeftOut {
        int row;
        Eigen::VectorXd of_kept;
    };
    const std::vector<LeftOut>& left_out() const { return left_out_; }

    /// Where every row is about one free component: which, and with what number in A; otherwise none.
    struct Single {
        int node, axis;
        double number;
    };
    const std::vector<Single>& singles() const { return singles_; }

    /// Aᵀ over the free components; and A times such columns.
    Eigen::MatrixXd columns() const;
    Eigen::MatrixXd times(const Eigen::MatrixXd& columns) const;
    /// A p, and f −= Aᵀ y
    Eigen::VectorXd times(const Nodes& p) const;
    void take(const Eigen::VectorXd& y, Nodes& f) const;
    /// What rows can take of forces is taken: f −= Aᵀ y, and y = A m⁻¹ f is returned.
    Eigen::VectorXd take_all(Nodes& f) const;
    /// y = A m⁻¹ f: those whose Aᵀ y is nearest to f.
    Eigen::VectorXd nearest(const Nodes& f) const;
    /// p += A⁺ (q − A p), q by rows of A, over the free components.
    void meet(const Eigen::VectorXd& q, Nodes& p) const;

    /// What guides, of rows that are wide: by Ã, which is A to seven digits. take_all(f); f += Ãᵀ y; and a move from
    /// which all is taken that changes rows, p −= m⁻¹ Ãᵀ Ã p.
    Eigen::VectorXd take_roughly(Nodes& f) const;
    void give_roughly(const Eigen::VectorXd& y, Nodes& f) const;
    void keep_roughly(Nodes& p) const;

    /// The multipliers whose Aᵀ λ is nearest to −g, by all rows; those left out have none.
    std::vector<double> multipliers(const Nodes& g) const;
    /// The values of rows that are kept, as they are; and as A has them.
    Eigen::VectorXd picked(const std::vector<double>& all) const;
    Eigen::VectorXd of_kept(const std::vector<double>& all) const;
    /// Multipliers of A as those of all rows.
    std::vector<double> spread(const Eigen::VectorXd& of_kept) const;
    /// What multipliers of A exert, f += Aᵀ y, on components that are held as well; `constraints` are those given.
    void add_forces(const Constraints& constraints, const Eigen::VectorXd& y, Nodes& f) const;

private:
    using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;
    using ByAxis = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    int shared_axes(const Constraints& constraints) const;
    void find_shared(const Constraints& constraints);
    void find_rows(const Constraints& constraints);
    void find_singles(const Constraints& constraints);
    std::vector<int> choose(const Eigen::MatrixXd& gram);
    /// A (w x) and x += factor w Aᵀ y; w: 1/m, or none.
    Eigen::VectorXd product(const Nodes& x, bool over_mass) const;
    void add_product(double factor, const Eigen::VectorXd& y, bool over_mass, Nodes& x) const;
    template <class Rows>
    Eigen::VectorXd product(const Rows& rows, const Nodes& x, bool over_mass) const;
    template <class Rows>
    void add_product(const Rows& rows, double factor, const Eigen::VectorXd& y, bool over_mass, Nodes& x) const;
    Eigen::VectorXd gram_solution(const Eigen::VectorXd& y) const;

    Unknowns unknowns_;
    int axes_ = 1;                       // that a row serves
    std::vector<double> node_weight_;    // 1/m
    Eigen::VectorXd weight_;             // of every free component
    SharedRows shared_;                  // A, where rows are shared,
    GuidingRows guiding_;                // Ã, where they are wide,
    Sparse a_;                           // and where they are not
    Eigen::LDLT<Eigen::MatrixXd> gram_;  // A m⁻¹ Aᵀ of those
    Eigen::MatrixXd lower_;              // L
    std::vector<int> kept_;
    std::vector<LeftOut> left_out_;
    std::vector<Single> singles_;
    int all_rows_ = 0;
    std::size_t fewest_nodes_ = 0;  // of a stencil
    struct Held {
        int row, node;  // the first row of a stencil
        double weight;
    };
    std::vector<Held> held_;  // what wide rows have at nodes that are held
};

}  // namespace talweg
