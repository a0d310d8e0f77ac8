// The force of contact on every point, as a colour.
import type { Contacts } from "../data/contacts";
import type { Field } from "../data/run";

export function contactForceField(contacts: Contacts): Field {
    return {
        name: "contact force",
        unit: "N",
        range: () => [0, contacts.usual || contacts.largest || 1],
        watch: (on) => contacts.look(on),
        read(frame, out) {
            out.fill(0);
            const touching = contacts.at(frame);
            touching?.points.forEach((point, i) => {
                const { forces } = touching;
                out[point] = Math.hypot(forces[3 * i]!, forces[3 * i + 1]!, forces[3 * i + 2]!);
            });
        },
    };
}
