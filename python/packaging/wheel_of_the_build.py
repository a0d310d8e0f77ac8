"""What pip asks for (PEP 517): builds the module with CMake and packs what `cmake --install` would put into a wheel.

The build directory is build/release, as for ./run; another one in TALWEG_BUILD. Packages that are missing are named by
CMake; scripts/install_python installs them.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel and returns its name."""
    build = pathlib.Path(os.environ.get("TALWEG_BUILD", ROOT / "build/release"))
    run = lambda *words: subprocess.run(list(map(str, words)), check=True)  # noqa: E731
    plan = build / "build.ninja"
    if not plan.exists() or "talweg_python" not in plan.read_text("utf-8"):
        run("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTALWEG_PYTHON=ON",
            f"-DPython3_EXECUTABLE={sys.executable}")
    run("cmake", "--build", build, "--target", "talweg_python")
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    platform = re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())
    name = f"talweg-{_version()}-{tag}-{tag}-{platform}.whl"
    with tempfile.TemporaryDirectory() as stage:
        run("cmake", "--install", build, "--component", "python", "--prefix", stage)
        _pack(pathlib.Path(stage), pathlib.Path(wheel_directory) / name, f"{tag}-{tag}-{platform}")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("talweg is installed from its repository: pip install --no-build-isolation .")


def _version():
    return re.search(r"project\(talweg VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text("utf-8")).group(1)


def _pack(stage, wheel, tag):
    """A wheel is a zip file with three files about itself; RECORD has a digest of every other one."""
    about = f"talweg-{_version()}.dist-info"
    files = {str(path.relative_to(stage)): path.read_bytes() for path in sorted(stage.rglob("*")) if path.is_file()}
    files[f"{about}/METADATA"] = (f"Metadata-Version: 2.1\nName: talweg\nVersion: {_version()}\n"
                                  "Requires-Python: >=3.9\nRequires-Dist: numpy\n").encode()
    files[f"{about}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: talweg\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{about}/RECORD"] = (record + f"{about}/RECORD,,\n").encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
