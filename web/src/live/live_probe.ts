// What a live page tells of itself, besides what every page does.
import type { Run } from "../data/run";
import type { Picture } from "../picture";
import { Probe } from "../probe";
import type { Drag } from "./drag";
import type { LiveBar } from "./live_bar";
import type { Status } from "./protocol";
import type { RigHandles } from "./rig_handles";

export class LiveProbe extends Probe {
    status: Status | null = null;
    connected = true;
    step = 0;
    framesTaken = 0;
    frameBytes = 0; // of the last frame's message
    ticks = 0; // of the page's clock: at most one per refresh of the screen
    scriptMilliseconds = 0; // spent by the page's own code in all of them

    constructor(
        run: Run,
        picture: Picture,
        bar: LiveBar,
        private readonly drag: Drag,
        private readonly rig: RigHandles | null = null,
    ) {
        super(run, picture, {
            frame: 1, // the newest
            get playing() {
                return bar.playing;
            },
            seek: () => {},
        });
    }

    /// Where to, metres.
    get target(): number[] {
        return this.drag.cursor;
    }

    /// Where the mark of a handle is, metres; and where it appears in the window, CSS pixels.
    handle(index: number): number[] {
        return this.rig?.place(index).toArray() ?? [];
    }
    handleScreen(index: number): [number, number] {
        return this.rig ? this.screenOf(this.rig.place(index).toArray()) : [0, 0];
    }

    /// The handle that is dragged; −1: none.
    get dragged(): number {
        return this.rig?.dragged ?? -1;
    }

    /// The point that is pulled, as the server was told; −1: none.
    get pulled(): number {
        return this.drag.pulled;
    }
}
