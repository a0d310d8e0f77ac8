// An even room around everything, and a warm key light from above that throws the soft shadow. What the bodies hide of
// the room's light from the ground is contact_shadow.ts's.
import * as THREE from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";

const keyDirection = new THREE.Vector3(0.35, 1, 0.5).normalize();

/// Adds the lights; the result aims them, and the shadow, at a part of the world.
export function addLights(scene: THREE.Scene, renderer: THREE.WebGLRenderer): (box: THREE.Box3) => void {
    const generator = new THREE.PMREMGenerator(renderer);
    scene.environment = generator.fromScene(new RoomEnvironment(), 0.04, 0.1, 100, { size: 64 }).texture;
    scene.environmentIntensity = 0.55;
    generator.dispose();

    const key = new THREE.DirectionalLight(0xfff1dd, 2.4);
    key.castShadow = true;
    key.shadow.mapSize.set(2048, 2048);
    key.shadow.radius = 6;
    scene.add(key, key.target);

    return (box) => {
        const sphere = box.getBoundingSphere(new THREE.Sphere());
        const reach = Math.max(sphere.radius, 1e-6);
        key.target.position.copy(sphere.center);
        key.position.copy(sphere.center).addScaledVector(keyDirection, 4 * reach);
        const camera = key.shadow.camera;
        [camera.left, camera.right, camera.bottom, camera.top] = [-reach, reach, -reach, reach];
        [camera.near, camera.far] = [reach, 8 * reach]; // far enough for the ground below the body
        camera.updateProjectionMatrix();
        key.shadow.normalBias = 0.01 * reach;
        key.shadow.bias = -0.0004;
    };
}
