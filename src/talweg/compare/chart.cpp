#include "talweg/compare/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talweg {

std::string html_text(const std::string& text) {
    std::string safe;
    for (const char c : text)
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '"')
            safe += "&quot;";
        else if (c == '\\')
            safe += "&#92;";
        else if (c != '\n')
            safe += c;
    return safe;
}

namespace {

constexpr double width = 600, height = 320, left = 70, right = 150, top = 30, bottom = 45;
constexpr std::size_t most_places = 800;  // of a line

/// From numbers to places along an axis.
struct Axis {
    bool log;
    double low = 1e300, high = -1e300;

    bool takes(double value) const { return std::isfinite(value) && (!log || value > 0.0); }
    double seen(double value) const { return log ? std::log10(value) : value; }
    void include(double value) {
        if (!takes(value)) return;
        low = std::min(low, seen(value));
        high = std::max(high, seen(value));
    }
    void widen() {
        if (!(low <= high)) low = 0.0, high = 1.0;
        if (log) low = std::floor(low), high = std::ceil(high);
        if (high - low < 1e-12 * std::max(std::fabs(low), 1e-300))
            high += 0.5 * std::max(1e-12, std::fabs(low)), low -= 0.5;
    }
    double share(double value) const { return (seen(value) - low) / (high - low); }
    /// Round numbers, as seen.
    std::vector<double> ticks() const {
        double step = log ? std::max(1.0, std::ceil((high - low) / 6.0))
                          : std::pow(10.0, std::floor(std::log10((high - low) / 3.0)));
        if (!log)
            for (const double times : {2.0, 2.5, 2.0})
                if ((high - low) / step > 7.0) step *= times;
        std::vector<double> all;
        for (double t = std::ceil(low / step - 1e-9) * step; t <= high + 1e-9 * step; t += step) all.push_back(t);
        return all;
    }
    std::string label(double tick) const {
        return log ? fmt::format("1e{}", std::lround(tick))
                   : fmt::format("{:.4g}", std::fabs(tick) < 1e-12 * (high - low) ? 0.0 : tick);
    }
};

}  // namespace

std::string Chart::svg() const {
    Axis x{x_log}, y{y_log};
    for (const Line& line : lines)
        for (std::size_t k = 0; k < line.curve.at.size(); ++k)
            if (x.takes(line.curve.at[k]) && y.takes(line.curve.value[k])) {
                x.include(line.curve.at[k]);
                y.include(line.curve.value[k]);
            }
    x.widen();
    y.widen();
    const auto at_x = [&](double share) { return left + share * (width - left - right); };
    const auto at_y = [&](double share) { return height - bottom - share * (height - top - bottom); };
    std::string svg =
        fmt::format("<figure><svg width={} height={} role=img><text x={} y=18 font-weight=bold>{}</text>\n", width,
                    height, left, html_text(title));
    for (const double t : x.ticks()) {
        const double place = at_x((t - x.low) / (x.high - x.low));
        svg += fmt::format(
            "<path d=\"M{0:.1f} {1}V{2}\" stroke=#eee /><text x={0:.1f} y={3} text-anchor=middle>{4}</text>\n", place,
            top, height - bottom, height - bottom + 16, x.label(t));
    }
    for (const double t : y.ticks()) {
        const double place = at_y((t - y.low) / (y.high - y.low));
        svg +=
            fmt::format("<path d=\"M{0} {1:.1f}H{2}\" stroke=#eee /><text x={3} y={4:.1f} text-anchor=end>{5}</text>\n",
                        left, place, width - right, left - 6, place + 4, y.label(t));
    }
    svg += fmt::format(
        "<text x={} y={} text-anchor=middle>{}</text><text transform=\"translate(14 {}) rotate(-90)\" "
        "text-anchor=middle>{}</text>\n",
        0.5 * (left + width - right), height - 8, html_text(x_name), 0.5 * (top + height - bottom), html_text(y_name));
    double legend = top + 10;
    for (const Line& line : lines) {
        std::string path;
        const std::size_t stride = 1 + line.curve.at.size() / most_places;
        double px = 0.0, py = 0.0;
        int shown = 0;
        for (std::size_t k = 0; k < line.curve.at.size(); k += stride) {
            if (!x.takes(line.curve.at[k]) || !y.takes(line.curve.value[k])) continue;
            px = at_x(x.share(line.curve.at[k]));
            py = at_y(y.share(line.curve.value[k]));
            path += fmt::format("{}{:.1f} {:.1f}", shown++ == 0 ? "M" : "L", px, py);
        }
        if (shown == 1)
            svg += fmt::format("<circle cx={:.1f} cy={:.1f} r=5 fill=\"{}\"><title>{}</title></circle>\n", px, py,
                               line.colour, html_text(line.name));
        else
            svg += fmt::format("<path d=\"{}\" fill=none stroke=\"{}\" stroke-width=1.5 />\n", path, line.colour);
        svg += fmt::format("<text x={} y={} fill=\"{}\">{}</text>\n", width - right + 8, legend, line.colour,
                           html_text(line.name));
        legend += 15;
    }
    return svg + "</svg></figure>\n";
}

std::string player_script() {
    return R"js(
const box = document.getElementById('motions'), slider = document.getElementById('at');
let turn = 0.6, tilt = 0.35, frame = 0, playing = true;
for (const run of runs) {
  const bytes = Uint8Array.from(atob(run.data), c => c.charCodeAt(0));
  run.x = new Float32Array(bytes.buffer);
  run.frames = run.x.length / (3 * points);
  const figure = document.createElement('figure'), canvas = document.createElement('canvas');
  canvas.width = 400; canvas.height = 340;
  figure.append(canvas, document.createElement('figcaption'));
  figure.lastChild.innerHTML = '<b style="color:' + run.colour + '">' + run.label + '</b>';
  box.append(figure);
  run.canvas = canvas;
  let from = null;
  canvas.onpointerdown = e => { from = [e.clientX, e.clientY, turn, tilt]; canvas.setPointerCapture(e.pointerId); };
  canvas.onpointermove = e => {
    if (!from) return;
    turn = from[2] + (e.clientX - from[0]) / 150;
    tilt = from[3] + (e.clientY - from[1]) / 150;
    draw();
  };
  canvas.onpointerup = () => { from = null; };
}
const last = Math.max(...runs.map(run => run.frames)) - 1;
slider.max = last;
const middle = low.map((v, a) => (v + high[a]) / 2);
const size = Math.hypot(...low.map((v, a) => high[a] - v)) || 1;
function draw() {
  const c = Math.cos(turn), s = Math.sin(turn), ct = Math.cos(tilt), st = Math.sin(tilt);
  for (const run of runs) {
    const g = run.canvas.getContext('2d'), w = run.canvas.width, h = run.canvas.height;
    const zoom = 0.95 * Math.min(w, h) / size;
    const f = 3 * points * Math.min(frame, run.frames - 1);
    const px = new Float32Array(points), py = new Float32Array(points);
    for (let i = 0; i < points; ++i) {
      const [x, y, z] = [0, 1, 2].map(a => run.x[f + 3 * i + a] - middle[a]);
      px[i] = w / 2 + zoom * (c * x - s * z);
      py[i] = h / 2 - zoom * (ct * y - st * (s * x + c * z));
    }
    g.clearRect(0, 0, w, h);
    g.strokeStyle = run.colour; g.globalAlpha = 0.7; g.lineWidth = 0.8; g.beginPath();
    for (let e = 0; e < edges.length; e += 2) {
      g.moveTo(px[edges[e]], py[edges[e]]);
      g.lineTo(px[edges[e + 1]], py[edges[e + 1]]);
    }
    g.stroke();
  }
  slider.value = frame;
  document.getElementById('time').textContent = (frame * interval).toFixed(3) + ' s';
}
slider.oninput = () => { playing = false; frame = +slider.value; button(); draw(); };
const button = () => { document.getElementById('play').textContent = playing ? 'pause' : 'play'; };
document.getElementById('play').onclick = () => { playing = !playing; button(); };
let before = 0, due = 0;
function tick(now) {
  due += Math.min(0.1, (now - before) / 1000); before = now;
  if (playing && due >= interval) {
    const go = Math.floor(due / interval);
    due -= go * interval;
    frame = (frame + go) % (last + 1);
    draw();
  }
  if (!playing) due = 0;
  requestAnimationFrame(tick);
}
draw();
requestAnimationFrame(tick);
)js";
}

}  // namespace talweg
