/// Contact blocks as pages read them.
#pragma once
#include <cstring>
#include <vector>

#include "talweg/record/contact_block.hpp"

namespace talweg {

struct ReadContactBlock {
    std::vector<ContactForces::Pair> pairs;
    std::vector<int> points;
    std::vector<Vec3> forces;
};

/// Reads the block at `at`, which is moved behind it.
inline ReadContactBlock read_contact_block(const std::string& bytes, std::size_t& at) {
    const auto next = [&]<class Number>(Number number) {
        std::memcpy(&number, bytes.data() + at, sizeof(number));
        at += sizeof(number);
        return number;
    };
    const auto vector = [&] {
        Vec3 v;
        for (int axis = 0; axis < 3; ++axis) v[axis] = next(0.0f);
        return v;
    };
    ReadContactBlock block;
    const int pairs = next(0), points = next(0);
    for (int i = 0; i < pairs; ++i) {
        const int first = next(0), second = next(0), contacts = next(0);
        block.pairs.push_back({first, second, contacts, vector()});
    }
    for (int i = 0; i < points; ++i) {
        block.points.push_back(next(0));
        block.forces.push_back(vector());
    }
    return block;
}

}  // namespace talweg
