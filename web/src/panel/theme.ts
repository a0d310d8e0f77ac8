// Light or dark: what the system prefers, until the reader chooses; the choice is remembered where the browser allows.

const key = "talweg-theme";

export class Theme {
    private readonly listeners: ((dark: boolean) => void)[] = [];
    dark: boolean;

    constructor() {
        const system = window.matchMedia("(prefers-color-scheme: dark)");
        this.dark = (remembered() ?? (system.matches ? "dark" : "light")) === "dark";
        system.addEventListener("change", (event) => {
            if (remembered() === null) this.set(event.matches);
        });
        this.mark();
    }

    toggle(): void {
        this.set(!this.dark);
        try {
            localStorage.setItem(key, this.dark ? "dark" : "light");
        } catch {
            // A page opened from disk may have no storage; the choice then lasts as long as the page.
        }
    }

    /// Calls back now and at every change.
    follow(listener: (dark: boolean) => void): void {
        this.listeners.push(listener);
        listener(this.dark);
    }

    private set(dark: boolean): void {
        this.dark = dark;
        this.mark();
        for (const listener of this.listeners) listener(dark);
    }

    private mark(): void {
        document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
    }
}

function remembered(): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}
