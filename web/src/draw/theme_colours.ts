// The colours of the picture in the light and in the dark theme. Materials hold the very objects, so that a change of
// theme is a change of their numbers.
import * as THREE from "three";
import { oklch } from "../colour/oklab";

type Lch = [number, number, number];

const themes: { [theme in "light" | "dark"]: { [name in keyof ThemeColours]: Lch } } = {
    light: {
        skyTop: [0.93, 0.012, 240],
        skyBottom: [0.985, 0.004, 90],
        paper: [0.985, 0.003, 90],
        gridLine: [0.62, 0.02, 250],
        wire: [0.25, 0.03, 255],
        rim: [0.99, 0, 0],
        pin: [0.6, 0.19, 35],
        force: [0.5, 0.22, 10],
        joint: [0.42, 0.17, 295],
        obstacle: [0.8, 0.012, 250],
        shadow: [0.2, 0.03, 260],
    },
    dark: {
        skyTop: [0.19, 0.018, 255],
        skyBottom: [0.265, 0.016, 255],
        paper: [0.195, 0.014, 255],
        gridLine: [0.5, 0.025, 250],
        wire: [0.12, 0.02, 255],
        rim: [0.2, 0.014, 255],
        pin: [0.75, 0.16, 50],
        force: [0.8, 0.16, 350],
        joint: [0.8, 0.13, 300],
        obstacle: [0.42, 0.016, 250],
        shadow: [0.02, 0.01, 260],
    },
};

export interface ThemeColours {
    skyTop: THREE.Color;
    skyBottom: THREE.Color;
    paper: THREE.Color; // the background of planar scenes
    gridLine: THREE.Color;
    wire: THREE.Color;
    rim: THREE.Color; // around the points of planar scenes
    pin: THREE.Color;
    force: THREE.Color; // of contact
    joint: THREE.Color;
    obstacle: THREE.Color; // what bodies meet stays in the background
    shadow: THREE.Color;
}

export function themeColours(): ThemeColours {
    const names = Object.keys(themes.light) as (keyof ThemeColours)[];
    return Object.fromEntries(names.map((name) => [name, new THREE.Color()])) as unknown as ThemeColours;
}

export function applyTheme(colours: ThemeColours, dark: boolean): void {
    const theme = themes[dark ? "dark" : "light"];
    for (const name of Object.keys(theme) as (keyof ThemeColours)[]) colours[name].setRGB(...oklch(...theme[name]));
}
