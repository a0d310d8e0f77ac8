#!/usr/bin/env bash
# Runs a command in ./test --all; elsewhere says that it was skipped (77).
[ -n "${TALWEG_ALL:-}" ] || exit 77
exec "$@"
