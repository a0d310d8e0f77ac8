#include "talweg/geometry/read/pc2.hpp"

#include <cmath>
#include <string_view>

#include "talweg/geometry/read/raw_value.hpp"

namespace talweg::read {

Pc2 read_pc2(const Source& source) {
    constexpr std::string_view magic("POINTCACHE2\0", 12);
    constexpr std::size_t head = 32;
    const std::string& bytes = source.bytes;
    if (!bytes.starts_with(magic)) source.fail("this is not a PC2 point cache; export it again");
    if (bytes.size() < head) source.fail("the point cache is cut off; export it again");
    const auto whole = [&](std::size_t at) { return raw_value<std::int32_t>(bytes.data() + at, false); };
    const auto real = [&](std::size_t at) { return raw_value<float>(bytes.data() + at, false); };
    const std::int32_t version = whole(12), points = whole(16), samples = whole(28);
    if (version != 1) source.fail("this is version " + std::to_string(version) + " of PC2; only 1 is known");
    if (points < 0 || samples < 0)
        source.fail("the point cache is damaged: it has a negative number of points or frames");
    const std::uint64_t room = (bytes.size() - head) / 12;
    if (points > 0 && static_cast<std::uint64_t>(samples) > room / static_cast<std::uint64_t>(points))
        source.fail("the point cache is cut off: " + std::to_string(samples) + " frames of " + std::to_string(points) +
                    " points are promised; export it again");
    if (points == 0) source.fail("the point cache has no points; export it again");
    Pc2 cache;
    cache.first_frame = real(20);
    cache.frames_per_sample = real(24);
    if (!(cache.frames_per_sample > 0.0) || !std::isfinite(cache.frames_per_sample)) cache.frames_per_sample = 1.0;
    std::size_t at = head;
    for (std::int32_t k = 0; k < samples; ++k) {
        auto& frame = cache.frames.emplace_back(points);
        for (Vec3& x : frame)
            for (int a = 0; a < 3; ++a, at += 4) x[a] = real(at);
    }
    return cache;
}

}  // namespace talweg::read
