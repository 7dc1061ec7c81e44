# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configuring and building, for scripts/demo and scripts/test.

# As many compilers as there are processors, and memory for.
build_jobs() {
  local processors memory
  processors=$(nproc 2>/dev/null || echo 1)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo \
    2>/dev/null || true)
  if [ -n "$memory" ] && [ "$memory" -lt "$processors" ]; then
    processors=$((memory > 0 ? memory : 1))
  fi
  echo "$processors"
}

# Clones in different folders share what is compiled; the sloppiness is what
# precompiled headers need to be cached at all.
export CCACHE_BASEDIR=$strata_source_dir CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

find_nvcc() {
  local candidate
  for candidate in "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" \
    "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" nvcc /usr/local/cuda/bin/nvcc; do
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}

# configure FOLDER TOOLCHAIN ARGUMENTS...: anew if anything asked for changed.
configure() {
  local folder=$1 toolchain=$2 arguments
  shift 2
  arguments=(-G Ninja -DCMAKE_BUILD_TYPE=Release "$@")
  if [ -n "$toolchain" ]; then
    arguments+=("-DCMAKE_TOOLCHAIN_FILE=$toolchain")
  fi
  if [ -n "${MLIR_ROOT:-}" ]; then
    arguments+=("-DMLIR_ROOT=$MLIR_ROOT")
  elif [ -z "${MLIR_DIR:-}" ] && [ -d "$strata_debian_mlir_root" ]; then
    arguments+=("-DMLIR_ROOT=$strata_debian_mlir_root")
  fi
  if command -v ccache >/dev/null 2>&1; then
    arguments+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache
      -DCMAKE_C_COMPILER_LAUNCHER=ccache)
  fi
  local wanted fresh=()
  wanted=$(printf '%s\n' "${arguments[@]}" "Kokkos_ROOT=${Kokkos_ROOT:-}" \
    "CMAKE_PREFIX_PATH=${CMAKE_PREFIX_PATH:-}" "MLIR_DIR=${MLIR_DIR:-}" \
    "CXX=${CXX:-}" "CXXFLAGS=${CXXFLAGS:-}")
  if [ "$(cat "$folder/strata-configured" 2>/dev/null)" != "$wanted" ]; then
    fresh=(--fresh)
  fi
  say "configuring $folder"
  mkdir -p "$folder"
  quietly "$folder/configure.log" cmake -S "$strata_source_dir" -B "$folder" \
    ${fresh[@]+"${fresh[@]}"} "${arguments[@]}" ||
    die "configuring failed (log: $folder/configure.log)"
  sed -n '/^-- Strata [0-9]/,/^-- *$/p' "$folder/configure.log" >&2
  printf '%s\n' "$wanted" | write_file "$folder/strata-configured"
}

configure_main() {
  local cuda=OFF
  if find_nvcc >/dev/null; then cuda=ON; fi
  configure "$strata_build_dir" "$STRATA_TOOLCHAIN_FILE" \
    -DStrata_ENABLE_CUDA_COMPILE_TESTS=$cuda -DStrata_ENABLE_BENCHMARKS=ON \
    -DStrata_ENABLE_EXAMPLES=ON
}

# build FOLDER [TARGET...]
build() {
  local folder=$1 targets=()
  shift
  if [ $# -gt 0 ]; then targets=(--target "$@"); fi
  say "building $folder"
  cmake --build "$folder" --parallel "$(build_jobs)" \
    ${targets[@]+"${targets[@]}"} >&2 || die "building failed"
}
