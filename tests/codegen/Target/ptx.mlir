// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shape of PTX.
// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format 'A=CSR<32>' --team 8 --vector 32 --stage ptx --name spmv | FileCheck %s --check-prefix=SPMV
// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format 'A=CSR<32>' --team 8 --vector 8 --stage ptx | FileCheck %s --check-prefix=LANES
// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format 'A=CSR<32>' --stage ptx | FileCheck %s --check-prefix=ROWS
// RUN: strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --team 8 --vector 32 --strict --stage ptx | FileCheck %s --check-prefix=STRICT
// RUN: strata emit 'y(j) = A(i,j) * x(i)' --format A=CSR --race atomics --stage ptx | FileCheck %s --check-prefix=ATOMIC
// RUN: strata emit 'y(i) = exp(x(i))' --stage ptx | FileCheck %s --check-prefix=EXP
// RUN: strata emit 'y(i) = exp(x(i))' --type x=c128 --type y=c128 --stage ptx | FileCheck %s --check-prefix=COMPLEX
// RUN: not strata emit 'y(i) = A(i,j) * x(j)' --format A=CSR --vector 12 --stage ptx 2>&1 | FileCheck %s --check-prefix=GEOMETRY

// Operands that are only read come through the read-only cache; lanes add up by
// shuffles of the whole warp; one lane writes.
// SPMV: // spmv_launch0: Strata::spmv[y(i) = A(i,j) * x(j); A: CSR<32>]
// SPMV-NEXT: //   blocks of 32 x 8 threads, a team each
// SPMV-NEXT: //   y_values, its stride, y_extent0, A_values, A_positions1, A_coordinates1,
// SPMV-NEXT: //   A_extent0, A_extent1, x_values, its stride, x_extent0, units
// SPMV: .target sm_90
// SPMV: .visible .entry spmv_launch0(
// SPMV: .reqntid 32, 8, 1
// SPMV: .minnctapersm 2
// SPMV-NOT: ld.global.b
// SPMV-DAG: ld.global.nc.b32
// SPMV-DAG: ld.global.nc.b64
// SPMV-DAG: fma.rn.f64
// SPMV-DAG: shfl.sync.bfly.b32 {{.*}}, 16, 31, -1;
// SPMV-DAG: shfl.sync.bfly.b32 {{.*}}, 1, 31, -1;
// SPMV-DAG: st.global.b64

// Eight lanes are a part of a warp: the width stays, and they alone take part.
// LANES: .reqntid 8, 8, 1
// LANES-DAG: mov.u32 %{{.*}}, %laneid;
// LANES-DAG: shfl.sync.bfly.b32 {{.*}}, 4, 31, %r{{[0-9]+}};
// LANES-NOT: , 16, 31

// Without teams a thread has a row.
// ROWS: //   a unit a thread
// ROWS: .maxntid 128, 1, 1
// ROWS-NOT: shfl

// STRICT-NOT: shfl
// STRICT: mul.rn.f64
// STRICT: add.rn.f64
// STRICT-NOT: fma.rn.f64

// ATOMIC: atom.global.add.f64

// libdevice is linked, nothing is left to call.
// EXP: .visible .entry kernel_launch0(
// EXP-NOT: .extern
// EXP: fma.rn.f64

// COMPLEX: .visible .entry kernel_launch0(
// COMPLEX: fma.rn.f64
// COMPLEX: mul.rn.f64
// GEOMETRY: strata: not supported: compile: PlanOptions::vector_length: expected a power of two up to 32
