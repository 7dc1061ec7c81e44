// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <impl/Strata_Placeholders.hpp>

#include <atomic>
#include <set>

namespace Strata::Impl {
namespace {

bool is_placeholder(const std::string& name) { return name.starts_with('#'); }

/// The i-th name of a kind.
std::string variable_name(std::size_t n) {
  constexpr std::string_view letters = "ijklmnpqrstuvw";
  if (n < letters.size()) return std::string(1, letters[n]);
  return "i" + std::to_string(n - letters.size());
}
std::string tensor_name(std::size_t n) { return "T" + std::to_string(n); }

/// Chooses the names and rewrites the statement.
class PlaceholderNames {
 public:
  void collect(const Access& a) {
    note(a.tensor, m_tensors);
    for (const IndexArg& index : a.indices) note(index.variable, m_variables);
  }

  void collect(const IndexExpr& e) {
    if (e.kind == IndexExpr::Kind::access) collect(e.access);
    if (!e.variable.empty()) note(e.variable, m_variables);
    for (const IndexExprPtr& arg : e.args) collect(*arg);
  }

  void choose() {
    choose(m_variables, variable_name);
    choose(m_tensors, tensor_name);
  }

  void rewrite(Access& a) const {
    a.tensor = lookup(a.tensor);
    for (IndexArg& index : a.indices) index.variable = lookup(index.variable);
  }

  IndexExprPtr rewrite(const IndexExpr& e) const {
    IndexExpr copy = e;
    rewrite(copy.access);
    copy.variable = lookup(e.variable);
    for (IndexExprPtr& arg : copy.args) arg = rewrite(*arg);
    return std::make_shared<const IndexExpr>(std::move(copy));
  }

  std::map<std::string, std::string> tensors() const {
    std::map<std::string, std::string> out;
    for (const std::string& name : m_tensors) out[name] = lookup(name);
    return out;
  }

 private:
  void note(const std::string& name, std::vector<std::string>& placeholders) {
    if (!m_seen.insert(name).second) return;
    if (is_placeholder(name)) placeholders.push_back(name);
  }

  void choose(const std::vector<std::string>& placeholders,
              std::string (*make)(std::size_t)) {
    std::size_t n = 0;
    for (const std::string& placeholder : placeholders) {
      std::string name = make(n++);
      while (!m_seen.insert(name).second) name = make(n++);
      m_names[placeholder] = name;
    }
  }

  std::string lookup(const std::string& name) const {
    const auto found = m_names.find(name);
    return found == m_names.end() ? name : found->second;
  }

  std::set<std::string> m_seen;
  std::vector<std::string> m_variables, m_tensors;
  std::map<std::string, std::string> m_names;
};

}  // namespace

std::string make_placeholder() {
  static std::atomic<std::uint64_t> counter{0};
  return "#" + std::to_string(counter++);
}

std::map<std::string, std::string> name_placeholders(Assignment& a) {
  PlaceholderNames names;
  names.collect(a.lhs);
  names.collect(*a.rhs);
  names.choose();
  names.rewrite(a.lhs);
  a.rhs = names.rewrite(*a.rhs);
  return names.tensors();
}

}  // namespace Strata::Impl
