/// What solvers that keep a Cholesky factor put into a checkpoint: an account, the order of elimination, and the matrix
/// that the factor is of.
#pragma once
#include <cstring>

#include "talweg/solve/linear_solver.hpp"

namespace talweg {

/// `values` is empty where there is no factor.
template <class Account>
std::vector<std::byte> save_factor(const Account& account, std::span<const std::byte> order,
                                   std::span<const Mat3> values) {
    const std::uint64_t sizes[] = {order.size(), values.size_bytes()};
    std::vector<std::byte> bytes(sizeof sizes + sizeof(Account) + sizes[0] + sizes[1]);
    std::byte* to = bytes.data();
    const auto put = [&](const void* from, std::size_t size) {
        if (size > 0) std::memcpy(to, from, size);
        to += size;
    };
    put(sizes, sizeof sizes);
    put(&account, sizeof(Account));
    put(order.data(), sizes[0]);
    put(values.data(), sizes[1]);
    return bytes;
}

template <class Account>
struct SavedFactor {
    Account account;
    std::span<const std::byte> order;
    std::vector<Mat3> values;  // empty: there was no factor
};

/// Throws Error when these are not the bytes of a matrix of so many blocks.
template <class Account>
SavedFactor<Account> read_factor(std::span<const std::byte> saved, std::size_t blocks) {
    std::uint64_t sizes[2] = {};
    constexpr std::size_t head = sizeof sizes + sizeof(Account);
    if (saved.size() >= head) std::memcpy(sizes, saved.data(), sizeof sizes);
    const std::size_t whole = blocks * sizeof(Mat3);
    if (saved.size() < head || sizes[0] > saved.size() - head || sizes[1] != saved.size() - head - sizes[0] ||
        (sizes[1] != 0 && sizes[1] != whole))
        refuse_memory_of_another_scene();
    SavedFactor<Account> read;
    std::memcpy(static_cast<void*>(&read.account), saved.data() + sizeof sizes, sizeof(Account));
    read.order = saved.subspan(head, sizes[0]);
    read.values.resize(sizes[1] / sizeof(Mat3));
    if (sizes[1] > 0) std::memcpy(read.values.data(), saved.data() + head + sizes[0], whole);
    return read;
}

}  // namespace talweg
