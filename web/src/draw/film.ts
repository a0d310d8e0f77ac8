// A film of the picture as it is drawn, saved as a file: MP4 where the browser can make one, else WebM.
import { saveFile } from "./save_file";

const kinds = ["video/mp4;codecs=avc1.640028", "video/webm;codecs=vp9", "video/webm;codecs=vp8"];
const bitsPerSecond = 12e6;

export class Film {
    private recorder: MediaRecorder | null = null;

    constructor(
        private readonly canvas: HTMLCanvasElement,
        private readonly title: string,
    ) {}

    /// Begins to film, or ends it and saves; tells whether it films now.
    toggle(): boolean {
        if (this.recorder) this.recorder.stop();
        this.recorder = this.recorder ? null : this.begin();
        return this.recorder !== null;
    }

    private begin(): MediaRecorder {
        const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? "";
        const recorder = new MediaRecorder(this.canvas.captureStream(), {
            mimeType,
            videoBitsPerSecond: bitsPerSecond,
        });
        const parts: Blob[] = [];
        recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
        recorder.addEventListener("stop", () => {
            for (const track of recorder.stream.getTracks()) track.stop();
            const ending = recorder.mimeType.startsWith("video/mp4") ? "mp4" : "webm";
            saveFile(new Blob(parts, { type: recorder.mimeType }), this.title, ending);
        });
        recorder.start(1000);
        return recorder;
    }
}
