#!/usr/bin/env bash
# Installs what web/package-lock.json names, and nothing else; not again, and without any network, until it changes.
set -euo pipefail
npm=$1
[ node_modules/.package-lock.json -nt package-lock.json ] || "$npm" ci --no-progress --ignore-scripts
