// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

/// What is wrong with one file: the first complaints, and the number of the others.
class Complaints {
 public:
  /// `describe` returns the Error. It is called only for a complaint that is kept.
  template <class Describe>
  void add(Describe describe) {
    if (kept_.size() < kMost)
      kept_.push_back(describe());
    else
      ++more_;
  }

  [[nodiscard]] std::vector<Error> finish(const std::string& file) && {
    if (more_ > 0) kept_.push_back({"and " + std::to_string(more_) + " more like these", file});
    return std::move(kept_);
  }

 private:
  static constexpr std::size_t kMost = 100;

  std::vector<Error> kept_;
  std::size_t more_ = 0;
};

}  // namespace polyglot::config
