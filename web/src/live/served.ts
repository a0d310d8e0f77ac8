// A page given by `talweg view`: asks the server what there is, and shows it.
import { readBodies } from "../data/topology";
import type { Theme } from "../panel/theme";
import { Connection } from "./connection";
import { showLivePage } from "./live_page";
import { showReplay } from "./replay_page";

export async function showServed(app: HTMLElement, theme: Theme): Promise<void> {
    const { hello, connection } = await Connection.open();
    const bodies = readBodies(hello.topology, hello.looks ?? null);
    if (hello.live) await showLivePage(app, hello, bodies, connection, theme);
    else await showReplay(app, hello, bodies, connection, theme);
}
