// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/system/result.hpp>

#include <polyglot/visible.hpp>

namespace polyglot {

/// Why something could not be done, in words for the person who has to correct it.
struct Error {
  std::string what;        ///< What is wrong and what to do about it: one line, no final period or newline.
  std::string where = {};  ///< The place: `file:line`, `path: offset N`, a column of a FEN; empty if none.

  /// Returns the line to show to a user: `where: what`, or `what` alone. Control characters, which names and
  /// files may have, become question marks (visible_line()).
  [[nodiscard]] std::string to_string() const {
    return visible_line(where.empty() ? what : where + ": " + what);
  }
};

/// An Error as an exception, for a caller that cannot act on it. Result::value() throws it.
class Failure : public std::runtime_error {
 public:
  explicit Failure(Error error) : runtime_error(error.to_string()), error_(std::move(error)) {}
  explicit Failure(std::string what, std::string where = {})
      : Failure(Error{std::move(what), std::move(where)}) {}

  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

/// Throws the error as a Failure. boost::system::result calls this from value().
[[noreturn]] inline void throw_exception_from_error(const Error& error, const boost::source_location&) {
  throw Failure(error);
}

/// A value, or the Error that says why there is none.
template <class T>
using Result = boost::system::result<T, Error>;

/// Calls a function. Its Failure becomes the error of the Result.
template <class Function>
[[nodiscard]] Result<std::invoke_result_t<Function>> result_of(Function function) {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Function>>) {
      function();
      return {};
    } else {
      return {boost::system::in_place_value, function()};
    }
  } catch (const Failure& failure) {
    return failure.error();
  }
}

}  // namespace polyglot
