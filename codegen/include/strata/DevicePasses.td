// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way from stage flat to CUDA devices.
#ifndef STRATA_DEVICEPASSES
#define STRATA_DEVICEPASSES

include "mlir/Pass/PassBase.td"

def MapToDevice : Pass<"strata-map-to-device", "::mlir::ModuleOp"> {
  let summary = "loops that threads and lanes share to those of a CUDA block";
  let description = [{
    A loop mapped with `strata.map` takes every n-th iteration from the number of
    the thread (`tid.y`) or lane (`tid.x`) on. What lanes add up is combined by
    shuffles of the whole warp, of which a thread's lanes are a part. Outside of
    the loops that they share all lanes of a thread do the same, but the first one
    alone writes; where what is written is read too, they wait for it. A launch
    without such loops runs in the first lanes. Stage: flat.
    ```mlir
    %s = scf.for %p = %lo to %hi step %one iter_args(%a = %init) -> (f64) {
      ... } {strata.map = "vector"}
    // becomes, for 32 lanes
    %first = arith.addi %lo, %lane : index
    %part = scf.for %p = %first to %hi step %c32 iter_args(%a = %none) -> (f64)
    ... nvvm.shfl.sync bfly ... offsets 16, 8, 4, 2, 1
    %s = arith.addf %init, %total : f64
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

def UnrollReads : Pass<"strata-unroll-reads", "::mlir::ModuleOp"> {
  let summary = "loops that add up what they read have several iterations under way";
  let description = [{
    Loads of one iteration wait for the sum of the one before, as threads of a device
    issue in order, and most fibres have too few entries for loops that are unrolled
    with a rest. `times` iterations become one, without branches: those behind the end
    read again what the first one reads, and their values are not taken. Sums keep their
    order. Stage: flat.
    ```mlir
    %s = scf.for %p = %lo to %hi step %c8 iter_args(%a = %none) -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %a, %x : f64
      scf.yield %t : f64
    }
    // becomes, for two
    %s = scf.for %p = %lo to %hi step %c16 iter_args(%a = %none) -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %a, %x : f64
      %p1 = arith.addi %p, %c8 : index
      %inside = arith.cmpi slt, %p1, %hi : index
      %q = arith.select %inside, %p1, %p : index
      %x1 = memref.load %v[%q] : memref<?xf64>
      %t1 = arith.addf %t, %x1 : f64
      %u = arith.select %inside, %t1, %t : f64
      scf.yield %u : f64
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"times", "times", "int64_t", "4", "iterations that become one">
  ];
}

def ExpandDeviceLibrary
    : Pass<"strata-expand-device-library", "::mlir::ModuleOp"> {
  let summary = "library functions of the process get a body for devices";
  let description = [{
    Sorting the coordinates of a worklist and powers of integers are functions of
    this process on hosts; a device runs them in place, without recursion. Others
    are refused. Stage: flat.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def AddDeviceKernels : Pass<"strata-add-device-kernels", "::mlir::ModuleOp"> {
  let summary = "a CUDA kernel for each launch";
  let description = [{
    Memref arguments become `!llvm.ptr {llvm.noalias}`, as by
    `strata-pack-arguments`. The kernel `name`_launch0 takes the words of the packed
    arguments of launch0, then the number of units. A team runs units from its
    block's number on, and so many further as there are blocks; without teams every
    thread does, and its number is the slot. Stage: flat to llvm.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::NVVM::NVVMDialect"];
  let options = [
    Option<"name", "name", "std::string", "\"kernel\"",
           "what the names of the kernels begin with">
  ];
}

#endif
