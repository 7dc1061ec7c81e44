// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of complex numbers for devices, compiled for this host, against std::complex.
#include <complex>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <Target/PTX/ComplexFunctions.h>
#include <mlir/Conversion/Passes.h>

#include "Strata_HandWritten.hpp"

namespace {

using Complex = std::complex<double>;

/// A function of the text, for numbers in memory: z, n, then the result.
std::string caller_of(const std::string& name, int arguments) {
  const bool both = arguments == 2;
  return R"mlir(
func.func @launch0_entry(%p: !llvm.ptr, %slot: i64, %begin: i64, %end: i64, %units: i64) {
  %p1 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %p2 = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, f64
  %p3 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %p : !llvm.ptr -> f64
  %y = llvm.load %p1 : !llvm.ptr -> f64
  %u = llvm.load %p2 : !llvm.ptr -> f64
  %v = llvm.load %p3 : !llvm.ptr -> f64
  %z = complex.create %x, %y : !z
  %n = complex.create %u, %v : !z
  %w = func.call @complex_)mlir" +
         name + (both ? "(%z, %n) : (!z, !z) -> !z" : "(%z) : (!z) -> !z") + R"mlir(
  %re = complex.re %w : !z
  %im = complex.im %w : !z
  %p4 = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, f64
  %p5 = llvm.getelementptr %p[5] : (!llvm.ptr) -> !llvm.ptr, f64
  llvm.store %re, %p4 : f64, !llvm.ptr
  llvm.store %im, %p5 : f64, !llvm.ptr
  return
}
)mlir";
}

/// The function as machine code.
class Compiled {
 public:
  Compiled(const std::string& name, int arguments) {
    mlir::DialectRegistry registry;
    strata::registerDialects(registry);
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    const auto module = mlir::parseSourceString<mlir::ModuleOp>(
        "!z = complex<f64>\n!r = f64\n" + std::string(strata::complexFunctions) +
            caller_of(name, arguments),
        &context);
    if (!module) throw std::logic_error("the text is not valid");
    mlir::PassManager passes(&context);
    passes.addPass(mlir::createConvertMathToLibmPass());
    passes.addPass(mlir::createConvertMathToLLVMPass());
    passes.addPass(mlir::createConvertComplexToLLVMPass());
    passes.addPass(mlir::createArithToLLVMConversionPass());
    passes.addPass(mlir::createConvertFuncToLLVMPass());
    passes.addPass(mlir::createReconcileUnrealizedCastsPass());
    if (failed(passes.run(*module))) throw std::logic_error("a pass failed");
    m_program.objects = m_host.emitObjects(*module, true);
    m_program.steps.resize(1);
    Strata::Impl::linker().link(m_program);
  }

  Complex operator()(Complex z, Complex n) const {
    double numbers[6] = {z.real(), z.imag(), n.real(), n.imag()};
    m_program.steps[0].entry(reinterpret_cast<const std::uint64_t*>(numbers), 0, 0, 1, 1);
    return {numbers[4], numbers[5]};
  }

 private:
  strata::HostCode m_host;
  strata::CompiledProgram m_program;
};

using Unary = std::function<Complex(Complex)>;

/// A grid on both sides of all branch cuts, signed zeros among it.
std::vector<Complex> grid() {
  std::vector<Complex> out;
  for (const double x : {-3.0, -1.0, -0.7, -0.0, 0.0, 0.25, 0.7, 1.0, 2.5})
    for (const double y : {-2.0, -1.0, -0.3, 0.3, 1.0, 2.0}) out.emplace_back(x, y);
  return out;
}

void expect_near(Complex got, Complex expected, const std::string& what) {
  const double tolerance = 1e-13 * std::max(1.0, std::abs(expected));
  EXPECT_NEAR(got.real(), expected.real(), tolerance) << what;
  EXPECT_NEAR(got.imag(), expected.imag(), tolerance) << what;
}

std::string text_of(const std::string& name, Complex z) {
  return name + "(" + std::to_string(z.real()) + ", " + std::to_string(z.imag()) + ")";
}

TEST(ComplexFunctions, OfOneNumber) {
  const std::vector<std::pair<std::string, Unary>> functions{
      {"exp", [](Complex z) { return std::exp(z); }},
      {"log", [](Complex z) { return std::log(z); }},
      {"log10", [](Complex z) { return std::log10(z); }},
      {"sqrt", [](Complex z) { return std::sqrt(z); }},
      {"sin", [](Complex z) { return std::sin(z); }},
      {"cos", [](Complex z) { return std::cos(z); }},
      {"tan", [](Complex z) { return std::tan(z); }},
      {"asin", [](Complex z) { return std::asin(z); }},
      {"acos", [](Complex z) { return std::acos(z); }},
      {"atan", [](Complex z) { return std::atan(z); }},
      {"sinh", [](Complex z) { return std::sinh(z); }},
      {"cosh", [](Complex z) { return std::cosh(z); }},
      {"tanh", [](Complex z) { return std::tanh(z); }},
      {"asinh", [](Complex z) { return std::asinh(z); }},
      {"acosh", [](Complex z) { return std::acosh(z); }},
      {"atanh", [](Complex z) { return std::atanh(z); }}};
  for (const auto& [name, function] : functions) {
    const Compiled compiled(name, 1);
    for (const Complex z : grid()) {
      const bool has_pole = (name == "atan" && z.real() == 0.0 && std::abs(z.imag()) == 1.0);
      if (!has_pole) expect_near(compiled(z, {}), function(z), text_of(name, z));
    }
  }
}

TEST(ComplexFunctions, Powers) {
  const Compiled power("pow", 2);
  for (const Complex z : grid())
    for (const Complex n : {Complex(2, 0), Complex(-0.5, 1), Complex(0, 0), Complex(0.3, -0.7)})
      expect_near(power(z, n), std::pow(z, n), text_of("pow", z));
  EXPECT_EQ(power({0, 0}, {2, 1}), Complex(0, 0));
}

TEST(ComplexFunctions, RootsOnTheCutAndOfLargeNumbers) {
  const Compiled root("sqrt", 1);
  EXPECT_EQ(root({0, 0}, {}), Complex(0, 0));
  EXPECT_EQ(root({4, 0}, {}), Complex(2, 0));
  EXPECT_EQ(root({-4, 0.0}, {}), Complex(0, 2));
  EXPECT_EQ(root({-4, -0.0}, {}), Complex(0, -2));
  const double large = std::numeric_limits<double>::max() / 8;
  expect_near(root({large, large}, {}) / std::sqrt(large),
              std::sqrt(Complex(large, large)) / std::sqrt(large), "sqrt of large numbers");
}

}  // namespace
