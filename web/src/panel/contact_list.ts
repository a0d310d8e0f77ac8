// What touches now: pairs of bodies, the largest force first. A pair under the mouse is marked in the picture.
import { cssColour } from "../colour/oklab";
import { colourOf } from "../colour/palette";
import type { TouchingPair } from "../data/contact_block";
import type { Contacts } from "../data/contacts";
import type { Body } from "../data/run";
import { element } from "./element";
import { quantity } from "./quantity";

const most = 40; // rows

export class ContactList {
    readonly root: HTMLDetailsElement;
    private readonly list = element("ul", { class: "pairs" });
    private readonly rest = element("p", { class: "note" });
    private readonly rows: PairRow[] = [];
    private order: string[] = []; // of the pairs, as long as the mouse is over them

    constructor(
        private readonly contacts: Contacts,
        private readonly bodies: Body[],
        private readonly mark: (pair: TouchingPair | null) => void,
        open: boolean,
    ) {
        const summary = element("summary", {}, "What touches");
        this.root = element("details", { class: "section touching" }, summary, this.list, this.rest);
        this.root.addEventListener("toggle", () => {
            contacts.look(this.root.open);
            if (!this.root.open) this.mark(null);
            this.update(this.frame);
        });
        this.list.addEventListener("pointerleave", () => {
            this.order = [];
            this.mark(null);
        });
        this.root.open = open; // which makes a toggle event
    }

    private frame = 0;

    update(frame: number): void {
        this.frame = frame;
        if (!this.root.open) return;
        const touching = this.contacts.at(frame);
        const pairs = this.sorted(touching?.pairs ?? []);
        pairs.slice(0, most).forEach((pair, i) => {
            this.rows[i] ??= new PairRow(this.list, this.bodies, (chosen) => this.choose(chosen));
            this.rows[i].show(pair);
        });
        this.rows.forEach((row, i) => (row.root.hidden = i >= pairs.length));
        const more = pairs.length - most;
        this.rest.textContent = !touching ? "…" : pairs.length === 0 ? "Nothing." : more > 0 ? `and ${more} more` : "";
        this.rest.hidden = this.rest.textContent === "";
    }

    private choose(pair: TouchingPair): void {
        if (this.order.length === 0) this.order = this.rows.map((row) => key(row.pair));
        this.mark(pair);
    }

    /// By force; rows do not run away from the mouse.
    private sorted(pairs: TouchingPair[]): TouchingPair[] {
        const place = (pair: TouchingPair) => {
            const known = this.order.indexOf(key(pair));
            return known < 0 ? this.order.length : known;
        };
        return [...pairs].sort((a, b) => place(a) - place(b) || b.force - a.force || b.contacts - a.contacts);
    }
}

class PairRow {
    readonly root: HTMLElement;
    pair: TouchingPair = { first: -1, second: -1, contacts: 0, force: 0 };
    private readonly swatches = [element("i", { class: "swatch" }), element("i", { class: "swatch" })];
    private readonly name = element("span", { class: "name" });
    private readonly force = element("b");

    constructor(
        list: HTMLElement,
        private readonly bodies: Body[],
        choose: (pair: TouchingPair) => void,
    ) {
        this.root = element("li", {}, ...this.swatches, this.name, this.force);
        this.root.addEventListener("pointerenter", () => choose(this.pair));
        list.append(this.root);
    }

    show(pair: TouchingPair): void {
        const { first, second, contacts, force } = pair;
        if (first !== this.pair.first || second !== this.pair.second) {
            [first, second].forEach((body, i) => {
                const colour = cssColour(colourOf(this.bodies[body]!, body));
                this.swatches[i]!.style.background = colour;
            });
            const [one, other] = [this.bodies[first]!.name, this.bodies[second]!.name];
            this.name.textContent = first === second ? `${one}, itself` : `${one} – ${other}`;
        }
        this.pair = pair;
        this.root.title = `${contacts} pairs of points, edges and faces in reach`;
        // Within a body forces add up to nothing.
        this.force.textContent = first === second ? "" : quantity(force, "N");
    }
}

function key({ first, second }: TouchingPair): string {
    return `${first} ${second}`;
}
