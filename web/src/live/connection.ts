// The WebSocket to the server this page came from.
import type { JsonObject } from "../data/run";
import type { Command, Hello, Recording, Status } from "./protocol";

export class Connection {
    onStatus: (status: Status) => void = () => {};
    onRecording: (run: JsonObject) => void = () => {};
    onFrame: (bytes: ArrayBuffer) => void = () => {};
    onClose: () => void = () => {};
    private readonly socket: WebSocket;

    private constructor(private readonly ready: (hello: Hello) => void) {
        this.socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/frames${location.search}`);
        this.socket.binaryType = "arraybuffer";
        this.socket.addEventListener("message", ({ data }) => this.take(data as string | ArrayBuffer));
        this.socket.addEventListener("close", () => this.onClose());
    }

    /// Resolves with the server's first message.
    static open(): Promise<{ hello: Hello; connection: Connection }> {
        return new Promise((resolve, reject) => {
            const connection = new Connection((hello) => resolve({ hello, connection }));
            connection.onClose = () => reject(new Error("The server does not answer: is talweg view still running?"));
        });
    }

    send(command: Command): void {
        if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    }

    private take(data: string | ArrayBuffer): void {
        if (typeof data !== "string") return this.onFrame(data);
        const message = JSON.parse(data) as Hello | Status | Recording;
        if (message.kind === "hello") this.ready(message);
        else if (message.kind === "recording") this.onRecording(message.run);
        else this.onStatus(message);
    }
}
