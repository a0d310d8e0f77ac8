#!/usr/bin/env bash
# A run, and all its exports, for the programs that are asked to open them: PROGRAM SCENE DIRECTORY.
set -euo pipefail
program=$1 scene=$2 directory=$3
"$program" run "$scene" -o "$directory" --overwrite -q
for format in glb npz usda; do "$program" export "$directory" --format $format -o "$directory/clip.$format"; done
for format in obj pc2 ply vtu; do "$program" export "$directory" --format $format; done
"$program" export "$directory" --format pc2 --up z -o "$directory/pc2_z"
"$program" export "$directory" --format usda --up z -o "$directory/clip_z.usda"
