// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

namespace polyglot::os {

/// Owns an open file, pipe or socket of the operating system: closed when its owner ends.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  /// The system's number for it; -1 if there is none.
  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] explicit operator bool() const noexcept { return number_ >= 0; }
  /// Gives it away: whoever takes the number closes it.
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  /// Closes it, and owns `number` from now on.
  void reset(int number = -1) noexcept;

 private:
  int number_ = -1;
};

/// Has no program that is started inherit an open descriptor, for those that libraries make (FD_CLOEXEC).
void keep_from_children(int number) noexcept;

}  // namespace polyglot::os
