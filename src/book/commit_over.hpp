// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>

#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// So long those are waited for who have a book locked.
inline constexpr std::chrono::seconds kPatience{10};

inline bool is_there(const std::string& out) {
  std::error_code none;
  return std::filesystem::is_regular_file(out, none);
}

/// Gives a book that is written the name `out`. Those who change the book that is there now must not replace
/// the new one by theirs. `writer` has flush() and commit() as AtomicFile has them.
template <class Writer>
[[nodiscard]] Result<void> commit_over(const std::string& out, Writer& writer) {
  if (auto flushed = writer.flush(); !flushed) return flushed;
  if (!is_there(out)) return writer.commit();
  const auto lock = os::open_locked(out, kPatience);
  return lock ? writer.commit() : lock.error();
}

}  // namespace polyglot::book
