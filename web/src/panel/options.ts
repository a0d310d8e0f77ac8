// What is drawn and how it is coloured.
import GUI from "lil-gui";
import type { Part } from "../draw/body_view";
import type { Picture } from "../picture";

const partNames: { [part in Part]: string } = {
    surface: "surface",
    wires: "wires",
    springs: "springs",
    points: "points",
    pins: "held points",
};

export function options(picture: Picture): HTMLElement {
    const { world, colouring } = picture;
    const gui = new GUI({ autoPlace: false, title: "View" });
    const state = { grid: true, frame: () => picture.frameView() };
    gui.add(colouring, "name", ["body", ...colouring.fields.map((field) => field.name)])
        .name("colour by")
        .listen();
    if (!picture.live)
        gui.add(world, "deformation") // without an end: a millimetre shows on a bridge
            .min(1)
            .step(1)
            .name("deformation ×")
            .onChange(() => picture.show(picture.frame));
    for (const part of world.parts)
        gui.add(world.shown, part)
            .name(partNames[part])
            .onChange(() => world.applyShown());
    if (picture.contact)
        gui.add(picture.contact, "forces")
            .name("contact forces")
            .onChange(() => picture.show(picture.frame));
    if (picture.joints) gui.add(picture.joints, "shown").name("joints");
    gui.add(state, "grid").onChange((visible: boolean) => picture.setGround(visible));
    gui.add(state, "frame").name("frame the view (F)");
    return gui.domElement;
}
