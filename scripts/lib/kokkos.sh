# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A Kokkos in a private prefix, for machines that have none: binary packages of
# a newer Debian suite, unpacked (never installed) together with the C library
# they need. docs: README.md, "Bringing your own Kokkos".

kokkos_suite=sid
strata_prefix_layout=1
strata_debian_mlir_root=/usr/lib/llvm-22
kokkos_runtime_packages=(libc6 libstdc++6 libgcc-s1 libgomp1)

# True if a plain find_package(Kokkos) succeeds; honours Kokkos_ROOT and
# CMAKE_PREFIX_PATH from the environment and cmake arguments in "$@".
kokkos_is_found() {
  local probe
  probe=$(mktemp -d)
  cat >"$probe/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(StrataKokkosProbe CXX)
find_package(Kokkos 4.5 REQUIRED)
message(STATUS "Kokkos-probe: ${Kokkos_VERSION} in ${Kokkos_DIR}")
CMAKE
  local status=0
  cmake -S "$probe" -B "$probe/build" "$@" >"$probe/log" 2>&1 || status=1
  kokkos_found_text=$(sed -n 's/^-- Kokkos-probe: //p' "$probe/log")
  rm -rf "$probe"
  return "$status"
}

# Addresses of the Debian archive, from the machine's own package sources, the
# surest first: what its lists say of themselves (there may be no lists yet),
# then what is configured for this release.
debian_mirrors() {
  local codename format='$(REPO_URI)|$(RELEASE)|$(ORIGIN)|$(LABEL)|$(COMPONENT)'
  # shellcheck disable=SC1091
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
  {
    apt-get indextargets --format "$format" 'Identifier: Packages' |
      awk -F'|' '$3 == "Debian" && $4 == "Debian" && $5 == "main" &&
        $2 !~ /-/ { print $1 }'
    apt-get indextargets --no-release-info --format "$format" \
      'Identifier: Packages' |
      awk -F'|' -v codename="$codename" '$5 == "main" &&
        ($2 == codename || $2 ~ /^(old)*stable$/) { print $1 }'
  } | awk '!seen[$0]++'
}

# private_apt FOLDER TOOL ARGUMENTS...: apt with nothing of the system's state.
private_apt() {
  local folder=$1 tool=$2
  shift 2
  "$tool" -c "$folder/apt.conf" "$@"
}

write_private_apt_configuration() {
  local folder=$1 mirror=$2 signed_by=
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  if [ -r "$keyring" ]; then signed_by="[signed-by=$keyring] "; fi
  mkdir -p "$folder"/{lists/partial,archives/partial,download,none}
  : >"$folder/status"
  echo "deb $signed_by$mirror $kokkos_suite main" >"$folder/sources.list"
  cat >"$folder/apt.conf" <<CONF
Dir::State "$folder";
Dir::State::lists "$folder/lists";
Dir::State::status "$folder/status";
Dir::Cache "$folder";
Dir::Cache::archives "$folder/archives";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "$folder/none";
Dir::Etc::preferences "$folder/none/preferences";
Dir::Etc::preferencesparts "$folder/none";
APT::Default-Release "";
APT::Sandbox::User "$(id -un)";
APT::Architecture "$(dpkg --print-architecture)";
APT::Architectures { "$(dpkg --print-architecture)"; };
APT::Get::AllowUnauthenticated "false";
Acquire::AllowInsecureRepositories "false";
Acquire::Languages "none";
Acquire::Retries "3";
Binary::apt::APT::Keep-Downloaded-Packages "true";
CONF
}

# Signatures are always verified. A mirror that is frozen at a date serves lists
# past their own expiry: those are taken only after a refusal for that reason.
update_private_apt() {
  local folder=$1 mirror
  while read -r mirror; do
    write_private_apt_configuration "$folder" "$mirror"
    if private_apt "$folder" apt-get update -qq --error-on=any \
      >"$folder/update.log" 2>&1; then
      return 0
    fi
    if grep -q 'is expired' "$folder/update.log"; then
      say "Kokkos: the mirror's lists are signed but out of date; using them"
      echo 'Acquire::Check-Valid-Until "false";' >>"$folder/apt.conf"
      if private_apt "$folder" apt-get update -qq --error-on=any \
        >"$folder/update.log" 2>&1; then
        return 0
      fi
    fi
  done < <(debian_mirrors)
  if [ -r "$folder/update.log" ]; then tail -n 20 "$folder/update.log" >&2; fi
  die "the Debian suite '$kokkos_suite' cannot be read from this machine's" \
    "mirror; install Kokkos >= 4.5 yourself and set Kokkos_ROOT"
}

# versioned_dependencies FOLDER PACKAGE PATTERN: names that PACKAGE depends on.
versioned_dependencies() {
  private_apt "$1" apt-cache depends --no-recommends --no-suggests \
    --no-conflicts --no-breaks --no-replaces --no-enhances "$2" |
    sed -n 's/^ *|\?Depends: *//p' | grep -E "$3" | sort -u
}

# unpack_packages FOLDER ROOT PACKAGE...: verified download, then unpack.
unpack_packages() {
  local folder=$1 root=$2 package
  shift 2
  (cd "$folder/download" &&
    quietly "$folder/download.log" \
      private_apt "$folder" apt-get download -qq "$@") ||
    die "download failed: $*"
  mkdir -p "$root"
  for package in "$folder"/download/*.deb; do
    dpkg -x "$package" "$root"
  done
}

# Two faults of the packages: the CMake files name archives that are not
# shipped, and they name the system's include folder.
mend_kokkos_prefix() {
  local root=$1 final=$2 libraries=$1/usr/lib/$3 file name
  while read -r name; do
    if [ ! -e "$libraries/$name" ]; then ar rcs "$libraries/$name"; fi
  done < <(sed -n 's#.*IMPORTED_LOCATION_.*/\(lib[^/"]*\.a\)".*#\1#p' \
    "$libraries"/cmake/Kokkos/KokkosTargets-*.cmake)
  for file in "$libraries"/cmake/Kokkos/*.cmake; do
    sed -i "s#\"/usr/include/kokkos#\"$final/usr/include/kokkos#g" "$file"
  done
  rm -rf "$root"/etc "$root"/usr/share
}

# The package of Kokkos Kernels refers to CMake files of a package that is not
# unpacked: they say where BLAS and LAPACK are.
mend_kokkos_kernels_prefix() {
  local libraries=$1/usr/lib/$2 name lower folder
  [ -d "$libraries/cmake/KokkosKernels" ] || return 0
  for name in BLAS LAPACK; do
    lower=$(echo "$name" | tr '[:upper:]' '[:lower:]')
    folder=$libraries/cmake/trilinos_external_packages/$name
    mkdir -p "$folder"
    write_file "$folder/${name}Config.cmake" <<CMAKE
# Written by scripts/setup-dependencies.
if(NOT TARGET $name::all_libs)
  add_library($name::all_libs INTERFACE IMPORTED)
  set_target_properties($name::all_libs PROPERTIES INTERFACE_LINK_LIBRARIES
    "\${CMAKE_CURRENT_LIST_DIR}/../../../$lower/lib$lower.so.3")
endif()
CMAKE
  done
}

# write_toolchain FILE ROOT TRIPLET: where Kokkos is, and how executables find
# the C library that it needs; everything is compiled by the system's compiler.
write_toolchain() {
  local root=$2 libraries=$2/usr/lib/$3 loader extra folder
  loader=$(cd "$4" && compgen -G 'usr/lib*/ld-linux-*.so.*' | head -n 1)
  [ -n "$loader" ] || die "no dynamic loader in the packages of $kokkos_suite"
  extra=
  for folder in blas lapack; do
    if [ -d "$4/usr/lib/$3/$folder" ]; then
      extra+=" -Wl,-rpath,$libraries/$folder"
    fi
  done
  write_file "$1" <<CMAKE
# Written by scripts/setup-dependencies.
if(NOT DEFINED Kokkos_ROOT AND "\$ENV{Kokkos_ROOT}" STREQUAL "")
  set(Kokkos_ROOT "$root/usr")
endif()
if(NOT DEFINED MLIR_ROOT AND "\$ENV{MLIR_ROOT}" STREQUAL ""
   AND EXISTS "$strata_debian_mlir_root")
  set(MLIR_ROOT "$strata_debian_mlir_root")
endif()
string(JOIN " " CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,--dynamic-linker,$root/$loader"
  "-Wl,--disable-new-dtags"
  "-Wl,-rpath,$libraries$extra"
  "-Wl,--allow-shlib-undefined"
  "-L$libraries")
CMAKE
}

# The fewest lines that prove a prefix: configure, link, run.
prove_toolchain() {
  local probe=$1/proof status=0
  mkdir -p "$probe"
  cat >"$probe/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(StrataKokkosProof CXX)
find_package(Kokkos REQUIRED)
add_executable(proof proof.cpp)
target_link_libraries(proof PRIVATE Kokkos::kokkos)
target_compile_features(proof PRIVATE cxx_std_20)
CMAKE
  cat >"$probe/proof.cpp" <<'CPP'
#include <Kokkos_Core.hpp>
int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  return Kokkos::DefaultExecutionSpace().concurrency() > 0 ? 0 : 1;
}
CPP
  { quietly "$probe.log" cmake -S "$probe" -B "$probe/build" -G Ninja \
    -DCMAKE_TOOLCHAIN_FILE="$1/toolchain.cmake" &&
    quietly "$probe.log" cmake --build "$probe/build" &&
    quietly "$probe.log" "$probe/build/proof"; } || status=1
  rm -rf "$probe" "$probe.log"
  return "$status"
}

# make_kokkos_prefix NAME DEV_PACKAGE PATTERN PACKAGE...: <cache>/NAME with
# root/ and toolchain.cmake. PATTERN selects the versioned library packages
# among the dependencies of DEV_PACKAGE and PACKAGE....
make_kokkos_prefix() {
  local name=$1 development=$2 pattern=$3 final=$strata_cache_dir/$1
  local triplet
  shift 3
  triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null ||
    "${CXX:-g++}" -print-multiarch)
  if [ "$(cat "$final/layout" 2>/dev/null)" = "$strata_prefix_layout" ]; then
    say "Kokkos $(cat "$final/version"): already in $final"
    mend_kokkos_kernels_prefix "$final/root" "$triplet"
    write_toolchain "$final/toolchain.cmake" "$final/root" "$triplet" \
      "$final/root"
    return 0
  fi
  command -v apt-get >/dev/null 2>&1 ||
    die "no Kokkos found and no apt-get to fetch one; set Kokkos_ROOT"
  local work
  say "Kokkos: reading the package lists of Debian $kokkos_suite"
  work=$(mktemp -d "$strata_cache_dir/partial.XXXXXX")
  update_private_apt "$work"
  local packages=("$development" "$@") versioned=() package
  for package in "${packages[@]}"; do
    mapfile -t -O "${#versioned[@]}" versioned < <(
      versioned_dependencies "$work" "$package" "$pattern")
  done
  say "Kokkos: downloading ${packages[*]} ${versioned[*]}"
  unpack_packages "$work" "$work/prefix/root" "${packages[@]}" \
    "${versioned[@]}" "${kokkos_runtime_packages[@]}"
  say "Kokkos: preparing $final"
  mend_kokkos_prefix "$work/prefix/root" "$final/root" "$triplet"
  mend_kokkos_kernels_prefix "$work/prefix/root" "$triplet"
  write_toolchain "$work/prefix/toolchain.cmake" "$final/root" "$triplet" \
    "$work/prefix/root"
  sed -n 's/^set(PACKAGE_VERSION "\(.*\)")/\1/p' \
    "$work/prefix/root/usr/lib/$triplet/cmake/Kokkos/KokkosConfigVersion.cmake" \
    >"$work/prefix/version"
  rm -rf "$final"
  mv "$work/prefix" "$final"
  rm -rf "$work"
  prove_toolchain "$final" ||
    { rm -rf "$final" && die "the unpacked Kokkos does not work here"; }
  echo "$strata_prefix_layout" >"$final/layout"
  say "Kokkos $(cat "$final/version"): ready"
}
