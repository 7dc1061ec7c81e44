// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_ERROR_HPP
#define STRATA_ERROR_HPP

#include <stdexcept>
#include <string>
#include <string_view>

namespace Strata {

/// Base of every exception Strata throws. The text names the operation, the
/// argument, what was expected, what was given, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Text (index notation, format encoding) that cannot be parsed; the message
/// shows the text with a caret under the offending place.
class ParseError : public Error {
 public:
  using Error::Error;
};

/// Extents or orders of operands that do not agree.
class ShapeMismatch : public Error {
 public:
  using Error::Error;
};

/// A tensor whose format or scalar type is not the one asked for.
class FormatMismatch : public Error {
 public:
  using Error::Error;
};

/// Storage that violates its format (first fault: level, position).
class InvalidStorage : public Error {
 public:
  using Error::Error;
};

/// A position or coordinate that its index type cannot hold.
class IndexOverflow : public Error {
 public:
  using Error::Error;
};

/// An expression, format or combination that is not lowered.
class UnsupportedExpression : public Error {
 public:
  using Error::Error;
};

/// A failure inside the code generator (a defect, or a missing compiler).
class CodegenError : public Error {
 public:
  using Error::Error;
};

/// A file that cannot be read or written, or is malformed (names the line).
class IoError : public Error {
 public:
  using Error::Error;
};

/// Composes "<operation>: <argument>: expected <expected>, got <got>; <advice>"
/// (empty parts are left out).
std::string error_message(std::string_view operation, std::string_view argument,
                          std::string_view expected, std::string_view got,
                          std::string_view advice = {});

/// Composes "<what>\n  <text>\n  <caret under text[begin, end)>".
std::string caret_message(std::string_view what, std::string_view text,
                          std::size_t begin, std::size_t end);

}  // namespace Strata

#endif
