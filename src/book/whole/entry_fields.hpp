// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The fields of a record as text; an empty text means no value.
struct EntryFields {
  std::string key;
  std::string fen;
  std::string code;
  std::string move;
  std::string weight;
  std::string n;
  std::string sum;

  /// The field with this name; null if there is none.
  [[nodiscard]] std::string* find(std::string_view name) noexcept;
};

/// Makes a record from its fields. Error, without a place: a missing or wrong field.
[[nodiscard]] Result<RawEntry> read_entry(const EntryFields& fields, const game::Rules& rules);

}  // namespace polyglot::book
