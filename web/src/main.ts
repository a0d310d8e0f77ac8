// Where the page begins: find the run, show it, or say why not.
import { hasReport, hasSeveral, readReport, readSeveral } from "./data/report";
import { showServed } from "./live/served";
import { element } from "./panel/element";
import { Theme } from "./panel/theme";
import { showRecordedPage } from "./recorded_page";
import { showSeveralPage } from "./several_page";

async function main(app: HTMLElement): Promise<void> {
    const theme = new Theme();
    try {
        if (hasSeveral()) {
            showSeveralPage(app, await readSeveral(), theme);
        } else if (hasReport()) {
            showRecordedPage(app, await readReport(), theme);
        } else {
            await showServed(app, theme);
        }
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const title = element("h1", {}, "This run cannot be shown");
        app.replaceChildren(element("div", { class: "failure" }, title, reason));
        throw error;
    }
}

void main(document.getElementById("app")!);
