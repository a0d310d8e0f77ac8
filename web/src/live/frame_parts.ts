// What stands behind positions and numbers in a frame of a live scene, because this page asked for it
// (serve/frame_packet.hpp).

export interface PartTakers {
    contact(block: DataView): void;
    field(index: number, values: Float32Array): void;
    handles(ends: Float32Array): void;
}

const [contact, field, handles] = [1, 2, 3];

export function readParts(bytes: ArrayBuffer, offset: number, takers: PartTakers): void {
    const view = new DataView(bytes);
    while (offset + 8 <= bytes.byteLength) {
        const [kind, length] = [view.getUint32(offset, true), view.getUint32(offset + 4, true)];
        const begin = offset + 8;
        if (kind === contact) takers.contact(new DataView(bytes, begin, length));
        if (kind === field)
            takers.field(view.getUint32(begin, true), new Float32Array(bytes, begin + 4, length / 4 - 1));
        if (kind === handles) takers.handles(new Float32Array(bytes.slice(begin, begin + length)));
        offset = begin + length;
    }
}
