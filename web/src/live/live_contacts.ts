// What touches in the newest frame of a live scene.
import { forceSizes, largestForce, readBlock, type ContactFrame } from "../data/contact_block";
import { percentiles } from "../colour/percentiles";
import { Contacts } from "../data/contacts";
import type { Body } from "../data/run";
import type { Wishes } from "./wishes";

export class LiveContacts extends Contacts {
    private now: ContactFrame | null = null;
    private seen = 0;
    private most = 0; // the 99th percentile, likewise

    constructor(
        bodies: Body[],
        private readonly wishes: Wishes,
    ) {
        super(bodies);
    }

    at(_frame: number): ContactFrame | null {
        return this.now;
    }

    /// A blow is forgotten after some seconds.
    get largest(): number {
        return this.seen;
    }

    get usual(): number {
        return this.most;
    }

    take(bytes: DataView): void {
        this.now = readBlock(bytes, 0, this.fixed);
        this.most = Math.max(percentiles([forceSizes(this.now)])?.[1] ?? 0, 0.995 * this.most);
        this.seen = Math.max(largestForce(this.now), 0.995 * this.seen);
    }

    protected watch(on: boolean): void {
        this.wishes.set({ contact: on });
        if (!on) this.now = null;
    }
}
