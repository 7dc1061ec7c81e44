// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Strata_LibraryOperation.hpp>

#include <algorithm>

#include <impl/Strata_ProductTerms.hpp>

namespace Strata {

namespace {

using Impl::Mismatch;
using Impl::ProductTerm;
using Impl::StatementTerms;
using Kind = LibraryOperation::Kind;

/// Two index variables of an access, which are different.
struct Pair {
  std::string first, second;
  bool has(const std::string& v) const { return first == v || second == v; }
  const std::string& other(const std::string& v) const {
    return first == v ? second : first;
  }
};

Pair pair_of(const Access& access) {
  return {access.indices[0].variable, access.indices[1].variable};
}

void require(bool holds, const char* reason) {
  if (!holds) throw Mismatch{reason};
}

/// Classifies the factors of a product and says how they are transposed.
class Matcher {
 public:
  Matcher(const CheckedAssignment& statement, const StatementTerms& terms)
      : m_tensors(statement.tensors),
        m_result(statement.assignment.lhs),
        m_product(terms.product) {
    m_operation.result = m_result.tensor;
    m_operation.alpha  = terms.product.factor;
    m_operation.beta   = terms.beta;
  }

  LibraryOperation match() {
    require(m_product.sums.size() == 1, "it does not sum over one variable");
    const bool sparse_result = is_sparse(m_result);
    if (m_product.accesses.size() == 3) {
      require(sparse_result, "three factors with a dense result");
      match_sampled();
    } else {
      require(m_product.accesses.size() == 2, "it is no product of two tensors");
      if (sparse_result)
        match_sparse_product();
      else if (m_result.indices.size() == 1)
        match_vector();
      else
        match_dense();
    }
    require(!sparse_result || m_operation.beta == 0.0,
            "a sparse result that keeps its old values");
    return m_operation;
  }

 private:
  bool is_sparse(const Access& a) const {
    return !m_tensors.at(a.tensor).format.is_dense();
  }
  const std::string& sum() const { return m_product.sums.front(); }

  /// The sparse factor and the dense one.
  std::pair<const Access*, const Access*> sparse_and_dense() const {
    const Access *a = &m_product.accesses[0], *b = &m_product.accesses[1];
    if (!is_sparse(*a)) std::swap(a, b);
    require(is_sparse(*a) && !is_sparse(*b),
            "not one sparse and one dense factor");
    require(a->indices.size() == 2, "the sparse factor is no matrix");
    return {a, b};
  }

  void match_vector() {
    const auto [matrix, vector] = sparse_and_dense();
    require(vector->indices.size() == 1 && vector->indices[0].variable == sum(),
            "the dense factor is no vector over the sum");
    const std::string& row = m_result.indices[0].variable;
    set_left(*matrix, row);
    m_operation.kind  = Kind::matrix_vector;
    m_operation.right = vector->tensor;
  }

  void match_dense() {
    require(m_result.indices.size() == 2, "the result is no matrix");
    const auto [matrix, dense] = sparse_and_dense();
    require(dense->indices.size() == 2, "the dense factor is no matrix");
    const Pair result = pair_of(m_result), left = pair_of(*matrix);
    require(left.has(sum()), "the sparse factor is not summed over");
    const std::string row = left.other(sum());
    require(result.has(row), "the sparse factor has no variable of the result");
    set_left(*matrix, row);
    set_right(*dense, result.other(row));
    m_operation.kind             = Kind::matrix_dense;
    m_operation.transpose_result = result.first != row;
  }

  void match_sampled() {
    std::vector<const Access*> dense;
    const Access* mask = nullptr;
    for (const Access& a : m_product.accesses) {
      if (!is_sparse(a)) dense.push_back(&a);
      else mask = &a;
    }
    require(mask && dense.size() == 2, "not one sparse and two dense factors");
    require(m_result.indices.size() == 2 && mask->indices.size() == 2,
            "the sparse tensors are no matrices");
    const Pair result = pair_of(m_result), sampled = pair_of(*mask);
    require(result.first == sampled.first && result.second == sampled.second,
            "the sparse factor has other variables than the result");
    set_sides(*dense[0], *dense[1], result);
    m_operation.kind = Kind::sampled;
    m_operation.mask = mask->tensor;
  }

  void match_sparse_product() {
    const Access &a = m_product.accesses[0], &b = m_product.accesses[1];
    require(is_sparse(a) && is_sparse(b), "a sparse result of a dense factor");
    require(m_result.indices.size() == 2, "the result is no matrix");
    set_sides(a, b, pair_of(m_result));
    m_operation.kind = Kind::sparse_product;
  }

  /// Which of two matrices has the rows of the result, and which the columns.
  void set_sides(const Access& a, const Access& b, const Pair& result) {
    require(a.indices.size() == 2 && b.indices.size() == 2,
            "a factor is no matrix");
    const bool in_order = pair_of(a).has(result.first);
    set_left(in_order ? a : b, result.first);
    set_right(in_order ? b : a, result.second);
  }
  void set_left(const Access& access, const std::string& row) {
    m_operation.left           = access.tensor;
    m_operation.transpose_left = is_transposed(access, row, sum());
  }
  void set_right(const Access& access, const std::string& column) {
    m_operation.right           = access.tensor;
    m_operation.transpose_right = is_transposed(access, sum(), column);
  }
  bool is_transposed(const Access& access, const std::string& first,
                     const std::string& second) const {
    const Pair pair = pair_of(access);
    require((pair.first == first && pair.second == second) ||
                (pair.first == second && pair.second == first),
            "the variables of a factor are not those of a matrix product");
    return pair.first != first;
  }

  const TensorDeclarations& m_tensors;
  const Access& m_result;
  const ProductTerm& m_product;
  LibraryOperation m_operation;
};

}  // namespace

const char* name_of(LibraryOperation::Kind kind) {
  switch (kind) {
    case Kind::matrix_vector: return "SpMV";
    case Kind::matrix_dense: return "SpMM";
    case Kind::sampled: return "SDDMM";
    default: return "SpGEMM";
  }
}

LibraryMatch match_library_operation(const CheckedAssignment& statement) {
  try {
    return {Matcher(statement, Impl::terms_of(statement)).match(), ""};
  } catch (const Mismatch& mismatch) {
    return {{}, mismatch.reason};
  }
}

}  // namespace Strata
