// A sentence over the picture that stays until it is taken back.
import { element } from "../panel/element";

export const serverGone = "The server has gone; this is the last it sent. Start talweg view again, then reload.";

export function showNotice(app: HTMLElement, text: string): void {
    app.querySelector(".notice")?.remove();
    if (text) app.querySelector(".picture")?.append(element("div", { class: "notice", role: "status" }, text));
}
