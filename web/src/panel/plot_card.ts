// What every plot is: a card with a title line, that can be enlarged to fill the window and, if it was added, closed.
import { element } from "./element";

export interface PlotCard {
    readonly root: HTMLElement;
    showTime(time: number): void;
    /// The table has grown, or colours have changed.
    refresh(): void;
}

function small(text: string, words: string): HTMLButtonElement {
    return element("button", { class: "log", type: "button", title: words, "aria-label": words }, text);
}

/// Buttons in the upper right corner of a card. Escape makes an enlarged card small again.
export function cardTools(
    root: HTMLElement, title: string, close: (() => void) | null, ...before: HTMLElement[]
): HTMLElement {
    const enlarge = small("⤢", `Enlarge ${title}`);
    const set = (large: boolean) => {
        root.classList.toggle("large", large);
        enlarge.setAttribute("aria-pressed", String(large));
    };
    set(false);
    enlarge.addEventListener("click", () => set(!root.classList.contains("large")));
    root.addEventListener("keydown", (event) => event.key === "Escape" && set(false));
    const tools = element("div", { class: "plot-tools" }, ...before, enlarge);
    if (!close) return tools;
    const away = small("×", `Close ${title}`);
    away.addEventListener("click", close);
    tools.append(away);
    return tools;
}
