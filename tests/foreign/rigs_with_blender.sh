#!/usr/bin/env bash
# Blender rigs, animates and exports a mesh, talweg adds what swings, Blender opens the point caches on its mesh:
# PROGRAM DIRECTORY.
set -euo pipefail
program=$1 directory=$2
mkdir -p "$directory"
blender --background --factory-startup --python blender_rigs.py -- write "$directory"
cp rigs.json "$directory"
"$program" run "$directory/rigs.json" -o "$directory/run" --overwrite -q
"$program" export "$directory/run" --format pc2 --up z
blender --background --factory-startup --python blender_rigs.py -- read "$directory"
