// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_TOOLS_BOXES_HPP
#define STRATA_TOOLS_BOXES_HPP

namespace Strata::Tool {

/// A rectangle of a picture, y downwards.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

inline bool overlap(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
         b.y < a.y + a.height;
}

}  // namespace Strata::Tool

#endif
