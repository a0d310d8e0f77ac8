// DOM elements in one expression.

type Attributes = { [name: string]: string };

export function element<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

export function iconButton(icon: string, title: string, act: () => void): HTMLButtonElement {
    const button = element("button", { class: "icon", title, "aria-label": title, type: "button" });
    setIcon(button, icon);
    button.addEventListener("click", (event) => {
        act();
        if (event.detail > 0) button.blur(); // by mouse: space goes on meaning play; by key the focus stays
    });
    return button;
}

/// `icon` is the path data of a 24 × 24 drawing.
export function setIcon(button: HTMLElement, icon: string): void {
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>`;
}
