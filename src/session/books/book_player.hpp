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
#include <polyglot/book/paired_lines.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

#include "session/books/circumstances.hpp"
#include "session/conversations/game_record.hpp"

namespace polyglot::session {

/// How the engine looks at a book move before it is played: BookVerify, BookVerifyMargin.
struct VerifyPolicy {
  std::chrono::milliseconds time{0};  ///< for each search; 0: it does not look
  int margin = 0;                     ///< centipawns by which the move may be worse than its own choice
};

/// Book moves that the engine has looked at in this game.
class VerifiedMoves {
 public:
  static constexpr auto kRule = "worse than the engine's own choice";

  void add(const game::Position& position, const game::Move& move, bool is_good) {
    moves_.push_back({.position = position.key(), .move = move, .is_good = is_good});
  }
  /// Another game begins.
  void clear() noexcept { moves_.clear(); }

  /// Nothing if it has not looked at it.
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

/// What the asker wants of a book answer.
struct BookQuery {
  bool restricted = false;                ///< only `search_moves` may be played
  std::vector<std::string> search_moves;  ///< coordinate notation
  bool with_reply = false;                ///< look for an expected reply as well
  game::CastlingNotation castling = game::CastlingNotation::king_to_destination;
};

/// Plays from books, as the options and the sections say: in the last position of a game. Nothing is played
/// in a game whose rules are not known. Each move comes out of one decision of the BookStack, and so does
/// what is shown of it.
class BookPlayer {
 public:
  /// `seed`: that of `random`, for the log. `lines`: for BookPairs; may be null.
  BookPlayer(book::RandomSource random, std::uint64_t seed, book::LineSource lines = {});

  /// Other books beside that of BookFile; open() comes then. False if they are the same.
  bool set_sections(std::vector<config::BookSection> sections);
  /// Asks for all books, which use() takes; until then they are closed. Returns how many there are.
  std::size_t open(const config::Options& options, Effects& effects);
  /// Asks for the book that BookFile names, if Book wants one; the others stay as they are.
  std::size_t open_main(const config::Options& options, Effects& effects);
  /// One of the books that were asked for; null: there is none. `known`: the variants that its header may
  /// name; null: the built-in ones.
  void use(std::size_t place, std::unique_ptr<book::BookSource> source,
           const variants::Catalogue* known = nullptr);
  /// Takes over the options that say how to choose a move.
  void set_policy(const config::Options& options);
  /// The option of a UCI engine that names the opponent.
  static constexpr std::string_view kOpponentOption = "UCI_Opponent";
  /// Whether a book is for some opponents only: a GUI names him where it finds that option, and few engines
  /// have it.
  [[nodiscard]] bool wants_opponent() const;
  /// What the GUI has said of the game.
  [[nodiscard]] Circumstances& circumstances() noexcept { return circumstances_; }

  /// A move, or nothing if the books have none to play.
  [[nodiscard]] std::optional<game::Move> move(const game::Game& game, Effects& effects) const;
  /// The same as the answer to a search.
  [[nodiscard]] std::optional<protocol::BookAnswer> answer(const game::Game& game, const BookQuery& query,
                                                           Effects& effects) const;

  /// The move that would most likely be played, whatever the modes say.
  [[nodiscard]] std::optional<game::Move> best(const game::Game& game) const;
  /// The same of the other player, whose turn it is.
  [[nodiscard]] std::optional<game::Move> expected_reply(const game::Game& game) const;
  /// The most likely move at any depth, for somebody who asks for advice.
  [[nodiscard]] std::optional<game::Move> hint(const game::Game& game) const;

  /// All legal moves of the books that answer, heaviest first, with their shares.
  [[nodiscard]] protocol::BookList list(const game::Game& game) const;

  /// Of the move that was answered with last, without its text.
  [[nodiscard]] const protocol::BookReport& report() const noexcept { return report_; }

  /// The file of the book that answered last, as the user wrote it; empty if none has.
  [[nodiscard]] std::string_view file() const noexcept { return answered_; }
  /// That of BookFile, not of a section.
  [[nodiscard]] bool is_main(std::size_t place) const noexcept {
    return place == 0 && stack_.size() > sections_.size();
  }
  [[nodiscard]] bool any_open() const noexcept { return stack_.any_open(); }

  /// Whether the engine is to ponder where the books will answer.
  [[nodiscard]] bool ponders() const noexcept { return ponders_; }

  /// How the engine is to look at a move before it is played, and what has come of that: a move that it has
  /// found bad is not played any more. See BookVerification.
  [[nodiscard]] const VerifyPolicy& verify_policy() const noexcept { return verify_policy_; }
  [[nodiscard]] bool verifies() const noexcept { return verify_policy_.time.count() > 0; }
  [[nodiscard]] VerifiedMoves& verified() noexcept { return verified_; }

  /// Has the books told how a game went, if they learn and have not been told of this game: of a move the one
  /// that answered with it, or, if the engine found it, the first that has it and is meant for such games.
  /// Where the books' shares are added up, all that answered and have the move.
  void learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects) const;

  /// What is wrong with a book, or the file of BookPairs, and was not told before, see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble();

  /// Why the books have just fallen silent, for the GUI: once a game, nothing with `BookInfo = none`; empty
  /// if there is nothing to report.
  [[nodiscard]] std::string take_exit() { return std::exchange(exit_, {}); }

  /// Another game begins.
  void new_game() noexcept {
    verified_.clear();
    exit_ply_.reset();
  }

 private:
  [[nodiscard]] bool knows(const game::Game& game) const noexcept {
    return any_open() && game.position() != nullptr;
  }
  [[nodiscard]] book::Question question(book::Question::Purpose purpose) const;
  /// Of a move to play; its turn is ours. The game's rules must be known.
  [[nodiscard]] book::Decision decide(const game::Game& game, book::Question question,
                                      game::CastlingNotation castling, Effects& effects) const;
  void follow_line(const game::Game& game, book::Question asked, book::Decision& decision) const;
  [[nodiscard]] std::optional<game::Move> chosen(const game::Game& game, const book::Question& asked) const;

  /// A move that was answered with in the present game.
  struct Answer {
    std::size_t ply;
    game::Key position;
    game::Move move;
    std::vector<std::size_t> places;  ///< of the books that have it, of those that answered
  };

  /// A line of the match.
  struct Line {
    std::size_t ply;    ///< of its first move
    std::string moves;  ///< see book::LineSource
  };

  void note_decision(const game::Game& game, const book::Decision& decision) const;
  void note_exit(const game::Game& game, const book::Decision& decision) const;
  [[nodiscard]] bool has(std::size_t place, const book::PlayedMove& played) const;
  /// Those of the books that are meant for a game in which we have played this side.
  [[nodiscard]] std::vector<std::size_t> books_for(const game::Game& game, chess::Color side) const;
  /// Which books learn a move; `meant`: books_for() the game.
  [[nodiscard]] std::vector<std::size_t> learners_of(const book::PlayedMove& played,
                                                     const std::vector<std::size_t>& meant) const;

  book::RandomSource random_;
  std::uint64_t seed_;
  std::vector<config::BookSection> sections_;
  book::BookStack stack_;
  Circumstances circumstances_;
  mutable std::string answered_;                 ///< file of the book that answered last
  mutable protocol::BookReport report_;          ///< of its move
  mutable std::vector<Answer> answers_;          ///< by ply
  mutable std::string exit_;                     ///< until it is reported, see take_exit()
  mutable std::optional<std::size_t> exit_ply_;  ///< when the books fell silent in this game
  mutable Circumstances asked_in_;  ///< when the books were asked last: the GUI may have gone on since
  book::Question::Purpose play_purpose_ = book::Question::Purpose::draw;
  VerifyPolicy verify_policy_;
  VerifiedMoves verified_;
  book::LineSource lines_;
  mutable std::optional<Line> line_;               ///< that was followed last
  mutable std::optional<std::size_t> lines_fail_;  ///< since this ply of the game there are none
  mutable std::optional<Error> lines_trouble_;     ///< until it is reported
  mutable bool lines_trouble_told_ = false;
  bool pairs_ = false;
  bool learns_ = false;
  bool ponders_ = false;
  bool logs_ = false;
};

}  // namespace polyglot::session
