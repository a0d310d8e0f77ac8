// What this page asks of a live scene besides positions. The server computes it only as long as it is asked for.
import type { Connection } from "./connection";

export class Wishes {
    private contact = false;
    private field: number | null = null;

    constructor(private readonly connection: Connection) {}

    set(change: { contact?: boolean; field?: number | null }): void {
        if (change.contact !== undefined) this.contact = change.contact;
        if (change.field !== undefined) this.field = change.field;
        this.connection.send({ do: "show", contact: this.contact, field: this.field });
    }
}
