// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/sources.hpp>

#include "session/books/circumstances.hpp"
#include "session/conversations/game_record.hpp"

namespace polyglot::session {

/// How the engine verifies a book move before it is played: BookVerify, BookVerifyMargin.
struct VerifyPolicy {
  std::chrono::milliseconds time{0};  ///< for each search; 0: no verification
  int margin = 0;                     ///< by how many centipawns the move may be worse than the engine's
                                      ///< choice
};

/// Describes the verdict on a book move in words.
[[nodiscard]] std::string verdict_in_words(std::string_view move, bool is_good, std::string_view why);

/// Book moves that the engine has verified in this game.
class VerifiedMoves {
 public:
  void add(const game::Position& position, const game::Move& move, bool is_good) {
    moves_.push_back({.position = position.key(), .move = move, .is_good = is_good});
  }
  /// Clears all for another game.
  void clear() noexcept { moves_.clear(); }

  /// Whether a move was found good; nothing if it was not verified.
  [[nodiscard]] std::optional<bool> is_good(const game::Position& position, const game::Move& move) const {
    if (moves_.empty()) return std::nullopt;
    const auto found = std::ranges::find_if(moves_, [key = position.key(), &move](const Verified& known) {
      return known.position == key && known.move == move;
    });
    return found != moves_.end() ? std::optional(found->is_good) : std::nullopt;
  }

 private:
  struct Verified {
    game::Key position;
    game::Move move;
    bool is_good;
  };

  std::vector<Verified> moves_;
};

/// A request for a book answer.
struct BookQuery {
  bool restricted = false;                ///< only `search_moves` may be played
  std::vector<std::string> search_moves;  ///< coordinate notation
  bool with_reply = false;                ///< find an expected reply as well
  game::CastlingNotation castling = game::CastlingNotation::king_to_destination;
};

/// Plays from books in the last position of a game, by the options and sections. It plays nothing if the
/// rules are not known. Each move, and all that is shown about it, comes from one decision of the BookStack.
class BookPlayer {
 public:
  /// `options` may change; call follow_options() then. `seed`: the seed of `random`, for the log.
  BookPlayer(const config::Options& options, book::RandomSource random, std::uint64_t seed,
             Sources sources = {});

  /// Sets the books beside BookFile; call open() afterwards. False if nothing has changed.
  bool set_sections(std::vector<config::BookSection> sections);
  /// Requests all books and closes them until use() is called. Returns their number.
  std::size_t open(Effects& effects);
  /// Requests the books that an option names. Returns their number.
  std::size_t open_for(config::OptionId changed, Effects& effects);
  /// Sets a requested book; null: there is none. `known`: the variants that its header may name; null: the
  /// built-in ones.
  void use(std::size_t place, std::unique_ptr<book::BookSource> source,
           const variants::Catalogue* known = nullptr);
  /// Applies the options about choosing a move to open books.
  void follow_options();
  /// The option of a UCI engine that names the opponent.
  static constexpr std::string_view kOpponentOption = "UCI_Opponent";
  /// Whether a book is for some opponents only. Then the GUI has to see that option, which few engines have,
  /// to name the opponent.
  [[nodiscard]] bool wants_opponent() const;
  /// What the GUI has told about the game.
  [[nodiscard]] Circumstances& circumstances() noexcept { return circumstances_; }

  /// Chooses a move; nothing if the books have none to play.
  [[nodiscard]] std::optional<game::Move> move(const game::Game& game, Effects& effects) const;
  /// Chooses a move as the answer to a search.
  [[nodiscard]] std::optional<protocol::BookAnswer> answer(const game::Game& game, const BookQuery& query,
                                                           Effects& effects) const;

  /// The most probable move of the books, whatever the modes are.
  [[nodiscard]] std::optional<game::Move> best(const game::Game& game) const;
  /// The most probable move of the opponent, who is to move.
  [[nodiscard]] std::optional<game::Move> expected_reply(const game::Game& game) const;
  /// The most probable move at any depth, for a user who asks for a hint.
  [[nodiscard]] std::optional<game::Move> hint(const game::Game& game) const;

  /// The legal moves of the answering books, or else of the first book with moves, the largest share first.
  [[nodiscard]] protocol::BookList list(const game::Game& game) const;

  /// The report about the last answered move, without its text.
  [[nodiscard]] const protocol::BookReport& report() const noexcept { return report_; }

  /// The file of the book that answered last, as the user wrote it; empty if none has.
  [[nodiscard]] std::string_view file() const noexcept { return answered_; }
  /// Whether it is the book of BookFile and not of a section.
  [[nodiscard]] bool is_main(std::size_t place) const noexcept {
    return place == 0 && stack_.size() > sections_.size();
  }
  [[nodiscard]] bool any_open() const noexcept { return stack_.any_open(); }

  /// Whether the engine ponders on moves that the books will answer.
  [[nodiscard]] bool ponders() const noexcept { return options_.check(config::OptionId::book_ponder); }

  /// How the engine verifies a move before it is played, and the results: a move that it found bad is no
  /// longer played. See HiddenSearch.
  [[nodiscard]] VerifyPolicy verify_policy() const noexcept {
    return {.time = std::chrono::milliseconds(options_.spin(config::OptionId::book_verify)),
            .margin = static_cast<int>(options_.spin(config::OptionId::book_verify_margin))};
  }
  [[nodiscard]] bool verifies() const noexcept { return options_.spin(config::OptionId::book_verify) > 0; }
  [[nodiscard]] VerifiedMoves& verified() noexcept { return verified_; }
  /// Whether verdicts are looked up in a store, and added to it.
  [[nodiscard]] bool uses_store() const noexcept {
    return sources_.verdicts && !options_.text(config::OptionId::book_verify_store).empty();
  }

  /// Requests that the books learn a game, if they learn and have not learned this game. A book move is
  /// learned by the book that answered. A move of the engine is learned by the first book that has it and is
  /// meant for such games. If the shares of books are added up, all answering books that have the move learn
  /// it.
  void learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects) const;

  /// The next problem of a book or of BookVerifyStore that was not returned before,
  /// see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble();

  /// Why the books have just stopped answering, for the GUI: once per game, and never with `BookInfo = none`.
  /// Empty if there is nothing to report.
  [[nodiscard]] std::string take_exit() { return std::exchange(exit_, {}); }

  /// Clears all for another game.
  void new_game() noexcept {
    verified_.clear();
    exit_ply_.reset();
  }

 private:
  [[nodiscard]] bool knows(const game::Game& game) const noexcept {
    return any_open() && game.position() != nullptr;
  }
  /// Requests the book of BookFile if Book is on. The other books do not change. Returns the number of
  /// requests.
  std::size_t open_main(Effects& effects);
  [[nodiscard]] book::Question question(book::Question::Purpose purpose) const;
  /// The decision about a move to play. It is our turn, and the rules must be known.
  [[nodiscard]] book::Decision decide(const game::Game& game, book::Question question,
                                      game::CastlingNotation castling, Effects& effects) const;
  /// The source of verdicts for moves to play. If it fails, take_trouble() says why once.
  [[nodiscard]] VerdictSource verdicts() const;
  /// Whether a store has a verdict that the move is too bad. A verdict is noted as if the engine had given
  /// it. `asked`: the question about this game.
  [[nodiscard]] bool is_bad_in_store(const game::Game& game, const book::Question& asked,
                                     const game::Move& move, game::CastlingNotation castling,
                                     Effects& effects) const;
  [[nodiscard]] std::optional<game::Move> book_move(const game::Game& game, book::Question asked,
                                                    game::CastlingNotation castling, Effects& effects) const;
  [[nodiscard]] std::optional<game::Move> chosen(const game::Game& game, const book::Question& asked) const;

  /// A book move that was given in the present game.
  struct Answer {
    std::size_t ply;
    game::Key position;
    game::Move move;
    std::string book;                 ///< the name of the book that it was chosen from
    std::vector<std::size_t> places;  ///< the answering books that have the move
  };

  void note_decision(const game::Game& game, const book::Decision& decision) const;
  void note_exit(const game::Game& game, const book::Decision& decision) const;
  [[nodiscard]] bool has(std::size_t place, const book::PlayedMove& played) const;
  /// The books that are meant for a game in which we played this side.
  [[nodiscard]] std::vector<std::size_t> books_for(const game::Game& game, chess::Color side) const;
  /// The books that learn a move; `meant`: books_for() the game.
  [[nodiscard]] std::vector<std::size_t> learners_of(const book::PlayedMove& played,
                                                     const std::vector<std::size_t>& meant) const;

  const config::Options& options_;
  book::RandomSource random_;
  std::uint64_t seed_;
  std::vector<config::BookSection> sections_;
  book::BookStack stack_;
  Circumstances circumstances_;
  mutable std::string answered_;                 ///< file of the book that answered last
  mutable protocol::BookReport report_;          ///< about its move
  mutable std::vector<Answer> answers_;          ///< by ply
  mutable std::string exit_;                     ///< until it is reported, see take_exit()
  mutable std::optional<std::size_t> exit_ply_;  ///< the ply at which the books stopped answering in this
                                                 ///< game
  mutable Circumstances asked_in_;  ///< the circumstances of the last question; the present ones may have
                                    ///< changed since
  mutable VerifiedMoves verified_;
  Sources sources_;
  mutable std::optional<Error> store_trouble_;  ///< until it is reported
  mutable bool store_trouble_told_ = false;
};

}  // namespace polyglot::session
