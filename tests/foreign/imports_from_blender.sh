#!/usr/bin/env bash
# Blender animates and exports a mesh, talweg moves points and an obstacle by it, NumPy compares: PROGRAM DIRECTORY.
set -euo pipefail
program=$1 directory=$2
mkdir -p "$directory"
blender --background --factory-startup --python blender_writes.py -- "$directory"
cp imports.json "$directory"
"$program" run "$directory/imports.json" -o "$directory/run" --overwrite -q
/usr/bin/python3 imports_agree.py "$directory"
