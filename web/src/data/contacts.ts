// What touches in a run, frame by frame. Nothing is fetched or computed until somebody looks.
import { percentiles } from "../colour/percentiles";
import { blockLength, forceSizes, largestForce, readBlock, type ContactFrame } from "./contact_block";
import type { Body } from "./run";

export abstract class Contacts {
    protected readonly fixed: Uint8Array; // 1: a point of an obstacle
    private lookers = 0;

    constructor(bodies: Body[]) {
        this.fixed = new Uint8Array(bodies.reduce((sum, body) => sum + body.pointCount, 0));
        for (const { obstacle, firstPoint, pointCount } of bodies)
            if (obstacle) this.fixed.fill(1, firstPoint, firstPoint + pointCount);
    }

    /// Somebody looks now, or no longer.
    look(on: boolean): void {
        this.lookers += on ? 1 : -1;
        if (this.lookers === (on ? 1 : 0)) this.watch(on);
    }

    /// Null: not known.
    abstract at(frame: number): ContactFrame | null;
    /// The largest force on a point, N, as far as is known.
    abstract get largest(): number;
    /// The 99th percentile of the forces on points that feel one, N: the end of colours.
    abstract get usual(): number;
    protected abstract watch(on: boolean): void;
}

/// Blocks of frames, one after the other as they come.
export class StoredContacts extends Contacts {
    private readonly blocks: { bytes: DataView; offset: number }[] = [];
    private known: { frame: number; content: ContactFrame } | null = null;
    private most = 0;
    private readonly sizes: Float32Array[] = [];
    private ofSizes: { count: number; value: number } = { count: 0, value: 0 };

    /// Takes whole blocks; tells how many.
    append(bytes: ArrayBuffer | Uint8Array): number {
        const view =
            bytes instanceof Uint8Array
                ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
                : new DataView(bytes);
        const before = this.blocks.length;
        for (let offset = 0; offset < view.byteLength; offset += blockLength(view, offset)) {
            this.blocks.push({ bytes: view, offset });
            const frame = readBlock(view, offset, this.fixed);
            this.most = Math.max(this.most, largestForce(frame));
            this.sizes.push(forceSizes(frame));
        }
        return this.blocks.length - before;
    }

    at(frame: number): ContactFrame | null {
        const block = this.blocks[frame];
        if (!block) return null;
        if (this.known?.frame !== frame)
            this.known = { frame, content: readBlock(block.bytes, block.offset, this.fixed) };
        return this.known.content;
    }

    get largest(): number {
        return this.most;
    }

    get usual(): number {
        if (this.ofSizes.count !== this.sizes.length)
            this.ofSizes = { count: this.sizes.length, value: percentiles(this.sizes)?.[1] ?? 0 };
        return this.ofSizes.value;
    }

    protected watch(_on: boolean): void {}
}
