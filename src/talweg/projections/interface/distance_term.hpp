/// The elements of one energy as projective dynamics sees them: E = ½ w |A x − p|², A constant.
#pragma once
#include <memory>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/projections/interface/particles.hpp"
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

class DistanceTerm {
public:
    virtual ~DistanceTerm() = default;
    virtual int entry_count() const = 0;       // points of all elements
    virtual const int* particles() const = 0;  // of each entry
    /// Adds w AᵀA over nodes to a matrix whose blocks are multiples of I.
    virtual void add_matrix(int node_count, BlockMatrix& h) const = 0;
    /// w Aᵀ(A x − p), one vector per entry.
    virtual void pull(const Particles& particles, Vec3* entries) const = 0;
};

template <class Energy>
class Distances final : public DistanceTerm {
public:
    static constexpr int N = Energy::point_count, R = Projection<Energy>::rows;

    Distances(const Model& model, const ParticleMap& map, std::shared_ptr<const Elements<Energy>> term)
        : term_(std::move(term)) {
        for (int e = 0; e < term_->element_count(); ++e) {
            Points<double, N> rest;
            for (int i = 0; i < N; ++i) {
                const int point = term_->points()[N * e + i];
                rest[i] = model.rest[point];
                particles_.push_back(map.of(point));
            }
            maps_.push_back(Projection<Energy>::map(rest, term_->element(e)));
        }
    }

    int entry_count() const override { return static_cast<int>(particles_.size()); }
    const int* particles() const override { return particles_.data(); }

    void add_matrix(int node_count, BlockMatrix& h) const override {
        for (std::size_t e = 0; e < maps_.size(); ++e)
            for (int i = 0; i < N; ++i)
                for (int j = 0; j < N; ++j) {
                    const int row = particles_[N * e + i], column = particles_[N * e + j];
                    if (row > column || column >= node_count) continue;
                    double sum = 0.0;
                    for (int r = 0; r < R; ++r) sum += maps_[e].a[r][i] * maps_[e].a[r][j];
                    Mat3& block = h.values[h.pattern->find(row, column)];
                    for (int a = 0; a < 3; ++a) block(a, a) += maps_[e].weight * sum;
                }
    }

    void pull(const Particles& particles, Vec3* entries) const override {
        parallel_pieces(static_cast<int>(maps_.size()), [&](int begin, int end) {
            for (int e = begin; e < end; ++e) {
                const auto& map = maps_[e];
                Vec3 z[R], p[R];
                for (int r = 0; r < R; ++r) {
                    z[r] = Vec3::zero();
                    for (int i = 0; i < N; ++i) z[r] += map.a[r][i] * particles.q[particles_[N * e + i]];
                }
                Projection<Energy>::project(z, term_->element(e), map, p);
                for (int i = 0; i < N; ++i) {
                    Vec3 sum = Vec3::zero();
                    for (int r = 0; r < R; ++r) sum += (map.weight * map.a[r][i]) * (z[r] - p[r]);
                    entries[N * e + i] = sum;
                }
            }
        });
    }

private:
    std::shared_ptr<const Elements<Energy>> term_;
    std::vector<int> particles_;  // N per element
    std::vector<LinearMap<N, R>> maps_;
};

}  // namespace talweg
