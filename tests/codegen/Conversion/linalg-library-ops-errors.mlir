// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata-opt %s --convert-linalg-to-strata-itg --verify-diagnostics --split-input-file

// What the library does around kernels is refused, with the call that does it.
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @number_of_entries(%a: tensor<4x5xf64, #CSR>) -> index {
  // expected-error @+1 {{sparse_tensor.number_of_entries: expected values of one statement, got the number of stored entries; take nnz() of the SparseView, or see strata inspect}}
  %0 = sparse_tensor.number_of_entries %a : tensor<4x5xf64, #CSR>
  return %0 : index
}

// -----

// Inside a body, too.
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @inside(%a: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf64, #V>) outs(%y : tensor<8xf64>) {
  ^bb0(%x: f64, %out: f64):
    // expected-error @+1 {{sparse_tensor.number_of_entries: expected values of one statement, got the number of stored entries}}
    %n = sparse_tensor.number_of_entries %a : tensor<8xf64, #V>
    %i = arith.index_cast %n : index to i64
    %f = arith.sitofp %i : i64 to f64
    %0 = arith.divf %x, %f : f64
    linalg.yield %0 : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @positions(%a: tensor<4x5xf64, #CSR>) -> memref<?xindex> {
  // expected-error @+1 {{sparse_tensor.positions: expected values of one statement, got a level's positions; take positions<L>() of the SparseView}}
  %0 = sparse_tensor.positions %a { level = 1 : index } : tensor<4x5xf64, #CSR> to memref<?xindex>
  return %0 : memref<?xindex>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @coordinates(%a: tensor<4x5xf64, #CSR>) -> memref<?xindex> {
  // expected-error @+1 {{sparse_tensor.coordinates: expected values of one statement, got a level's coordinates; take coordinates<L>() of the SparseView}}
  %0 = sparse_tensor.coordinates %a { level = 1 : index } : tensor<4x5xf64, #CSR> to memref<?xindex>
  return %0 : memref<?xindex>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @values(%a: tensor<4x5xf64, #CSR>) -> memref<?xf64> {
  // expected-error @+1 {{sparse_tensor.values: expected values of one statement, got the stored values; take values() of the SparseView}}
  %0 = sparse_tensor.values %a : tensor<4x5xf64, #CSR> to memref<?xf64>
  return %0 : memref<?xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @assemble(%values: tensor<6xf64>, %pos: tensor<5xindex>, %crd: tensor<6xindex>) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.assemble: expected values of one statement, got arrays that become a tensor; make a SparseView of them with Strata::wrap}}
  %0 = sparse_tensor.assemble (%pos, %crd), %values : (tensor<5xindex>, tensor<6xindex>), tensor<6xf64> to tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @new(%source: !llvm.ptr) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.new: expected values of one statement, got a file that is read; read it with Strata::read_tensor, or with strata run --in}}
  %0 = sparse_tensor.new %source : !llvm.ptr to tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(?, 4, ?)>, j : #sparse_tensor<slice(0, 5, 1)>) -> (i : dense, j : compressed) }>
func.func @slice_offset(%a: tensor<4x5xf64, #slice>) -> index {
  // expected-error @+1 {{sparse_tensor.slice.offset: expected values of one statement, got the offset of a slice; take it from format().slices() of the SparseView}}
  %0 = sparse_tensor.slice.offset %a at 0 : tensor<4x5xf64, #slice>
  return %0 : index
}

// -----

#slice = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(?, 4, ?)>, j : #sparse_tensor<slice(0, 5, 1)>) -> (i : dense, j : compressed) }>
func.func @slice_stride(%a: tensor<4x5xf64, #slice>) -> index {
  // expected-error @+1 {{sparse_tensor.slice.stride: expected values of one statement, got the stride of a slice; take it from format().slices() of the SparseView}}
  %0 = sparse_tensor.slice.stride %a at 0 : tensor<4x5xf64, #slice>
  return %0 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @translate(%i: index, %j: index) -> index {
  // expected-error @+1 {{sparse_tensor.crd_translate: expected values of one statement, got coordinates through a format's map; evaluate format().map() of the SparseView}}
  %0, %1 = sparse_tensor.crd_translate dim_to_lvl [%i, %j] as #CSR : index, index
  return %0 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @foreach(%a: tensor<4x5xf64, #CSR>) -> f64 {
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{sparse_tensor.foreach: expected values of one statement, got a loop over stored entries; write it as linalg.generic, or call Strata::parallel_for_each}}
  %0 = sparse_tensor.foreach in %a init(%zero) : tensor<4x5xf64, #CSR>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %x: f64, %sum: f64):
    %s = arith.addf %sum, %x : f64
    sparse_tensor.yield %s : f64
  }
  return %0 : f64
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @insert(%a: tensor<4x5xf64, #CSR>, %x: f64, %i: index) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{tensor.insert: expected values of one statement, got an entry that is inserted; insert entries with Strata::insert, or assemble them with Strata::assemble}}
  %0 = tensor.insert %x into %a[%i, %i] : tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @load(%a: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.load: expected values of one statement, got a tensor after insertions; return the tensor that a linalg op makes, or insert with Strata::insert}}
  %0 = sparse_tensor.load %a hasInserts : tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @expand(%a: tensor<4x5xf64, #CSR>) -> index {
  // expected-error @+1 {{sparse_tensor.expand: expected values of one statement, got a row as a workspace; write the statement: workspaces are made where they are needed}}
  %0, %1, %2, %3 = sparse_tensor.expand %a : tensor<4x5xf64, #CSR> to memref<?xf64>, memref<?xi1>, memref<?xindex>
  return %3 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @compress(%a: tensor<4x5xf64, #CSR>, %v: memref<?xf64>, %f: memref<?xi1>, %n: memref<?xindex>, %c: index) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.compress: expected values of one statement, got a row from a workspace; write the statement: workspaces are made where they are needed}}
  %0 = sparse_tensor.compress %v, %f, %n, %c into %a[%c] : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<4x5xf64, #CSR>
  return %0 : tensor<4x5xf64, #CSR>
}

// -----

func.func @sort(%n: index, %x: memref<?xindex>) -> index {
  // expected-error @+1 {{sparse_tensor.sort: expected values of one statement, got arrays that are sorted; Strata::assemble and Strata::convert establish the order of levels}}
  sparse_tensor.sort hybrid_quick_sort %n, %x { perm_map = affine_map<(i) -> (i)> } : memref<?xindex>
  return %n : index
}

// -----

#unordered = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered)) }>
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>
func.func @reorder(%a: tensor<4x5xf64, #unordered>) -> tensor<4x5xf64, #COO> {
  // expected-error @+1 {{sparse_tensor.reorder_coo: expected values of one statement, got entries that are sorted; sort them with Strata::convert}}
  %0 = sparse_tensor.reorder_coo quick_sort %a : tensor<4x5xf64, #unordered> to tensor<4x5xf64, #COO>
  return %0 : tensor<4x5xf64, #COO>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @iterate(%a: tensor<8xf64, #V>) -> index {
  %zero = arith.constant 0 : index
  %space = sparse_tensor.extract_iteration_space %a lvls = 0 : tensor<8xf64, #V> -> !sparse_tensor.iter_space<#V, lvls = 0 to 1>
  // expected-error @+1 {{sparse_tensor.iterate: expected values of one statement, got a loop over levels; write it as linalg.generic, or call Strata::parallel_for_each}}
  %0 = sparse_tensor.iterate %it in %space at(%crd) iter_args(%last = %zero) : !sparse_tensor.iter_space<#V, lvls = 0 to 1> -> index {
    sparse_tensor.yield %crd : index
  }
  return %0 : index
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @coiterate(%a: tensor<8xf64, #V>, %b: tensor<8xf64, #V>) -> index {
  %zero = arith.constant 0 : index
  %s = sparse_tensor.extract_iteration_space %a lvls = 0 : tensor<8xf64, #V> -> !sparse_tensor.iter_space<#V, lvls = 0 to 1>
  %t = sparse_tensor.extract_iteration_space %b lvls = 0 : tensor<8xf64, #V> -> !sparse_tensor.iter_space<#V, lvls = 0 to 1>
  // expected-error @+1 {{sparse_tensor.coiterate: expected values of one statement, got a loop over several tensors; write it as linalg.generic with sparse_tensor.binary: loops are merged by what is stored}}
  %0 = sparse_tensor.coiterate (%s, %t) at(%crd) iter_args(%last = %zero) : (!sparse_tensor.iter_space<#V, lvls = 0 to 1>, !sparse_tensor.iter_space<#V, lvls = 0 to 1>) -> index
  case %it, _ {
    sparse_tensor.yield %crd : index
  }
  return %0 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @concatenate(%a: tensor<4x5xf64, #CSR>, %b: tensor<2x5xf64, #CSR>) -> tensor<6x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.concatenate: expected values of one statement, got a result of several parts; assign each part to a window of the result, C(i(0,4),j) = A(i,j) and C(i(4,9),j) += B(i,j)}}
  %0 = sparse_tensor.concatenate %a, %b { dimension = 0 : index } : tensor<4x5xf64, #CSR>, tensor<2x5xf64, #CSR> to tensor<6x5xf64, #CSR>
  return %0 : tensor<6x5xf64, #CSR>
}

// -----

func.func @concat(%a: tensor<4x5xf64>, %b: tensor<2x5xf64>) -> tensor<6x5xf64> {
  // expected-error @+1 {{tensor.concat: expected values of one statement, got a result of several parts}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x5xf64>, tensor<2x5xf64>) -> tensor<6x5xf64>
  return %0 : tensor<6x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @out(%a: tensor<4x5xf64, #CSR>, %file: !llvm.ptr) -> tensor<4x5xf64, #CSR> {
  // expected-error @+1 {{sparse_tensor.out: expected values of one statement, got a file that is written; write it with Strata::write_matrix_market or strata run --out}}
  sparse_tensor.out %a, %file : tensor<4x5xf64, #CSR>, !llvm.ptr
  return %a : tensor<4x5xf64, #CSR>
}

// -----

func.func @push_back(%n: index, %array: memref<?xf64>, %x: f64) -> index {
  // expected-error @+1 {{sparse_tensor.push_back: expected values of one statement, got an array that grows; assemble the result from a statement, or with Strata::assemble}}
  %0, %1 = sparse_tensor.push_back %n, %array, %x : index, memref<?xf64>, f64
  return %1 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @level(%a: tensor<4x?xf64, #CSR>) -> index {
  %c = arith.constant 1 : index
  // expected-error @+1 {{sparse_tensor.lvl: expected values of one statement, got the extent of a level; evaluate format().map() of the SparseView on its extents}}
  %0 = sparse_tensor.lvl %a, %c : tensor<4x?xf64, #CSR>
  return %0 : index
}

// -----

func.func @question() -> i1 {
  // expected-error @+1 {{sparse_tensor.has_runtime_library: expected values of one statement, got a question about MLIR's lowering; remove it: kernels need no runtime library of MLIR}}
  %0 = sparse_tensor.has_runtime_library
  return %0 : i1
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @disassemble(%a: tensor<4x5xf64, #CSR>, %p: tensor<5xindex>, %c: tensor<6xindex>, %v: tensor<6xf64>) -> tensor<6xf64> {
  // expected-error @+1 {{sparse_tensor.disassemble: expected values of one statement, got a tensor's arrays; take positions<L>(), coordinates<L>() and values() of the SparseView}}
  %0, %1, %2, %3, %4, %5 = sparse_tensor.disassemble %a : tensor<4x5xf64, #CSR> out_lvls(%p, %c : tensor<5xindex>, tensor<6xindex>) out_vals(%v : tensor<6xf64>)
    -> (tensor<5xindex>, tensor<6xindex>), tensor<6xf64>, (index, index), index
  return %2 : tensor<6xf64>
}

// -----

#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>
func.func @coordinates_buffer(%a: tensor<4x5xf64, #COO>) -> memref<?xindex> {
  // expected-error @+1 {{sparse_tensor.coordinates_buffer: expected values of one statement, got coordinates of several levels; take coordinates<L>() of the SparseView, level by level}}
  %0 = sparse_tensor.coordinates_buffer %a : tensor<4x5xf64, #COO> to memref<?xindex>
  return %0 : memref<?xindex>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @specifier_init() -> !sparse_tensor.storage_specifier<#CSR> {
  // expected-error @+1 {{sparse_tensor.storage_specifier.init: expected values of one statement, got sizes of arrays; a SparseView keeps them: take the extents of its arrays}}
  %0 = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#CSR>
  return %0 : !sparse_tensor.storage_specifier<#CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @specifier_get(%s: !sparse_tensor.storage_specifier<#CSR>) -> index {
  // expected-error @+1 {{sparse_tensor.storage_specifier.get: expected values of one statement, got sizes of arrays}}
  %0 = sparse_tensor.storage_specifier.get %s val_mem_sz : !sparse_tensor.storage_specifier<#CSR>
  return %0 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @specifier_set(%s: !sparse_tensor.storage_specifier<#CSR>, %n: index) -> !sparse_tensor.storage_specifier<#CSR> {
  // expected-error @+1 {{sparse_tensor.storage_specifier.set: expected values of one statement, got sizes of arrays; a SparseView keeps them: make it with Strata::assemble}}
  %0 = sparse_tensor.storage_specifier.set %s val_mem_sz with %n : !sparse_tensor.storage_specifier<#CSR>
  return %0 : !sparse_tensor.storage_specifier<#CSR>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @iteration_space(%a: tensor<8xf64, #V>) -> !sparse_tensor.iter_space<#V, lvls = 0 to 1> {
  // expected-error @+1 {{sparse_tensor.extract_iteration_space: expected values of one statement, got a loop over a level; write it as linalg.generic, or call Strata::parallel_for_each}}
  %0 = sparse_tensor.extract_iteration_space %a lvls = 0 : tensor<8xf64, #V> -> !sparse_tensor.iter_space<#V, lvls = 0 to 1>
  return %0 : !sparse_tensor.iter_space<#V, lvls = 0 to 1>
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @extract_value(%a: tensor<8xf64, #V>, %it: !sparse_tensor.iterator<#V, lvls = 0 to 1>) -> f64 {
  // expected-error @+1 {{sparse_tensor.extract_value: expected values of one statement, got a value by its position; write it as linalg.generic, or take values() of the SparseView}}
  %0 = sparse_tensor.extract_value %a at %it : tensor<8xf64, #V>, !sparse_tensor.iterator<#V, lvls = 0 to 1>
  return %0 : f64
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @print(%a: tensor<8xf64, #V>) -> tensor<8xf64, #V> {
  // expected-error @+1 {{sparse_tensor.print: expected values of one statement, got a tensor that is printed; print it with Strata::print, or with strata inspect}}
  sparse_tensor.print %a : tensor<8xf64, #V>
  return %a : tensor<8xf64, #V>
}
