// SPDX-License-Identifier: MIT
#pragma once

namespace polyglot::session {

/// Functions as one, for std::visit(): the one that fits is called.
template <class... Function>
struct Match : Function... {
  using Function::operator()...;
};
template <class... Function>
Match(Function...) -> Match<Function...>;

}  // namespace polyglot::session
