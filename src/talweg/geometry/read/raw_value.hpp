/// A number from raw bytes of either byte order.
#pragma once
#include <cstddef>
#include <cstring>
#include <utility>

namespace talweg::read {

template <class T>
T raw_value(const char* at, bool swapped) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, at, sizeof(T));
    if (swapped)
        for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

}  // namespace talweg::read
