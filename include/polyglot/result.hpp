// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
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

/// Is thrown only if a caller calls value() on a failed Result.
class BadResult : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws the error as a BadResult. boost::system::result calls this from value().
[[noreturn]] inline void throw_exception_from_error(const Error& error, const boost::source_location&) {
  throw BadResult(error.to_string());
}

/// A value, or the Error that says why there is none.
template <class T>
using Result = boost::system::result<T, Error>;

}  // namespace polyglot
