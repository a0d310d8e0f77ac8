// What was recorded beside the frames, asked of the server piece by piece while somebody looks.
import { colourRange } from "../colour/percentiles";
import { Contacts, StoredContacts } from "../data/contacts";
import type { ContactFrame } from "../data/contact_block";
import type { GrowingFrames } from "../data/growing_frames";
import type { Body, Field } from "../data/run";
import type { FieldName } from "./protocol";

/// `take` gets whole frames, and tells how many.
class Fetching {
    private wanted = false;
    private busy = false;
    private have = 0;

    constructor(
        private readonly query: string,
        private readonly take: (bytes: ArrayBuffer) => number,
        private readonly changed: () => void,
    ) {}

    want(on: boolean): void {
        this.wanted = on;
        void this.more();
    }

    /// As far as the recording has come.
    async more(): Promise<void> {
        if (this.busy) return;
        this.busy = true;
        try {
            while (this.wanted) {
                const token = location.search ? `&${location.search.slice(1)}` : "";
                const answer = await fetch(`/recorded?${this.query}&from=${this.have}${token}`);
                const bytes = await answer.arrayBuffer();
                if (!answer.ok || bytes.byteLength === 0) break;
                this.have += this.take(bytes);
                this.changed();
            }
        } catch {
            // The server has gone, which the page says elsewhere.
        } finally {
            this.busy = false;
        }
    }
}

export class FetchedContacts extends Contacts {
    private readonly stored: StoredContacts;
    private readonly fetching: Fetching;

    constructor(
        bodies: Body[],
        private readonly frames: GrowingFrames,
        changed: () => void,
    ) {
        super(bodies);
        this.stored = new StoredContacts(bodies);
        this.fetching = new Fetching("contact=1", (bytes) => this.stored.append(bytes), changed);
    }

    at(frame: number): ContactFrame | null {
        return this.stored.at(this.frames.arrival(frame));
    }

    get largest(): number {
        return this.stored.largest;
    }

    get usual(): number {
        return this.stored.usual;
    }

    more(): void {
        void this.fetching.more();
    }

    protected watch(on: boolean): void {
        this.fetching.want(on);
    }
}

export class FetchedField implements Field {
    readonly name: string;
    readonly unit: string;
    private readonly values: Float32Array[] = [];
    private bounds: [number, number] = [0, 1];
    private boundsOf = 0; // so many frames
    private readonly fetching: Fetching;
    private lookers = 0;

    constructor(
        { name, unit }: FieldName,
        index: number,
        private readonly pointCount: number,
        private readonly frames: GrowingFrames,
        changed: () => void,
    ) {
        this.name = name.replaceAll("_", " ");
        this.unit = unit;
        this.fetching = new Fetching(`field=${index}`, (bytes) => this.append(bytes), changed);
    }

    watch(on: boolean): void {
        this.lookers += on ? 1 : -1;
        this.fetching.want(this.lookers > 0);
    }

    more(): void {
        void this.fetching.more();
    }

    range(): [number, number] {
        if (this.values.length > 1.2 * this.boundsOf) {
            this.boundsOf = this.values.length;
            this.bounds = colourRange(this.values);
        }
        return this.bounds;
    }

    read(frame: number, out: Float32Array): void {
        const values = this.values[this.frames.arrival(frame)];
        if (values) out.set(values);
        else out.fill(NaN);
    }

    private append(bytes: ArrayBuffer): number {
        const count = bytes.byteLength / (4 * this.pointCount);
        for (let i = 0; i < count; ++i)
            this.values.push(new Float32Array(bytes, 4 * this.pointCount * i, this.pointCount));
        return count;
    }
}
