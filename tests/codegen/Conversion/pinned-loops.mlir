// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: strata emit 'y(i) = A(i,i)' --format A=CSR --stage position | FileCheck %s
// RUN: strata emit 'y(i) = A(i,i)' --format A=CSR --stage cxx | FileCheck %s --check-prefix=CPP
// RUN: strata emit 'C(i,j) = A(i,j) * A(j,i)' --format A=CSR --stage position | FileCheck %s --check-prefix=COPY
// RUN: strata emit 'C(i,j) = A(i,j) * A(j,i)' --format A=CSR --stage flat | FileCheck %s --check-prefix=FLAT
// RUN: strata emit 'C(i,j) = A(i,j) * A(j,i)' --format A=CSR --stage cxx | FileCheck %s --check-prefix=CXX

// The loop over i' sees the one coordinate i.
// CHECK: strata_pos.coiterate "i"
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK: %[[ROW:.*]] = strata_pos.positions %{{.*}} level 1 parent
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: %[[ONE:.*]] = strata_pos.window %[[ROW]][%[[I]], %[[NEXT]])
// CHECK: strata_pos.coiterate "i'"(%[[ONE]]) points [1]

// CPP: Strata::lower_bound(

// COPY: %[[AT:.*]] = strata_itg.convert %{{.*}} to "A@CSC"
// COPY: strata_pos.positions %[[AT]] level 1
// FLAT: strata_itg.convert %{{.*}} to "A@CSC"
// FLAT: strata_pos.run @launch0
// FLAT: strata.name = "A@CSC_values"

// CXX: #include <Strata_Convert.hpp>
// CXX: /// Runs on the instance `exec`. Copies in other formats are made first, at
// CXX-NEXT: /// every call; this waits for `exec`.
// CXX: // A in another format: the storage orders of 'A(i,j) * A(j,i)' form a cycle
// CXX-NEXT: // over 'i', 'j'
// CXX-NEXT: const auto A_CSC = Strata::convert<Strata::CSCFormat<>>(exec, A, "A@CSC");
// CXX: const auto A_CSC_values = A_CSC.values();
