// SPDX-License-Identifier: MIT
#include "tools/game_lessons.hpp"
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/os/arguments.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "tools/file_kind.hpp"
#include "tools/review_gap.hpp"
#include "tools/text_files.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {
namespace {

using chess::Color;
using pgn::KnownTag;

/// FNV-1a of 64 bits.
class Fingerprint {
 public:
  void add(std::string_view text) noexcept {
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  /// Adds a tag. A tag without a value, or with signs of an unknown value, counts as missing.
  void add_tag(std::optional<std::string_view> value) {
    const std::string text = lower_case(trim(pgn::unescaped(value.value_or(""))));
    if (text.find_first_not_of("?.-") != text.npos) add(text);
    add("\n");
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

/// Returns the half points of a side.
int points_of(pgn::GameResult result, Color side) noexcept {
  if (result == pgn::GameResult::draw) return 1;
  return (result == pgn::GameResult::white_wins) == (side == Color::white) ? 2 : 0;
}

/// Follows the moves of a game.
class Listener {
 public:
  Listener(const pgn::GameText& text, const TaughtSides& sides) : result_(text.result()) {
    lesson_.sides = sides;
    for (const std::string_view tag :
         {"Event", "Site", "Date", "Round", "White", "Black", "UTCDate", "UTCTime", "Variant", "FEN"})
      fingerprint_.add_tag(text.tag(tag));
    fingerprint_.add(name_of(result_));
    fingerprint_.add("\n");
  }

  void add(const game::Position& position, const game::Move& move) {
    fingerprint_.add(game::to_uci(position, move, game::CastlingNotation::king_takes_rook));
    fingerprint_.add(" ");
    const Color side = position.side_to_move();
    if (is_of(lesson_.sides, side))
      lesson_.moves.push_back({.position = position, .move = move, .points = points_of(result_, side)});
  }
  [[nodiscard]] GameLesson take() {
    lesson_.fingerprint = fingerprint_.value();
    return std::move(lesson_);
  }

 private:
  pgn::GameResult result_;
  Fingerprint fingerprint_;
  GameLesson lesson_;
};

/// Plays the moves of a game. Returns what is wrong with them; empty if all were read.
std::string hear(const pgn::GameText& text, const game::Rules& rules, Listener& listener) {
  const auto line = builder::play_line(text, rules);
  if (!line) return line.error().to_string();
  game::Position position = line->start;
  for (const game::Move& move : line->moves) {
    listener.add(position, move);
    position.make(move);
  }
  return line->stop == pgn::WalkStop::null_move ? std::string() : line->fault;
}

}  // namespace

void LessonOptions::add_to(Command& command) {
  command.add({
      {"pgn", "SOURCE",
       "the games, - for standard input; or files with learned results; the last argument is the book, "
       "unless "
       "--book names it",
       texts(sources), config::kAllPlain, true},
      {"book,bin,in", "BOOK", "the book that the games were played from", text(book)},
      {"engine", "NAME", "count only the moves of this player (default: both players)", text(engine)},
      {"learn-file", "FILE",
       "the file with the results, if they are not in the book; files with results need no BOOK then",
       text(learn_file)},
      {"again", "", "also learn games that were learned before", flag(again)},
      {"backup", "", "keep the replaced book as BOOK~, or with --learn-file the replaced file as FILE~",
       flag(backs_up)},
      {"dry-run", "", "show the entries that would change, but write nothing", flag(is_dry_run)},
      book_format_switch(format),
  });
  variant.add_to(command);
  command.add({untagged_switch(untagged)});
}

void LessonOptions::complete(const Command& command) {
  are_results = kind_of_file(sources.front()) == FileKind::book;
  if (book.empty() && sources.size() > 1 && !(are_results && !learn_file.empty())) {
    book = sources.back();
    sources.pop_back();
  }
  // Other tools take the book first.
  if (are_results && (results().empty() || kind_of_file(book) == FileKind::games))
    throw Failure(fmt::format("is a book, the games stand before it: polyglot learn-games GAMES.pgn {}",
                              os::shell_word(sources.front())),
                  sources.front());
  if (!are_results && (book.empty() || sources.size() > 1))
    throw Failure("give the games and, after them, the book: polyglot learn-games GAMES.pgn BOOK");
  for (const std::string& source : sources)
    check_kind(source, are_results ? FileKind::book : FileKind::games);
  if (!book.empty()) any_book_file(book).take({std::string(book)});
  if (book == os::kStandardInputFile && (learn_file.empty() || sources.front() == "-"))
    throw Failure("a book on standard input cannot learn; give a file name");
  if (!are_results) return;
  for (const char* const option : {"engine", "again", "dry-run", "variant", "untagged"})
    if (command.has(option)) throw Failure(fmt::format("--{} is for games, not for learned results", option));
  check_is_none_of(sources, results());
}

std::unique_ptr<book::BookSource> LessonOptions::open_book(const Command& command) const {
  auto opened = book::open_book(book, format).value();
  tell_note(command, *opened);
  while (const auto trouble = opened->take_trouble()) command.tell(trouble->to_string());
  return opened;
}

bool LessonReader::plays(const pgn::GameText& text, KnownTag side) const {
  const auto name = text.tag(side);
  return options_.engine.empty() || (name && equal_ignoring_case(pgn::unescaped(*name), options_.engine));
}

std::optional<GameLesson> LessonReader::lesson_of(const pgn::GameText& text) {
  const TaughtSides sides{plays(text, KnownTag::white), plays(text, KnownTag::black)};
  std::uint64_t* const reason = !builder::is_game_of(text, rules_, options_.untagged) ? &of_other_rules_
                                : !sides[0] && !sides[1]                              ? &of_others_
                                : text.result() == pgn::GameResult::unknown           ? &undecided_
                                                                                      : nullptr;
  if (reason != nullptr) {
    ++*reason;
    return std::nullopt;
  }
  Listener listener(text, sides);
  std::string flaw = hear(text, rules_, listener);
  if (!flaw.empty() && flawed_++ == 0) first_flaw_ = std::move(flaw);
  return listener.take();
}

void LessonReader::read(const std::function<void(GameLesson)>& take) {
  const std::string& path = options_.sources.front();
  bool is_empty = true;
  const auto read = as_callback([&](const pgn::GameText& game) {
    is_empty = false;
    if (auto lesson = lesson_of(game)) take(std::move(*lesson));
  });
  pgn::visit_games(path, read).value();
  if (is_empty) throw Failure("holds no games: nothing is learned", os::input_name(path));
}

void LessonReader::tell_skipped(const Command& command) const {
  const auto note = [&command](std::uint64_t number, std::string_view what) {
    if (number > 0) command.note(fmt::format("{} {}", counted(number, "game"), what));
  };
  note(of_others_, "of other players skipped");
  note(undecided_, "without a result skipped");
  note(of_other_rules_, "of other variants skipped");
  if (flawed_ > 0)
    command.tell(fmt::format("{} learned up to a move that cannot be played: {}", counted(flawed_, "game"),
                             first_flaw_));
}

void MoveSums::add(book::PlayedMove played) {
  std::vector<book::PlayedMove>& known = sums_[played.position.key()];
  const auto sum = std::ranges::find(known, played.move, &book::PlayedMove::move);
  if (sum == known.end()) return known.push_back(std::move(played));
  sum->points += played.points;
  ++sum->games;
}

std::vector<book::PlayedMove> MoveSums::take() {
  std::vector<book::PlayedMove> moves;
  for (auto& [key, sums] : std::exchange(sums_, {})) std::ranges::move(sums, std::back_inserter(moves));
  return moves;
}

}  // namespace polyglot::tools
