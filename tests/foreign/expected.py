"""What the run itself says, for comparison with what other programs made of its exports."""
import json
import sys

import numpy as np

FLOAT = 4e-7  # of the largest coordinate: single precision, and a difference of two such numbers


class Run:
    """positions.npy and topology.json of a run directory, each body reduced to what its exports show."""

    def __init__(self, directory):
        self.x = np.load(f"{directory}/positions.npy")
        with open(f"{directory}/scene.json", encoding="utf-8") as file:
            time = json.load(file)["time"]
        self.frame_time = time["step"] * time["steps_per_frame"]
        with open(f"{directory}/topology.json", encoding="utf-8") as file:
            self.bodies = json.load(file)["bodies"]

    def frames(self):
        """Three of them: the first, one in between, the last."""
        return [0, len(self.x) // 3, len(self.x) - 1]

    def skin(self, body):
        """Indices of the points that pictures show."""
        if body["triangles"]:
            return body["first_point"] + np.unique(np.array(body["triangles"]))
        return body["first_point"] + np.arange(body["point_count"])

    def volume(self, body):
        """Indices of the points of its tetrahedra."""
        return body["first_point"] + np.unique(np.array(body["tets"]))


measured = []


def compare(what, found, expected, tolerance=FLOAT):
    """Notes the largest difference; ends the check when it is not within float precision."""
    found, expected = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    if found.shape != expected.shape:
        sys.exit(f"{what}: {found.shape} instead of {expected.shape}")
    error = float(np.abs(found - expected).max())
    scale = max(1.0, float(np.abs(expected).max()))
    measured.append(error / scale)
    if not error <= tolerance * scale:
        sys.exit(f"{what}: differs by {error}, which is {error / scale:.2g} of {scale:g}")


def finish(program):
    """Says what was compared; a check that compared nothing has failed."""
    if not measured:
        sys.exit(f"{program}: nothing was compared")
    print(f"{program}: {len(measured)} arrays agree, largest relative difference {max(measured):.2g}")
