// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_KERNELARGUMENTS_H
#define STRATA_KERNELARGUMENTS_H

#include <Strata_TensorFormat.hpp>

#include <vector>

namespace strata {

/// One 64-bit word of the packed argument array of a kernel: an address or a
/// number. Shared by the code generator and the runtime that fills the array.
struct KernelArgument {
  enum class Kind {
    values,      ///< address of the values
    positions,   ///< address of the positions of level `index`
    coordinates, ///< address of the coordinates of level `index`
    extent,      ///< extent of dimension `index`
    offset,      ///< where the slice that dimension `index` is begins
    step,        ///< its stride
    whole,       ///< extent of what it is a slice of
    stride,      ///< elements between neighbours of level `index` (all-dense)
    cursors,     ///< address of what each piece has appended, level by level,
                 ///< each followed by as many seams (Strata_Seam.hpp)
    counters,    ///< address of one iteration counter per unit of work
    accesses     ///< address of the log of accesses (AccessLog.h)
  };
  Kind kind;
  int tensor = 0;
  int index = 0;
};

/// Levels of a format that entries are appended to: those with positions, which
/// the singleton levels below share. Each piece has a cursor and a seam for each.
inline std::vector<int> appendedLevels(const Strata::TensorFormat &format) {
  std::vector<int> out;
  for (int l = 0; l < format.lvl_rank(); ++l)
    if (Strata::level_traits(format.level(l)).stores_positions)
      out.push_back(l);
  return out;
}

/// The arguments of a kernel over tensors of these formats, in order;
/// `assembled` tells those that the kernel makes.
inline std::vector<KernelArgument>
kernelArguments(const std::vector<Strata::TensorFormat> &formats,
                const std::vector<bool> &assembled, bool counters,
                bool accesses = false) {
  using Kind = KernelArgument::Kind;
  std::vector<KernelArgument> out;
  for (int t = 0; t < static_cast<int>(formats.size()); ++t) {
    const Strata::TensorFormat &format = formats[t];
    out.push_back({Kind::values, t, 0});
    for (int l = 0; format.is_dense() && l < format.lvl_rank(); ++l)
      out.push_back({Kind::stride, t, l});
    for (int l = 0; l < format.lvl_rank(); ++l) {
      const Strata::LevelTraits traits = Strata::level_traits(format.level(l));
      if (traits.stores_positions)
        out.push_back({Kind::positions, t, l});
      if (traits.stores_coordinates)
        out.push_back({Kind::coordinates, t, l});
    }
    for (int d = 0; d < format.dim_rank(); ++d)
      out.push_back({Kind::extent, t, d});
    for (size_t d = 0; d < format.slices().size(); ++d) {
      const auto &slice = format.slices()[d];
      if (!slice)
        continue;
      out.push_back({Kind::offset, t, static_cast<int>(d)});
      if (slice->stride != 1)
        out.push_back({Kind::step, t, static_cast<int>(d)});
      out.push_back({Kind::whole, t, static_cast<int>(d)});
    }
    if (assembled[t])
      out.push_back({Kind::cursors, t, 0});
  }
  if (counters)
    out.push_back({Kind::counters, 0, 0});
  if (accesses)
    out.push_back({Kind::accesses, 0, 0});
  return out;
}

} // namespace strata

#endif
