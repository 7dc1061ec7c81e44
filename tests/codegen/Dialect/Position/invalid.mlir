// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --verify-diagnostics --split-input-file

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @extent(%x: !vec) {
  // expected-error @+1 {{'strata_pos.extent' op dimension 1 of a tensor of order 1}}
  %n = strata_pos.extent %x dimension 1 : !vec
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @positions_level(%a: !csr, %p: index) {
  // expected-error @+1 {{'strata_pos.positions' op level 2 of a tensor with 2 levels}}
  %0 = strata_pos.positions %a level 2 parent[%p, %p) : !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @positions_dense(%a: !csr, %p: index) {
  // expected-error @+1 {{'strata_pos.positions' op cannot iterate positions of a dense level}}
  %0 = strata_pos.positions %a level 0 parent[%p, %p) : !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @locate_level(%a: !csr, %p: index) {
  // expected-error @+1 {{'strata_pos.locate' op level 2 of a tensor with 2 levels}}
  %0 = strata_pos.locate %a level 2 parent %p coordinate %p : !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @locate_compressed(%a: !csr, %p: index) {
  // expected-error @+1 {{'strata_pos.locate' op cannot locate in a compressed level}}
  %0 = strata_pos.locate %a level 1 parent %p coordinate %p : !csr
  return
}

// -----

!coo = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)">
func.func @locate_singleton(%a: !coo, %p: index) {
  // expected-error @+1 {{'strata_pos.locate' op cannot locate in a singleton level}}
  %0 = strata_pos.locate %a level 1 parent %p coordinate %p : !coo
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @store(%y: !vec, %v: f64, %p: index) {
  // expected-error @+1 {{'strata_pos.store' op only an accumulating store can be atomic}}
  strata_pos.store %v to %y[%p] atomic : f64, !vec
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @store_combiner(%y: !vec, %v: f64, %p: index) {
  // expected-error @+1 {{'strata_pos.store' op by 'plus', which is no operator}}
  strata_pos.store %v to %y[%p] accumulate by "plus" : f64, !vec
  return
}

// -----

func.func @coiterate_cases(%n: index) {
  %u = strata_pos.universe[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op has 2 points for 1 cases}}
  strata_pos.coiterate "i"(%u) points [1, 1] {
  ^bb0(%i: index):
    strata_pos.yield
  }
  return
}

// -----

func.func @coiterate_result(%n: index, %s: f64) {
  %u = strata_pos.universe[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op has a result for each init value, of its type}}
  strata_pos.coiterate "i"(%u) points [1] init(%s : f64) {
  ^bb0(%i: index, %t: f64):
    strata_pos.yield %t : f64
  }
  return
}

// -----

func.func @coiterate_empty_point(%n: index) {
  %u = strata_pos.universe[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op point 0 names no iterator or an unknown one}}
  strata_pos.coiterate "i"(%u) points [0] {
  ^bb0(%i: index):
    strata_pos.yield
  }
  return
}

// -----

func.func @coiterate_unknown_point(%n: index) {
  %u = strata_pos.universe[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op point 2 names no iterator or an unknown one}}
  strata_pos.coiterate "i"(%u) points [2] {
  ^bb0(%i: index):
    strata_pos.yield
  }
  return
}

// -----

// The universe has no positions, even where it is a window or a slice.
func.func @coiterate_universe_arguments(%n: index) {
  %u = strata_pos.universe[%n, %n)
  %s = strata_pos.slice %u piece %n of %n
  %w = strata_pos.window %s[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op case of point 1 takes 3 arguments, expected 1}}
  strata_pos.coiterate "i"(%w) points [1] {
  ^bb0(%i: index, %p: index, %q: index):
    strata_pos.yield
  }
  return
}

// -----

!sv = !strata_itg.tensor<f64, "(d0) -> (d0 : compressed)">
func.func @coiterate_arguments(%a: !sv, %p: index, %s: f64) {
  %0 = strata_pos.positions %a level 0 parent[%p, %p) : !sv
  // expected-error @+1 {{'strata_pos.coiterate' op case of point 1 takes 2 arguments, expected 4}}
  %1 = strata_pos.coiterate "i"(%0) points [1] init(%s : f64) : f64 {
  ^bb0(%i: index, %t: f64):
    strata_pos.yield %t : f64
  }
  return
}

// -----

func.func @coiterate_mapping(%n: index) {
  %u = strata_pos.universe[%n, %n)
  // expected-error @+1 {{'strata_pos.coiterate' op is mapped to 'lanes', expected team, vector or team_vector}}
  strata_pos.coiterate "i"(%u) points [1] map "lanes" {
  ^bb0(%i: index):
    strata_pos.yield
  }
  return
}

// -----

func.func @launch_arguments() {
  // expected-error @+1 {{'strata_pos.launch' op body takes two index arguments: the piece and the number of pieces, or the begin and end of a range}}
  strata_pos.launch "none" race("none") {
  ^bb0(%piece: index):
  }
  return
}

// -----

func.func @launch_team() {
  // expected-error @+1 {{'strata_pos.launch' op takes a team size and a vector length of at least 1}}
  strata_pos.launch "none" parallel race("none") team [4, 0] {
  ^bb0(%piece: index, %pieces: index):
  }
  return
}

// -----

!vec = !strata_itg.tensor<f64, "(d0) -> (d0 : dense)">
func.func @launch_dimension(%y: !vec) {
  // expected-error @+1 {{'strata_pos.launch' op names a dimension exactly when it is over a tensor}}
  "strata_pos.launch"(%y) <{label = "none", race = "none", operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%begin: index, %end: index):
  }) : (!vec) -> ()
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_weighed(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op weighs 1 tensors, but has 2 depths}}
  strata_pos.partition %cuts weighed(%a) depths [1, 1] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr
  return
}

// -----

!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_nothing(%cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op needs the extent of each variable, and whether its loop comes to all coordinates}}
  strata_pos.partition %cuts weighed() depths [] extents() dimensions [] visits_all [] : !cuts
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_dimensions(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op needs the extent of each variable, and whether its loop comes to all coordinates}}
  strata_pos.partition %cuts weighed(%a) depths [1] extents(%a, %a) dimensions [0] visits_all [true, true] : !cuts, !csr, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_deep(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op depth 2 of 1 variables}}
  strata_pos.partition %cuts weighed(%a) depths [2] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_samples(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op draws from level 2 of a tensor with 2 levels}}
  strata_pos.partition %cuts weighed(%a) depths [0] extents(%a) dimensions [1] visits_all [false] ranged sampled [2] : !cuts, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_levels(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op has 2 levels of 1 tensors, expected one for each}}
  strata_pos.partition %cuts weighed(%a) depths [0] extents(%a) dimensions [1] visits_all [false] ranged sampled [1, 1] : !cuts, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_begins(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op has 2 tables of where ranges begin for 1 tensors, expected one for each that is drawn from}}
  strata_pos.partition %cuts weighed(%a) depths [0] extents(%a) dimensions [1] visits_all [false] ranged sampled [1] begins(%cuts, %cuts) : !cuts, !csr, !csr, !cuts, !cuts
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_ranges(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op makes ranges of 2 variables, expected one}}
  strata_pos.partition %cuts weighed(%a) depths [2] extents(%a, %a) dimensions [0, 1] visits_all [true, true] ranged : !cuts, !csr, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_shallow(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op depth 0 of 1 variables}}
  strata_pos.partition %cuts weighed(%a) depths [0] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
func.func @entry_half_shared(%a: !csr, %i: index, %at: i1) {
  // expected-error @+1 {{'strata_pos.entry' op is shared with the pieces before and behind, or not}}
  strata_pos.entry %a level 0 coordinate %i begun %at : !csr {
  }
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_windows(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op has 2 numbers for windows of 2 levels, expected three for each}}
  strata_pos.partition %cuts weighed(%a) depths [2] extents(%a, %a) dimensions [0, 1] windows [4, 1] visits_all [true, true] : !cuts, !csr, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_beneath_itself(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op tensor 0 stands beneath 0, expected one before it}}
  strata_pos.partition %cuts weighed(%a) depths [0] beneath [0, 1] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_beneath_nothing(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op tensor 1 stands beneath level 2 of a tensor with 2 levels}}
  strata_pos.partition %cuts weighed(%a, %a) depths [1, 0] beneath [-1, -1, 0, 2] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_beneath(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op has 1 numbers for what 1 tensors stand beneath, expected two for each}}
  strata_pos.partition %cuts weighed(%a) depths [1] beneath [0] extents(%a) dimensions [0] visits_all [true] : !cuts, !csr, !csr
  return
}

// -----

!csr = !strata_itg.tensor<f64, "(d0, d1) -> (d0 : dense, d1 : compressed)">
!cuts = !strata_itg.tensor<ui64, "(d0, d1) -> (d0 : dense, d1 : dense)">
func.func @partition_counts(%a: !csr, %cuts: !cuts) {
  // expected-error @+1 {{'strata_pos.partition' op needs the extent of each variable, and whether its loop comes to all coordinates}}
  strata_pos.partition %cuts weighed(%a) depths [1] extents(%a, %a) dimensions [0, 1] counts [4] visits_all [true, true] : !cuts, !csr, !csr, !csr
  return
}

// -----

func.func @subrange_backwards(%it: !strata_pos.iterator) {
  // expected-error @+1 {{'strata_pos.subrange' op from 8 to 2 step 1: expected 0 <= from <= to, 1 <= step}}
  %0 = strata_pos.subrange %it from 8 to 2 step 1
  return
}

// -----

func.func @subrange_step(%it: !strata_pos.iterator) {
  // expected-error @+1 {{'strata_pos.subrange' op from 2 to 8 step 0: expected 0 <= from <= to, 1 <= step}}
  %0 = strata_pos.subrange %it from 2 to 8 step 0
  return
}

// -----

func.func @subset_unordered(%it: !strata_pos.iterator) {
  // expected-error @+1 {{'strata_pos.subset' op members do not ascend: 4, 4}}
  %0 = strata_pos.subset %it of [1, 4, 4]
  return
}

// -----

func.func @subset_empty(%it: !strata_pos.iterator) {
  // expected-error @+1 {{'strata_pos.subset' op expected coordinates as members}}
  %0 = strata_pos.subset %it of []
  return
}
