// How fast simulated time goes by the clock on the wall, over the last second or so.

const window = 1.2; // s

export class RealTime {
    private marks: { wall: number; time: number }[] = [];

    /// `wall` and `time`: seconds, both at this moment. The factor, or null while it is too early to tell.
    factor(wall: number, time: number): number | null {
        const last = this.marks.at(-1);
        if (last && time < last.time) this.forget(); // started over
        if (!last || wall - last.wall > 0.05) this.marks.push({ wall, time });
        while (this.marks.length > 2 && this.marks[1]!.wall < wall - window) this.marks.shift();
        const first = this.marks[0];
        return first && wall - first.wall > 0.3 ? (time - first.time) / (wall - first.wall) : null;
    }

    forget(): void {
        this.marks = [];
    }
}
