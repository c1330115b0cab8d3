// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stdexcept>

#include <boost/regex.hpp>

namespace polyglot::builder {

/// Whether a name has what is wanted; nothing if the expression is too complex for it.
template <class Iterator>
[[nodiscard]] std::optional<bool> search_name(Iterator first, Iterator last, const boost::regex& wanted) {
  try {
    return boost::regex_search(first, last, wanted);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace polyglot::builder
