# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Shared by the programs in scripts/: messages, folders, atomic writes.

strata_source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
strata_cache_dir=${STRATA_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:?HOME is not set}/.cache}/strata}
strata_build_dir=${STRATA_BUILD_DIR:-$strata_source_dir/build}

say() { printf 'strata: %s\n' "$*" >&2; }
die() {
  printf 'strata: error: %s\n' "$*" >&2
  exit 1
}

# write_file PATH: replaces PATH by standard input in one step, unless it holds
# the same already.
write_file() {
  local temporary
  temporary=$(mktemp "$1.XXXXXX")
  cat >"$temporary"
  if cmp -s "$temporary" "$1"; then
    rm -f "$temporary"
    return 0
  fi
  chmod 644 "$temporary"
  mv -f "$temporary" "$1"
}

# quietly LOG COMMAND...: output goes to LOG and is shown only on failure.
quietly() {
  local log=$1 status=0
  shift
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 40 "$log" >&2
    say "failed (exit status $status): $*"
  fi
  return "$status"
}
