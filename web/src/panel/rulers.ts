// Coordinates along the lower and left edge of planar scenes.
import { element } from "./element";
import { shortNumber } from "./short_number";

const corner = 44; // pixels kept free where the two edges meet

export class Rulers {
    readonly root = element("div", { class: "rulers" });
    private readonly pool: HTMLElement[] = [];

    /// The view spans center ± halfSize metres over width × height pixels, with labels every `spacing` metres.
    update(center: number[], halfSize: number[], width: number, height: number, spacing: number): void {
        let used = 0;
        const label = (value: number, style: string, axis: string) => {
            const span = (this.pool[used] ??= this.root.appendChild(element("span")));
            ++used;
            span.hidden = false;
            span.className = axis;
            span.style.cssText = style;
            span.textContent = shortNumber(Math.round(value / spacing) * spacing);
        };
        for (const value of ticks(center[0]!, halfSize[0]!, spacing)) {
            const left = ((value - center[0]! + halfSize[0]!) / (2 * halfSize[0]!)) * width;
            if (left > corner && left < width - corner / 2) label(value, `left:${left}px`, "x");
        }
        for (const value of ticks(center[1]!, halfSize[1]!, spacing)) {
            const top = ((center[1]! + halfSize[1]! - value) / (2 * halfSize[1]!)) * height;
            if (top > corner / 2 && top < height - corner / 2) label(value, `top:${top}px`, "y");
        }
        for (const span of this.pool.slice(used)) span.hidden = true;
    }
}

function* ticks(center: number, half: number, spacing: number): Generator<number> {
    const last = Math.floor((center + half) / spacing);
    for (let i = Math.ceil((center - half) / spacing); i <= last; ++i) yield i * spacing;
}
