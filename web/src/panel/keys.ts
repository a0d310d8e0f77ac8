// The keyboard: space plays and pauses, "." and "," step, R starts over, F frames the view.

export interface KeyActions {
    toggle(): void;
    step(frames: number): void;
    reset(): void;
    frameView(): void;
}

const typed = "input[type=text], input[type=number], select";

export function listenToKeys(actions: KeyActions): void {
    const keys: { [key: string]: () => void } = {
        " ": () => actions.toggle(),
        ".": () => actions.step(1),
        ",": () => actions.step(-1),
        ArrowRight: () => actions.step(1),
        ArrowLeft: () => actions.step(-1),
        r: () => actions.reset(),
        f: () => actions.frameView(),
    };
    window.addEventListener("keydown", (event) => {
        const typing = event.target instanceof Element && event.target.matches(typed);
        if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act) return;
        event.preventDefault();
        act();
    });
}
