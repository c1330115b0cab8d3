// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>
#include <polyglot/time_class.hpp>

#include "session/context.hpp"
#include "session/conversations/game_record.hpp"

namespace polyglot::session {

/// Facts from the GUI about the present game that may decide which books are used: the clock and the
/// opponent.
class BookConditions {
 public:
  void hear(const protocol::GuiMessage& message, protocol::Dialect::View view) {
    const protocol::Match take{
        [&](const protocol::NewGame&) { begin_game(view); },
        [&](const protocol::SetOption& option) {
          if (view == protocol::Dialect::View::positions && equal_ignoring_case(option.name, "UCI_Opponent"))
            opponent_ = name_in(option.value.value_or("")).substr(0, kLongestName);
        },
        [&](const protocol::OpponentName& opponent) { opponent_ = opponent.name.substr(0, kLongestName); },
        [&](const protocol::SetTimeControl& control) {
          if (control.base > 0 || control.increment > 0) set_clock(control.base, control.increment);
        },
        [&](const protocol::SetMoveTime& limit) { set_clock(0, limit.time); },
        [&](const protocol::SetClock& clock) {
          if (clock.ours && !time_class_) set_clock(clock.time, 0);
        },
        [](const auto&) {},
    };
    std::visit(take, message);
  }

  /// A UCI GUI wants a search. The first search of a game shows the clock.
  void search_begins(const game::Game& game, const protocol::SearchLimits& limits) {
    if (game.ply() < searched_ply_) time_class_.reset();  // a game has begun, although the GUI did not say so
    searched_ply_ = game.ply();
    if (time_class_) return;
    const bool white = game.turn() == chess::Color::white;
    const auto& base = white ? limits.white_time : limits.black_time;
    const auto& increment = white ? limits.white_increment : limits.black_increment;
    if (base) {
      set_clock(*base, increment.value_or(0));
    } else if (limits.move_time) {
      set_clock(0, *limits.move_time);
    }
  }

  [[nodiscard]] std::optional<TimeClass> time_class() const noexcept { return time_class_; }
  [[nodiscard]] const std::string& opponent() const noexcept { return opponent_; }

 private:
  /// Longer than any name. It limits the text in which an expression is searched.
  static constexpr std::size_t kLongestName = 200;

  /// The value of UCI_Opponent is `TITLE ELO computer|human NAME`. Source: UCI, "UCI_Opponent".
  static std::string_view name_in(std::string_view value) {
    constexpr int kWordsBefore = 3;
    std::string_view rest = value;
    std::string_view kind;
    for (int i = 0; i < kWordsBefore; ++i) kind = take_word(rest);
    const bool is_complete = equal_ignoring_case(kind, "computer") || equal_ignoring_case(kind, "human");
    const std::string_view name = trim(is_complete ? rest : value);
    return name == protocol::kEmptyText ? std::string_view() : name;
  }

  void set_clock(std::int64_t base, std::int64_t increment) {
    time_class_ = polyglot::time_class(std::chrono::milliseconds(base), std::chrono::milliseconds(increment));
  }

  /// XBoard's time control stays for later games; its opponent is named again for each game.
  void begin_game(protocol::Dialect::View view) {
    if (view == protocol::Dialect::View::positions) {
      time_class_.reset();
      searched_ply_ = 0;
    } else {
      opponent_.clear();
    }
  }

  std::optional<TimeClass> time_class_;
  std::string opponent_;
  std::size_t searched_ply_ = 0;  ///< ply of the last search of a UCI GUI
};

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
  /// Call follow_options() when options change. `seed`: the seed of `random`, for the log.
  BookPlayer(Context& context, book::RandomSource random, std::uint64_t seed)
      : options_(context.options), effects_(context.effects), random_(std::move(random)), seed_(seed) {}

  /// Sets the books beside BookFile; call open() afterwards. False if nothing has changed.
  bool set_sections(std::vector<config::BookSection> sections);
  /// Requests all books and closes them until use() is called. Returns their number.
  std::size_t open();
  /// Requests the books that an option names. Returns their number.
  std::size_t open_for(config::OptionId changed);
  /// Sets a requested book; null: there is none. `known`: the variants that its header may name; null: the
  /// built-in ones.
  void use(std::size_t place, std::unique_ptr<book::BookSource> source,
           const variants::Catalogue* known = nullptr);
  void follow_options();
  static constexpr std::string_view kOpponentOption = "UCI_Opponent";
  /// Whether a book is for some opponents only. Then the GUI has to see that option, which few engines have,
  /// to name the opponent.
  [[nodiscard]] bool wants_opponent() const;
  [[nodiscard]] BookConditions& conditions() noexcept { return conditions_; }

  /// Chooses a move; nothing if the books have none to play.
  [[nodiscard]] std::optional<game::Move> move(const game::Game& game);
  [[nodiscard]] std::optional<protocol::BookAnswer> answer(const game::Game& game, const BookQuery& query);

  /// The most probable move of the books, whatever the modes are.
  [[nodiscard]] std::optional<game::Move> best(const game::Game& game);
  /// The most probable move of the opponent, who is to move.
  [[nodiscard]] std::optional<game::Move> expected_reply(const game::Game& game);
  /// The most probable move at any depth, for a user who asks for a hint.
  [[nodiscard]] std::optional<game::Move> hint(const game::Game& game);

  /// The legal moves of the answering books, or else of the first book with moves, the largest share first.
  [[nodiscard]] protocol::BookList list(const game::Game& game);

  /// The report about the last answered move for an XBoard GUI. `position`: the one before the move.
  [[nodiscard]] protocol::BookReport report(const game::Position& position, const game::Move& move) const {
    protocol::BookReport report = report_;
    report.move = game::to_xboard_san(position, move);
    return report;
  }

  /// Whether it is the book of BookFile and not of a section.
  [[nodiscard]] bool is_main(std::size_t place) const noexcept {
    return place == 0 && stack_.size() > sections_.size();
  }
  [[nodiscard]] bool any_open() const noexcept { return stack_.any_open(); }

  /// Whether the engine ponders on moves that the books will answer.
  [[nodiscard]] bool ponders() const noexcept { return options_.check(config::OptionId::book_ponder); }

  /// Requests that the books learn a game, if they learn and have not learned this game. A book move is
  /// learned by the book that answered. A move of the engine is learned by the first book that has it and is
  /// meant for such games. If the shares of books are added up, all answering books that have the move learn
  /// it.
  void learn(GameRecord& record, protocol::GameResult::Score result);

  /// The next problem of a book that was not returned before, see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble() { return stack_.take_trouble(); }

  /// Why the books have just stopped answering, for the GUI: once per game, and never with `BookInfo = none`.
  /// Empty if there is nothing to report.
  [[nodiscard]] std::string take_exit() { return std::exchange(exit_, {}); }

  void new_game() noexcept { exit_ply_.reset(); }

 private:
  [[nodiscard]] bool knows(const game::Game& game) const noexcept {
    return any_open() && game.position() != nullptr;
  }
  /// Requests the book of BookFile if Book is on. The other books do not change. Returns the number of
  /// requests.
  std::size_t open_main();
  [[nodiscard]] book::Question question(book::Question::Purpose purpose) const;
  /// The decision about a move to play. It is our turn, and the rules must be known.
  [[nodiscard]] book::Decision decide(const game::Game& game, book::Question question,
                                      game::CastlingNotation castling);
  [[nodiscard]] std::optional<game::Move> book_move(const game::Game& game, book::Question asked,
                                                    game::CastlingNotation castling);
  [[nodiscard]] std::optional<game::Move> chosen(const game::Game& game, const book::Question& asked);

  /// A book move that was given in the present game.
  struct Answer {
    std::size_t ply;
    game::Key position;
    game::Move move;
    std::string book;                 ///< the name of the book that it was chosen from
    std::vector<std::size_t> places;  ///< the answering books that have the move
  };

  void note_decision(const game::Game& game, const book::Decision& decision);
  void note_exit(const game::Game& game, const book::Decision& decision);
  [[nodiscard]] bool has(std::size_t place, const book::PlayedMove& played) const;
  /// The books that are meant for a game in which we played this side.
  [[nodiscard]] std::vector<std::size_t> books_for(const game::Game& game, chess::Color side) const;
  /// The books that learn a move; `meant`: books_for() the game.
  [[nodiscard]] std::vector<std::size_t> learners_of(const book::PlayedMove& played,
                                                     const std::vector<std::size_t>& meant);

  const config::Options& options_;
  Effects& effects_;
  book::RandomSource random_;
  std::uint64_t seed_;
  std::vector<config::BookSection> sections_;
  book::BookStack stack_;
  BookConditions conditions_;
  protocol::BookReport report_;          ///< about its move
  std::vector<Answer> answers_;          ///< by ply
  std::string exit_;                     ///< until it is reported, see take_exit()
  std::optional<std::size_t> exit_ply_;  ///< the ply at which the books stopped answering in this
                                         ///< game
  BookConditions last_conditions_;       ///< the conditions of the last question; the present ones may have
                                         ///< changed since
};

}  // namespace polyglot::session
