// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/book_stack.hpp>

namespace polyglot::book {

/// One book of a stack: when it is used, and the book itself while it is open.
class StackedBook {
 public:
  explicit StackedBook(BookUse use) { set_use(std::move(use)); }

  void set_use(BookUse use) { use_ = std::make_shared<const BookUse>(std::move(use)); }
  void open(std::unique_ptr<BookSource> source, const variants::Catalogue* known);

  [[nodiscard]] const std::shared_ptr<const BookUse>& use() const noexcept { return use_; }
  [[nodiscard]] const BookSource* source() const noexcept { return source_.get(); }
  [[nodiscard]] bool plays_as_crafty() const {
    return use_->as_crafty && source_ && traits_of(source_->format()).records == BookRecords::by_move;
  }
  /// Why the book is not asked about the last position of a game; empty if it is asked.
  [[nodiscard]] std::string why_not_asked(const game::Game& game, const Question& question) const;
  /// Judges all moves of the position, without settle(). Sets `total_weight` to that of all records. Call it
  /// only if why_not_asked() is empty.
  [[nodiscard]] std::vector<Candidate> judge(const game::Position& position, bool with_results,
                                             std::uint64_t& total_weight) const;
  /// The number of book plies that follow on the heaviest line, at most `most`.
  [[nodiscard]] int plies_ahead(game::Position position, int most) const;
  [[nodiscard]] std::optional<Error> take_trouble();

 private:
  /// Whether the header allows the book in games by the rules of the last question.
  struct Judged {
    std::string rules;
    bool fits = true;
  };

  [[nodiscard]] bool is_made_for(const game::Rules& rules) const;
  [[nodiscard]] std::string why_not_now(const game::Position& position, const Question& question) const;
  [[nodiscard]] std::string why_not_against(const Question& question) const;

  std::shared_ptr<const BookUse> use_;
  std::unique_ptr<BookSource> source_;
  std::vector<std::string> made_for_;        ///< names of rules; empty: for all
  std::vector<game::Rules> made_for_rules_;  ///< the known rules among them
  mutable Judged judged_;
  mutable std::string untold_refusal_;      ///< rules that the book is not for; to be reported
  std::vector<std::string> refusals_told_;  ///< rules for which this was reported
};

}  // namespace polyglot::book
