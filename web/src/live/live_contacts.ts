// What touches in the newest frame of a live scene.
import { largestForce, readBlock, type ContactFrame } from "../data/contact_block";
import { Contacts } from "../data/contacts";
import type { Body } from "../data/run";
import type { Wishes } from "./wishes";

export class LiveContacts extends Contacts {
    private now: ContactFrame | null = null;
    private seen = 0;

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

    take(bytes: DataView): void {
        this.now = readBlock(bytes, 0, this.fixed);
        this.seen = Math.max(largestForce(this.now), 0.995 * this.seen);
    }

    protected watch(on: boolean): void {
        this.wishes.set({ contact: on });
        if (!on) this.now = null;
    }
}
