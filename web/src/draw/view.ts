// The camera and how the mouse moves it: orbit in three dimensions; pan and zoom, straight on, in planar scenes.
import CameraControls from "camera-controls";
import * as THREE from "three";

// Only what it uses: the whole namespace would keep all of three in the bundle.
const { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster } = THREE;
CameraControls.install({
    THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster },
});

export class View {
    readonly camera: THREE.PerspectiveCamera | THREE.OrthographicCamera;
    readonly controls: CameraControls;

    constructor(
        private readonly host: HTMLElement,
        canvas: HTMLElement,
        readonly planar: boolean,
    ) {
        this.camera = planar ? new THREE.OrthographicCamera() : new THREE.PerspectiveCamera(32);
        this.controls = new CameraControls(this.camera, canvas);
        this.controls.dollyToCursor = true;
        this.controls.smoothTime = 0.16;
        this.controls.draggingSmoothTime = 0.06;
        if (planar) {
            const { TRUCK, ZOOM, TOUCH_TRUCK, TOUCH_ZOOM_TRUCK } = CameraControls.ACTION;
            Object.assign(this.controls.mouseButtons, { left: TRUCK, right: TRUCK, middle: TRUCK, wheel: ZOOM });
            Object.assign(this.controls.touches, { one: TOUCH_TRUCK, two: TOUCH_ZOOM_TRUCK });
        } else {
            this.controls.maxPolarAngle = 0.97 * Math.PI;
        }
        new ResizeObserver(() => this.resize()).observe(host);
        this.resize();
    }

    /// Frames a box, from the direction the camera looks in now, or comes nearer by a factor.
    fit(box: THREE.Box3, smooth: boolean, closer = 1): void {
        if (box.isEmpty()) return;
        this.resize(); // the observer reports a new size only after the next layout
        const center = box.getCenter(new THREE.Vector3());
        const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5);
        if (this.camera instanceof THREE.OrthographicCamera) {
            const tall = Math.max(half.y, half.x / this.aspect, 1e-6) * 1.25;
            void this.controls.setLookAt(center.x, center.y, 1e3, center.x, center.y, 0, smooth);
            void this.controls.zoomTo(closer / tall, smooth);
            return;
        }
        const distance = this.distanceThatShows(half, Math.tan((this.camera.fov * Math.PI) / 360));
        this.camera.near = distance / Math.max(1, closer) / 200;
        this.camera.far = distance * 60;
        this.camera.updateProjectionMatrix();
        this.controls.minDistance = distance / Math.max(1, closer) / 60;
        this.controls.maxDistance = distance * 12;
        const toward = this.direction().multiplyScalar(distance / closer).add(center);
        void this.controls.setLookAt(toward.x, toward.y, toward.z, center.x, center.y, center.z, smooth);
    }

    /// Where a point of the world appears, in CSS pixels from the picture's upper left corner.
    project(point: THREE.Vector3): [number, number] {
        const place = point.clone().project(this.camera);
        return [((place.x + 1) / 2) * this.host.clientWidth, ((1 - place.y) / 2) * this.host.clientHeight];
    }

    lookFrom(azimuthDegrees: number, elevationDegrees: number): void {
        void this.controls.rotateTo((azimuthDegrees * Math.PI) / 180, ((90 - elevationDegrees) * Math.PI) / 180);
        this.controls.update(1);
    }

    get size(): { width: number; height: number } {
        return { width: this.host.clientWidth, height: Math.max(1, this.host.clientHeight) };
    }

    private get aspect(): number {
        return this.size.width / this.size.height;
    }

    private direction(): THREE.Vector3 {
        const { polarAngle, azimuthAngle } = this.controls;
        return new THREE.Vector3().setFromSphericalCoords(1, polarAngle, azimuthAngle);
    }

    /// The least distance at which all eight corners of the box lie inside the picture, with some air around.
    private distanceThatShows(half: THREE.Vector3, slope: number): number {
        const back = this.direction();
        const right = new THREE.Vector3(0, 1, 0).cross(back).normalize();
        const up = back.clone().cross(right);
        let distance = 1e-6;
        for (let corner = 0; corner < 8; ++corner) {
            const place = new THREE.Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
            place.multiply(half);
            const needed = Math.max(Math.abs(place.dot(right)) / this.aspect, Math.abs(place.dot(up))) / slope;
            distance = Math.max(distance, place.dot(back) + 1.1 * needed);
        }
        return distance;
    }

    private resize(): void {
        const aspect = this.aspect;
        if (this.camera instanceof THREE.OrthographicCamera) {
            Object.assign(this.camera, { left: -aspect, right: aspect, top: 1, bottom: -1, near: 0.1, far: 2e3 });
        } else {
            this.camera.aspect = aspect;
        }
        this.camera.updateProjectionMatrix();
    }
}
