// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include <polyglot/result.hpp>

namespace polyglot::book {

/// What is wrong with an open book, each thing told once, in the order in which it came to light.
class Troubles {
 public:
  void note(Error trouble) { untold_.push_back(std::move(trouble)); }

  /// Of a lookup that failed: the first one only, others of a game would fail like it.
  void note_failure(Error failure) {
    if (!std::exchange(has_failed_, true)) note(std::move(failure));
  }

  /// The next that is not told yet; nothing if all are.
  [[nodiscard]] std::optional<Error> take() {
    if (untold_.empty()) return std::nullopt;
    Error trouble = std::move(untold_.front());
    untold_.pop_front();
    return trouble;
  }

 private:
  std::deque<Error> untold_;
  bool has_failed_ = false;
};

}  // namespace polyglot::book
