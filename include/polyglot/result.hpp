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

  /// The one line shown to a user: `where: what`, or `what` alone. Control characters, which names and files
  /// may hold, are question marks (visible_line()).
  [[nodiscard]] std::string to_string() const {
    return visible_line(where.empty() ? what : where + ": " + what);
  }
};

/// Thrown only where a caller asks for the value of a failed Result without looking.
class BadResult : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// boost::system::result calls this function when value() is called on an error.
[[noreturn]] inline void throw_exception_from_error(const Error& error, const boost::source_location&) {
  throw BadResult(error.to_string());
}

/// A value, or the Error that says why there is none.
template <class T>
using Result = boost::system::result<T, Error>;

}  // namespace polyglot
