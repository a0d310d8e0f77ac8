// The clock of the page: which frame is shown, and how wall time moves it.
import type { Frames } from "./data/run";

export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export class Player {
    frame = 0;
    playing = false;
    loop = true;
    speed: number; // simulated seconds per second of watching
    private time = 0; // simulated, between the frames' own times
    private opened = false; // shown as the scene's picture, and not yet moved

    constructor(
        private readonly frames: Frames,
        private readonly changed: () => void,
    ) {
        this.speed = comfortableSpeed(frames);
    }

    toggle(): void {
        this.playing = !this.playing;
        if (this.playing && (this.opened || this.frame === this.frames.count - 1)) this.frame = 0;
        this.opened = false;
        this.time = this.frames.time(this.frame);
        this.changed();
    }

    step(frames: number): void {
        this.playing = false;
        this.seek(this.frame + frames);
    }

    reset(): void {
        this.playing = false;
        this.seek(0);
    }

    /// Shows a frame from which playing begins anew.
    open(frame: number): void {
        this.seek(frame);
        this.opened = true;
    }

    seek(frame: number): void {
        this.opened = false;
        this.frame = Math.min(Math.max(Math.round(frame), 0), this.frames.count - 1);
        this.time = this.frames.time(this.frame);
        this.changed();
    }

    seekTime(time: number): void {
        this.seek(this.frameAt(time));
    }

    setSpeed(speed: number): void {
        this.speed = speed;
        this.changed();
    }

    /// `seconds` of wall time have passed.
    advance(seconds: number): void {
        if (!this.playing) return;
        const last = this.frames.count - 1;
        this.time += seconds * this.speed;
        if (this.time > this.frames.time(last) + this.pause) {
            if (this.loop) this.time = this.frames.time(0);
            else this.playing = false;
        }
        const frame = this.frameAt(this.time);
        if (frame === this.frame && this.playing) return;
        this.frame = frame;
        this.changed();
    }

    /// The last frame stays a moment before the loop begins again.
    private get pause(): number {
        return this.loop ? 0.4 * this.speed : 0;
    }

    private frameAt(time: number): number {
        let low = 0;
        let high = this.frames.count - 1;
        const slack = 1e-9 * Math.max(1, Math.abs(time));
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.frames.time(middle) <= time + slack) low = middle;
            else high = middle - 1;
        }
        return low;
    }
}

/// Real time, unless the whole run would be over in less than three seconds or take more than thirty.
function comfortableSpeed(frames: Frames): number {
    const duration = frames.time(frames.count - 1) - frames.time(0);
    if (duration <= 0) return 1;
    if (duration < 3) return speeds.findLast((speed) => duration / speed >= 3) ?? speeds[0]!;
    return speeds.find((speed) => speed >= 1 && duration / speed <= 30) ?? 1;
}
