# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The packages of Debian 12 itself that Strata is built with.

strata_tool_packages=(g++ cmake ninja-build ccache pkg-config git
  python3)
strata_library_packages=(libhwloc-dev libgtest-dev libbenchmark-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libfast-float-dev libxxhash-dev
  zlib1g-dev libhdf5-dev)
# Other libraries that benchmarks are run against.
strata_peer_packages=(libeigen3-dev libgraphblas-dev librsb-dev)
strata_mlir_packages=(libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools)

package_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

package_needed() {
  case $1 in
    g++) ! command -v "${CXX:-g++}" ;;
    cmake) ! command -v cmake ;;
    ninja-build) ! command -v ninja ;;
    ccache) ! command -v ccache ;;
    pkg-config) ! command -v pkg-config ;;
    git) ! command -v git ;;
    python3) ! command -v python3 ;;
    *) ! package_installed "$1" ;;
  esac >/dev/null 2>&1
}

# An MLIR that the user points to is used as it is.
user_has_mlir() { [ -n "${MLIR_ROOT:-}${MLIR_DIR:-}" ]; }

missing_packages() {
  local wanted=("${strata_tool_packages[@]}" "${strata_library_packages[@]}")
  user_has_mlir || wanted+=("${strata_mlir_packages[@]}")
  if [ "${strata_want_peers:-no}" = yes ]; then
    wanted+=("${strata_peer_packages[@]}")
  fi
  local package
  for package in "${wanted[@]}"; do
    if package_needed "$package"; then echo "$package"; fi
  done
}

can_become_root() {
  [ "$(id -u)" -eq 0 ] && return 0
  command -v sudo >/dev/null 2>&1 || return 1
  # Without a terminal nobody can type a password.
  sudo -n true 2>/dev/null || { [ -z "${CI:-}" ] && [ -t 0 ] && sudo -v; }
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install_debian_packages() {
  if ! command -v dpkg-query >/dev/null 2>&1; then
    say "this is not a Debian system: compilers and libraries are yours to bring"
    return 0
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  if [ "${#missing[@]}" -eq 0 ]; then
    say "Debian packages: all installed"
    return 0
  fi
  can_become_root ||
    die "packages are missing and this user is neither root nor may use sudo;" \
      "ask an administrator for: apt-get install ${missing[*]}"
  say "Debian packages: installing ${missing[*]}"
  local log=$strata_cache_dir/apt.log
  # An earlier installation that was cut off is completed first.
  if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
    quietly "$log" as_root dpkg --configure -a || true
  fi
  quietly "$log" as_root apt-get -o DPkg::Lock::Timeout=300 update ||
    say "apt-get update reported problems; trying with the lists there are"
  quietly "$log" as_root env DEBIAN_FRONTEND=noninteractive apt-get \
    -o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
    "${missing[@]}" ||
    die "could not install: ${missing[*]} (log: $log)"
}
