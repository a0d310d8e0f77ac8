#include "talweg/render/png.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>

#include "talweg/format/deflate.hpp"

namespace talweg {

namespace {

using Bytes = std::vector<unsigned char>;

void append_number(std::string& text, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 255);
}

void append_chunk(std::string& png, const std::string& type, const std::string& data) {
    append_number(png, static_cast<std::uint32_t>(data.size()));
    const std::string body = type + data;
    png += body;
    append_number(png, static_cast<std::uint32_t>(
                           crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

int paeth(int left, int up, int corner) {
    const int guess = left + up - corner;
    const int to_left = std::abs(guess - left), to_up = std::abs(guess - up), to_corner = std::abs(guess - corner);
    return to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner;
}

/// The row under filter 0 … 4: none, left, up, mean of both, Paeth's choice.
Bytes filtered(const unsigned char* row, const unsigned char* above, std::size_t size, std::size_t pixel, int filter) {
    Bytes result{static_cast<unsigned char>(filter)};
    for (std::size_t i = 0; i < size; ++i) {
        const int left = i >= pixel ? row[i - pixel] : 0, up = above ? above[i] : 0;
        const int corner = above && i >= pixel ? above[i - pixel] : 0;
        const int guesses[] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
        result.push_back(static_cast<unsigned char>(row[i] - guesses[filter]));
    }
    return result;
}

int residual(const Bytes& row) {
    int sum = 0;
    for (std::size_t i = 1; i < row.size(); ++i) sum += std::min<int>(row[i], 256 - row[i]);
    return sum;
}

/// Rows of `row_size` bytes, compressed; `best_filter` tries all five on every row.
std::string compressed(const Bytes& rows, std::size_t row_size, std::size_t pixel, bool best_filter) {
    Deflate stream(9);
    for (std::size_t start = 0; start < rows.size(); start += row_size) {
        const unsigned char* above = start > 0 ? &rows[start - row_size] : nullptr;
        Bytes best = filtered(&rows[start], above, row_size, pixel, 0);
        for (int filter = 1; best_filter && filter < 5; ++filter) {
            Bytes other = filtered(&rows[start], above, row_size, pixel, filter);
            if (residual(other) < residual(best)) best = std::move(other);
        }
        stream.append(best);
    }
    return stream.finish();
}

std::map<Pixel, int> count_colours(const Image& image) {
    std::map<Pixel, int> counts;
    for (const Pixel& pixel : image.pixels) ++counts[pixel];
    return counts;
}

using Colours = std::vector<std::pair<Pixel, int>>;

/// Along which channel the colours spread most, and the variance there times the number of pixels.
std::pair<int, double> widest_channel(const Colours& colours) {
    std::pair<int, double> widest{0, -1.0};
    for (int channel = 0; channel < 3; ++channel) {
        double count = 0, sum = 0, squares = 0;
        for (const auto& [pixel, times] : colours) {
            count += times;
            sum += double(times) * pixel[channel];
            squares += double(times) * pixel[channel] * pixel[channel];
        }
        const double spread = squares - sum * sum / count;
        if (spread > widest.second) widest = {channel, spread};
    }
    return widest;
}

/// Cuts `colours` at the median along their widest channel; the upper part is returned.
Colours cut(Colours& colours) {
    const int channel = widest_channel(colours).first;
    std::ranges::stable_sort(colours, {}, [&](const auto& entry) { return entry.first[channel]; });
    double total = 0, below = 0;
    for (const auto& entry : colours) total += entry.second;
    std::size_t split = 0;
    while (split + 1 < colours.size() && (split == 0 || below + colours[split].second <= total / 2))
        below += colours[split++].second;
    Colours upper(colours.begin() + std::ptrdiff_t(split), colours.end());
    colours.resize(split);
    return upper;
}

Pixel mean(const Colours& colours) {
    double count = 0, sum[3] = {};
    for (const auto& [pixel, times] : colours) {
        count += times;
        for (int channel = 0; channel < 3; ++channel) sum[channel] += double(times) * pixel[channel];
    }
    Pixel result{};
    for (int channel = 0; channel < 3; ++channel)
        result[channel] = static_cast<unsigned char>(sum[channel] / count + 0.5);
    return result;
}

}  // namespace

std::string png_bytes(const Image& image) {
    const std::map<Pixel, int> counts = count_colours(image);
    const bool palette = counts.size() <= 256;
    std::string header, colours;
    append_number(header, static_cast<std::uint32_t>(image.width));
    append_number(header, static_cast<std::uint32_t>(image.height));
    header += {8, palette ? '\3' : '\2', 0, 0, 0};

    Bytes rows;
    if (palette) {
        std::map<Pixel, unsigned char> number;
        for (const auto& [pixel, count] : counts) {
            number.emplace(pixel, static_cast<unsigned char>(number.size()));
            colours.append(pixel.begin(), pixel.end());
        }
        for (const Pixel& pixel : image.pixels) rows.push_back(number.at(pixel));
    } else {
        for (const Pixel& pixel : image.pixels) rows.insert(rows.end(), pixel.begin(), pixel.end());
    }
    const std::size_t pixel = palette ? 1 : 3;
    std::string png = "\x89PNG\r\n\x1a\n";
    append_chunk(png, "IHDR", header);
    if (palette) append_chunk(png, "PLTE", colours);
    append_chunk(png, "IDAT", compressed(rows, pixel * std::size_t(image.width), pixel, !palette));
    append_chunk(png, "IEND", "");
    return png;
}

Image with_few_colours(const Image& image, int count) {
    const std::map<Pixel, int> counts = count_colours(image);
    std::vector<Colours> boxes{Colours(counts.begin(), counts.end())};
    while (boxes.size() < std::size_t(count)) {
        const auto widest = std::ranges::max_element(boxes, {}, [](const auto& b) { return widest_channel(b).second; });
        if (widest->size() < 2) break;
        Colours upper = cut(*widest);
        boxes.push_back(std::move(upper));
    }
    std::map<Pixel, Pixel> replacement;
    for (const Colours& box : boxes) {
        const Pixel colour = mean(box);
        for (const auto& entry : box) replacement[entry.first] = colour;
    }
    Image result = image;
    for (Pixel& pixel : result.pixels) pixel = replacement.at(pixel);
    return result;
}

}  // namespace talweg
