// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/regex.hpp>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/decision.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/book/time_class.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::book {

/// When one of several books is used, and how its moves are chosen.
struct BookUse {
  static constexpr int kNoLimit = 1 << 30;

  std::string name;                    ///< for people
  std::string file;                    ///< as the user wrote it
  std::optional<BookFormat> format{};  ///< nothing: as its content says
  BookKeys keys = BookKeys::automatic;
  SelectionPolicy policy{};
  bool as_crafty = false;                  ///< what a book of Crafty has is chosen as Crafty does
  int depth = kNoLimit;                    ///< full moves from the start of a game
  int plies = kNoLimit;                    ///< the same in plies
  std::optional<chess::Color> color{};     ///< of the side that plays from it; nothing: either
  std::vector<std::string> variants{};     ///< by any of their names; none: all
  std::vector<TimeClass> time_classes{};   ///< none: all
  std::optional<boost::regex> opponent{};  ///< searched in the opponent's name
};

/// What holds for all books together.
struct StackRules {
  bool merge = false;             ///< shares of all books are added up; false: the first that answers counts
  bool allow_repetition = false;  ///< moves may repeat a position of the game
  int min_remaining = 0;          ///< plies of book that lie ahead of a move at least, on the heaviest line
};

/// A question to all books.
struct Question {
  enum class Purpose : std::uint8_t {
    draw,   ///< one of the moves, as each book's mode says
    best,   ///< the move that is most likely played, whatever the modes say
    judge,  ///< what all moves are worth; none is chosen
  };

  Purpose purpose = Purpose::draw;
  bool at_any_depth = false;             ///< BookUse::depth and plies do not count
  bool with_results = false;             ///< what was learned is of interest even where it does not count
  std::optional<chess::Color> player{};  ///< who plays from the book; nothing: the side to move
  /// What the asker has against a move: a literal, empty if nothing.
  std::function<std::string_view(const game::Position& position, const game::Move& move)> rule{};
  std::optional<std::vector<game::Move>> only{};  ///< moves that may be played; nothing: all
  std::optional<TimeClass> time_class{};          ///< nothing: the clock is not known
  std::string opponent{};                         ///< empty: not known
};

class StackedBook;

/// Several books, asked in their order. Opens nothing by itself.
class BookStack {
 public:
  BookStack();
  ~BookStack();
  BookStack(BookStack&&) noexcept;
  BookStack& operator=(BookStack&&) noexcept;

  /// Other books; none of them is open.
  void set_books(std::vector<BookUse> uses);
  /// How one of them is used from now on. An open one stays open.
  void set_use(std::size_t place, BookUse use);
  /// Opens one; null: closes it. `known`: the variants that its header may name; null: the
  /// built-in ones.
  void open(std::size_t place, std::unique_ptr<BookSource> source,
            const variants::Catalogue* known = nullptr);
  void set_rules(const StackRules& rules) { rules_ = rules; }

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const BookUse& use(std::size_t place) const;
  /// Null if it is not open.
  [[nodiscard]] const BookSource* source(std::size_t place) const;
  /// Whether its moves are chosen as Crafty chooses them: an open book of Crafty that is to be used so.
  [[nodiscard]] bool plays_as_crafty(std::size_t place) const;
  [[nodiscard]] bool any_open() const noexcept;
  /// Whether a book is asked in the last position of a game, whose rules must be known. One that is not open
  /// is not.
  [[nodiscard]] bool is_asked(std::size_t place, const game::Game& game, const Question& question) const;

  /// What the books make of the last position of a game, whose rules must be known. One number is drawn at
  /// most, and only to choose between several moves.
  [[nodiscard]] Decision decide(const game::Game& game, const Question& question,
                                const RandomSource& random) const;

  /// What is wrong with a book and was not told before, see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble();

 private:
  /// Asks one book. True if it answers.
  bool ask(std::size_t place, const game::Game& game, const Question& question, Decision& decision) const;

  std::vector<std::unique_ptr<StackedBook>> books_;
  StackRules rules_;
};

}  // namespace polyglot::book
