// The keyboard: space plays and pauses, "." and "," step, R starts over, F frames the view, P pins.

export interface KeyActions {
    toggle(): void;
    step(frames: number): void;
    reset(): void;
    frameView(): void;
    pin?(): void;
}

const typed = "input[type=text], input[type=number], select";
const slides = "input[type=range]";
const pressed = "button, summary, a[href], input[type=checkbox]";

/// Whether the element that has the focus takes the key itself.
function taken(target: EventTarget | null, key: string): boolean {
    if (!(target instanceof Element)) return false;
    if (target.matches(typed)) return true;
    if (target.matches(slides)) return key.startsWith("Arrow");
    return target.matches(pressed) && (key === " " || key === "Enter");
}

export function listenToKeys(actions: KeyActions): void {
    const keys: { [key: string]: () => void } = {
        " ": () => actions.toggle(),
        ".": () => actions.step(1),
        ",": () => actions.step(-1),
        ArrowRight: () => actions.step(1),
        ArrowLeft: () => actions.step(-1),
        r: () => actions.reset(),
        f: () => actions.frameView(),
        p: () => actions.pin?.(),
    };
    window.addEventListener("keydown", (event) => {
        if (taken(event.target, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act) return;
        event.preventDefault();
        act();
    });
}
