// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The fields of a record as text; empty ones are not given.
struct EntryFields {
  std::string key;
  std::string fen;
  std::string code;
  std::string move;
  std::string weight;
  std::string n;
  std::string sum;

  /// The field of a name; null if there is none of it.
  [[nodiscard]] std::string* find(std::string_view name) noexcept;
};

/// Error: a field that is missing or no value, without a place.
[[nodiscard]] Result<RawEntry> read_entry(const EntryFields& fields, const game::Rules& rules);

}  // namespace polyglot::book
