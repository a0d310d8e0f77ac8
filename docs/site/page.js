// What a page does by itself: light or dark, the menu on small screens, copying code, and where one is in the text.
(() => {
    const page = document.documentElement;
    const remembered = (() => {
        try {
            return localStorage.getItem("talweg-theme");
        } catch {
            return null; // storage may be forbidden
        }
    })();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const show = (theme) => page.setAttribute("data-theme", theme);
    show(remembered ?? (dark.matches ? "dark" : "light")); // before anything is drawn

    function switchTheme() {
        const theme = page.dataset.theme === "dark" ? "light" : "dark";
        show(theme);
        try {
            localStorage.setItem("talweg-theme", theme);
        } catch {
            // it then lasts as long as the page
        }
    }

    function openMenu(open) {
        document.body.classList.toggle("menu", open);
        document.getElementById("site-menu").setAttribute("aria-expanded", String(open));
    }

    function offerCopies() {
        for (const block of document.querySelectorAll("pre.code:not(.formula)")) {
            const button = document.createElement("button");
            button.className = "copy";
            button.textContent = "Copy";
            button.addEventListener("click", async () => {
                const text = block.querySelector("code").textContent;
                try {
                    await navigator.clipboard.writeText(text);
                    button.textContent = "Copied";
                } catch {
                    getSelection().selectAllChildren(block.querySelector("code"));
                    button.textContent = "Selected";
                }
                setTimeout(() => (button.textContent = "Copy"), 1500);
            });
            const frame = document.createElement("div");
            frame.className = "copyable";
            block.replaceWith(frame);
            frame.append(block, button);
        }
    }

    /// Marks the heading that is being read in the outline of the page.
    function followReading() {
        const outline = document.getElementById("site-outline");
        if (!outline) return;
        const links = new Map([...outline.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
        const headings = [...document.querySelectorAll("main h2[id], main h3[id]")].filter((one) => links.has(one.id));
        let marked = null;
        const mark = () => {
            const passed = headings.filter((one) => one.getBoundingClientRect().top < 120);
            const link = links.get((passed.at(-1) ?? headings[0])?.id);
            if (link === marked) return;
            marked?.classList.remove("here");
            link.classList.add("here");
            marked = link;
            const box = outline.getBoundingClientRect();
            const place = link.getBoundingClientRect();
            if (place.top < box.top + 40 || place.bottom > box.bottom - 40)
                outline.scrollTop += place.top - box.top - box.height / 2;
        };
        addEventListener("scroll", mark, { passive: true });
        mark();
    }

    addEventListener("DOMContentLoaded", () => {
        document.getElementById("site-theme").addEventListener("click", switchTheme);
        const menu = document.getElementById("site-menu");
        menu.addEventListener("click", () => openMenu(menu.getAttribute("aria-expanded") !== "true"));
        document.getElementById("site-veil").addEventListener("click", () => openMenu(false));
        addEventListener("keydown", (event) => event.key === "Escape" && openMenu(false));
        const here = document.querySelector("#site-contents [aria-current]");
        const contents = document.getElementById("site-contents");
        if (here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
        offerCopies();
        followReading();
    });
})();
