"""talweg: simulated motion as the lowest point of one energy landscape. SI units, y up. See docs/python.md."""
from ._talweg import Body, Error, Model, Scene, Simulation, StepReport, __version__
from .run import Run

__all__ = ["Body", "Error", "Model", "Run", "Scene", "Simulation", "StepReport", "__version__"]
