/// One unstructured grid as a vtu file: arrays are added, then the text is asked for.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace talweg {

class VtuFile {
public:
    VtuFile(std::size_t points, std::size_t cells) : points_(points), cells_(cells) {}

    /// Where the arrays that follow belong: "PointData", "Points", "Cells" or "CellData", each at most once.
    void begin(const std::string& section);
    void add(const std::string& name, std::size_t components, std::span<const float> values);
    void add(const std::string& name, std::size_t components, std::span<const double> values);
    void add(const std::string& name, std::size_t components, std::span<const std::int32_t> values);
    void add(const std::string& name, std::size_t components, std::span<const std::uint8_t> values);

    std::string text() const;

private:
    void add_bytes(const char* type, const std::string& name, std::size_t components, std::string_view bytes);

    std::size_t points_, cells_;
    std::string section_, xml_;
};

}  // namespace talweg
