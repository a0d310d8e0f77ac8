#!/usr/bin/env bash
# format.sh CLANG_FORMAT [-i]: names every C++ file of the tree that is not formatted as .clang-format says; -i rewrites
# them instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mapfile -t files < <(find src apps python examples tests benchmarks -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cu' \) | sort)
if [ "${2:-}" = -i ]; then
    exec "$1" -i "${files[@]}"
fi
unformatted=$("$1" --dry-run "${files[@]}" 2>&1 | sed -n 's/:[0-9]*:[0-9]*: warning: .*violations.*//p' | sort -u)
if [ -n "$unformatted" ]; then
    printf 'not formatted; tests/project/format.sh clang-format -i mends it:\n%s\n' "$unformatted"
    exit 1
fi
