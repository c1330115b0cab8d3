// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/fwd.hpp>
#include <boost/regex.hpp>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>
#include <polyglot/time_class.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::book {

struct BookUse;

/// The answer of several books about a position, with its reasons: which books were asked, the value of each
/// move, the rule that dropped a move, and the random number. Play, lists, logs and explanations all use it.
struct Decision {
  /// One of the books, in the order in which they are asked.
  struct Book {
    std::shared_ptr<const BookUse> use;  ///< how the book is used; shared, because a copy would be expensive
    std::string passed_over{};           ///< why the book does not answer; empty if it does
    std::uint64_t total_weight = 0;      ///< sum of the weights of all its records of the position
  };

  game::Position position;
  std::vector<Book> books{};
  std::vector<Candidate> candidates{};  ///< the moves of all books that were asked, book by book
  std::vector<std::size_t> origins{};   ///< the index of the book of each candidate
  std::optional<Choice> choice{};       ///< nothing if no book answers, or if no choice was requested

  [[nodiscard]] const Candidate* chosen() const noexcept {
    return choice ? &candidates[choice->index] : nullptr;
  }
  /// Returns the book of the chosen move. There must be a choice.
  [[nodiscard]] const Book& origin() const noexcept { return books[origins[choice->index]]; }
  /// Returns the names of the books that answer, joined by " + "; empty if none does.
  [[nodiscard]] std::string answering() const;
};

/// Adds a decision to a JSON object: `book` is answering(), or null; `books`; and `candidates`. Each
/// candidate has `book`, `move` (as UCI writes it), `san`, `weight`, `share` (of the book's weights), `n`,
/// `sum`, `probability` and `kept`. `rule` says why it is not played, and is empty if it may be.
void add_json(const Decision& decision, game::CastlingNotation castling, boost::json::object& object);

/// When a book is used, and how its moves are chosen.
struct BookUse {
  static constexpr int kNoLimit = 1 << 30;

  std::string name;         ///< the name for people
  std::string file;         ///< the path as the user wrote it
  bool or_starter = false;  ///< the user named no book: name and file are those of the book that is opened
  std::optional<BookFormat> format{};  ///< nothing: the contents decide
  BookKeys keys = BookKeys::automatic;
  bool variations = false;  ///< see ListOptions
  SelectionPolicy policy{};
  bool as_crafty = false;                  ///< true: moves of a Crafty book are chosen as Crafty does
  int depth = kNoLimit;                    ///< maximum number of full moves from the start of a game
  int plies = kNoLimit;                    ///< maximum number of plies from the start of a game
  std::optional<chess::Color> color{};     ///< the side that plays from it; nothing: either side
  std::vector<std::string> variants{};     ///< any of their names; empty: all
  std::vector<TimeClass> time_classes{};   ///< empty: all
  std::optional<boost::regex> opponent{};  ///< searched in the opponent's name
};

struct StackRules {
  bool merge = false;  ///< true: shares of all books are added up; false: the first book that answers decides
  bool allow_repetition = false;  ///< true: moves may repeat a position of the game
  int min_remaining = 0;          ///< minimum number of book plies after a move, on the heaviest line
};

struct Question {
  enum class Purpose : std::uint8_t {
    draw,   ///< draw a move by the mode of each book
    best,   ///< choose the move with the highest probability, whatever the modes are
    judge,  ///< judge all moves, but choose none
  };

  Purpose purpose = Purpose::draw;
  bool at_any_depth = false;  ///< true: BookUse::depth and BookUse::plies are ignored
  bool with_results = false;  ///< true: learned results are returned even if the choice does not use them
  std::optional<chess::Color> player{};  ///< the side that plays from the book; nothing: the side to move
  std::optional<std::vector<game::Move>> only{};  ///< the moves that may be played; nothing: all
  std::optional<TimeClass> time_class{};          ///< nothing: the clock is not known
  std::string opponent{};                         ///< empty: not known
};

class StackedBook;

/// Several books, which are asked in their order. It opens no files itself. Not thread-safe.
class BookStack {
 public:
  BookStack();
  ~BookStack();
  BookStack(BookStack&&) noexcept;
  BookStack& operator=(BookStack&&) noexcept;

  /// Replaces the list of books. None of the new ones is open yet.
  void set_books(std::vector<BookUse> uses);
  /// Changes how a book is used. An open book stays open.
  void set_use(std::size_t place, BookUse use);
  /// Sets an open book; null closes it. `known` has the variants that its header may name; null: the built-in
  /// ones.
  void open(std::size_t place, std::unique_ptr<BookSource> source,
            const variants::Catalogue* known = nullptr);
  void set_rules(const StackRules& rules) { rules_ = rules; }

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const BookUse& use(std::size_t place) const;
  /// Returns the open book at a place; null if it is not open.
  [[nodiscard]] const BookSource* source(std::size_t place) const;
  /// Returns true if the moves of a book are chosen as Crafty does: it is open, is a Crafty book, and
  /// BookUse::as_crafty is set.
  [[nodiscard]] bool plays_as_crafty(std::size_t place) const;
  [[nodiscard]] bool any_open() const noexcept;
  /// Returns true if a book is asked about the last position of a game. The rules must be known. A closed
  /// book is not asked.
  [[nodiscard]] bool is_asked(std::size_t place, const game::Game& game, const Question& question) const;

  /// Asks the books about the last position of a game. The rules must be known. At most one random number is
  /// drawn, and only to choose between several moves.
  [[nodiscard]] Decision decide(const game::Game& game, const Question& question,
                                const RandomSource& random) const;

  /// Returns the next problem of any book that has not been returned yet, see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble();

 private:
  bool ask(std::size_t place, const game::Game& game, const Question& question, Decision& decision) const;

  std::vector<std::unique_ptr<StackedBook>> books_;
  StackRules rules_;
};

}  // namespace polyglot::book
