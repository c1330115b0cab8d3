// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/result.hpp>

namespace polyglot::session {

/// A book in memory: position by key, moves as given.
class FakeBook final : public book::BookSource {
 public:
  using Entries = std::map<chess::Key, std::vector<std::pair<std::string, std::uint16_t>>>;

  /// `trouble`: nothing is found, and this is why.
  /// `variants`: those that its header names.
  explicit FakeBook(Entries entries, std::optional<Error> trouble = std::nullopt,
                    std::vector<std::string> variants = {}, std::string path = "book.bin")
      : entries_(std::move(entries)),
        trouble_(std::move(trouble)),
        variants_(std::move(variants)),
        path_(std::move(path)) {}

  [[nodiscard]] book::BookFormat format() const noexcept override { return book::BookFormat::polyglot; }
  [[nodiscard]] book::BookMoves find(const game::Position& position) const override {
    book::BookMoves found;
    const auto entry = entries_.find(position.key());
    has_failed_ |= trouble_.has_value();
    if (has_failed_ || entry == entries_.end()) return found;
    for (const auto& [text, weight] : entry->second) {
      found.total_weight += weight;
      if (const auto move = game::move_from_uci(position, text)) {
        found.moves.push_back({.move = *move, .weight = weight});
      }
    }
    return found;
  }
  [[nodiscard]] std::uint64_t size() const override { return entries_.size(); }
  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] std::vector<std::string> variants() const override { return variants_; }
  [[nodiscard]] std::optional<Error> take_trouble() const override {
    return has_failed_ ? std::exchange(trouble_, std::nullopt) : std::nullopt;
  }

 private:
  Entries entries_;
  mutable std::optional<Error> trouble_;  ///< until it is told
  mutable bool has_failed_ = false;
  std::vector<std::string> variants_;
  std::string path_;
};

}  // namespace polyglot::session
