"""talweg: simulated motion as the lowest point of one energy landscape. SI units, y up. See docs/python.md."""
from ._talweg import Batch, Body, Error, Model, Scene, Simulation, StepReport, __version__
from .run import Run
from .sweep import Sweep, sweep

__all__ = ["Batch", "Body", "Error", "Model", "Run", "Scene", "Simulation", "StepReport", "Sweep", "__version__",
           "sweep"]
