// Where the page begins: find the run, show it, or say why not.
import { hasReport, readReport } from "./data/report";
import { showPage } from "./page";
import { element } from "./panel/element";
import { Theme } from "./panel/theme";

async function main(app: HTMLElement): Promise<void> {
    const theme = new Theme();
    try {
        if (!hasReport()) throw new Error("There is no run in this page.");
        showPage(app, await readReport(), theme);
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const title = element("h1", {}, "This run cannot be shown");
        app.replaceChildren(element("div", { class: "failure" }, title, reason));
        throw error;
    }
}

void main(document.getElementById("app")!);
