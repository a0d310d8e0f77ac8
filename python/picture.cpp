#include "picture.hpp"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cstring>

#include "arrays.hpp"
#include "talweg/math/error.hpp"
#include "talweg/render/photographer.hpp"

namespace talweg::python {

namespace {

Image take_picture(const std::filesystem::path& run, std::optional<long long> frame, std::pair<int, int> size,
                   const std::optional<std::string>& colour, int samples, bool dark) {
    if (std::min(size.first, size.second) < 16 || std::max(size.first, size.second) > 16384)
        throw Error("size must be (width, height) in pixels, from 16 to 16384 each");
    if (samples < 1) throw Error("samples must be at least 1, but is " + std::to_string(samples));
    const Footage footage(run);
    const auto frames = static_cast<long long>(footage.frames());
    const long long wanted = frame.value_or(-1) < 0 ? frames + frame.value_or(-1) : *frame;
    if (wanted < 0 || wanted >= frames)
        throw Error("the run has frames 0 to " + std::to_string(frames - 1) + ", none with number " +
                    std::to_string(frame.value_or(-1)));
    PictureSettings settings;
    settings.size = {size.first, size.second};
    settings.samples = samples;
    settings.dark = dark;
    settings.colour = colour;
    return Photographer(footage, settings).picture(static_cast<std::uint64_t>(wanted));
}

}  // namespace

void bind_picture(py::module_& module) {
    module.def(
        "picture",
        [](const std::filesystem::path& run, std::optional<long long> frame, std::pair<int, int> size,
           const std::optional<std::string>& colour, int samples, bool dark) {
            Image image;
            {
                const py::gil_scoped_release unlocked;
                image = take_picture(run, frame, size, colour, samples, dark);
            }
            py::array_t<unsigned char> array({image.height, image.width, 3});
            std::memcpy(array.mutable_data(), image.pixels.data(), image.pixels.size() * sizeof(Pixel));
            return array;
        },
        py::arg("run"), py::arg("frame"), py::arg("size"), py::arg("colour"), py::arg("samples"), py::arg("dark"));
}

}  // namespace talweg::python
