#pragma once

#include <cstddef>

#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// For hash tables by key: keys are hashes already.
struct KeyHash {
  using is_avalanching = void;
  std::size_t operator()(chess::Key key) const noexcept { return key; }
};

}  // namespace polyglot::book
