#include "talweg/export/pc2.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <memory>

#include "talweg/export/growing_file.hpp"
#include "talweg/export/obj.hpp"
#include "talweg/export/portable_names.hpp"
#include "talweg/export/single_precision.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

static_assert(std::endian::native == std::endian::little, "point caches are little-endian");

namespace {

struct Pc2Header {
    char magic[12] = "POINTCACHE2";
    std::int32_t version = 1, points = 0;
    float first_frame = 0.0f, frames_per_sample = 1.0f;
    std::int32_t samples = 0;
};
static_assert(sizeof(Pc2Header) == 32);

float frames_per_sample(const Clip& clip) {
    return clip.frames().size() > 1 ? static_cast<float>(clip.frames()[1] - clip.frames()[0]) : 1.0f;
}

}  // namespace

std::uint64_t export_pc2(const Clip& clip, const std::filesystem::path& into, const ExportSettings&) {
    if (clip.frames().size() > std::size_t{std::numeric_limits<std::int32_t>::max()})
        throw Error("a point cache holds at most 2147483647 frames; choose fewer with --frames");
    const std::vector<std::string> names = file_names(shown_names(clip.shown()));
    std::vector<std::unique_ptr<GrowingFile>> caches;
    const std::vector<Vec3> start = clip.positions(clip.frames()[0]);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const ShownBody& skin = clip.shown()[i];
        const std::string comment = "talweg, " + conventions(clip) + "; its motion is in " + names[i] + ".pc2";
        replace_file(into / (names[i] + ".obj"), obj_text({&skin, 1}, start, comment, {&clip.looks()[i], 1}));
        Pc2Header header;
        header.points = static_cast<std::int32_t>(skin.points.size());
        header.first_frame = static_cast<float>(clip.frames()[0]);
        header.frames_per_sample = frames_per_sample(clip);
        header.samples = static_cast<std::int32_t>(clip.frames().size());
        caches.push_back(std::make_unique<GrowingFile>(into / (names[i] + ".pc2")));
        caches.back()->append({reinterpret_cast<const char*>(&header), sizeof header});
    }
    for (const std::uint64_t frame : clip.frames()) {
        const std::vector<Vec3> x = clip.positions(frame);
        for (std::size_t i = 0; i < caches.size(); ++i)
            caches[i]->append_raw(std::span<const Float3>(single_precision(clip.shown()[i].of(x))));
    }
    for (const auto& cache : caches) cache->finish();
    return 2 * caches.size();
}

}  // namespace talweg
