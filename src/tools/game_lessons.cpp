// SPDX-License-Identifier: MIT
#include "tools/game_lessons.hpp"

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/pgn/game_reader.hpp>

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

int points_of(pgn::GameResult result, Color side) noexcept {
  if (result == pgn::GameResult::draw) return 1;
  return (result == pgn::GameResult::white_wins) == (side == Color::white) ? 2 : 0;
}

}  // namespace

bool LessonReader::plays(const pgn::GameText& text, KnownTag side) const {
  const auto name = text.tag(side);
  return player_.empty() || (name && equal_ignoring_case(pgn::plain_text(*name), player_));
}

void LessonReader::follow(const pgn::GameText& text, GameLesson& lesson) {
  Fingerprint fingerprint;
  for (const std::string_view tag :
       {"Event", "Site", "Date", "Round", "White", "Black", "UTCDate", "UTCTime", "Variant", "FEN"})
    fingerprint.add_tag(text.tag(tag));
  fingerprint.add(name_of(text.result()));
  fingerprint.add("\n");
  std::string flaw;
  if (const auto line = builder::play_line(text, rules_)) {
    game::Position position = line->start;
    for (const game::Move& move : line->moves) {
      fingerprint.add(game::to_uci(position, move, game::CastlingNotation::king_takes_rook));
      fingerprint.add(" ");
      const Color side = position.side_to_move();
      if (lesson.sides[side])
        lesson.moves.push_back(
            {.position = position, .move = move, .points = points_of(text.result(), side)});
      position.make(move);
    }
    if (line->stop != pgn::WalkStop::null_move) flaw = line->fault;
  } else {
    flaw = line.error().to_string();
  }
  if (!flaw.empty() && flawed_++ == 0) first_flaw_ = std::move(flaw);
  lesson.fingerprint = fingerprint.value();
}

std::optional<GameLesson> LessonReader::lesson_of(const pgn::GameText& text) {
  GameLesson lesson;
  lesson.sides[Color::white] = plays(text, KnownTag::white);
  lesson.sides[Color::black] = plays(text, KnownTag::black);
  const bool has_side = lesson.sides[Color::white] || lesson.sides[Color::black];
  const auto skip = [](std::uint64_t& counter) {
    ++counter;
    return std::nullopt;
  };
  if (!builder::is_game_of(text, rules_, untagged_)) return skip(of_other_rules_);
  if (!has_side) return skip(of_others_);
  if (text.result() == pgn::GameResult::unknown) return skip(undecided_);
  follow(text, lesson);
  return lesson;
}

void LessonReader::read(const std::string& path, const std::function<void(const GameLesson&)>& take) {
  bool is_empty = true;
  const auto read = as_callback([&](const pgn::GameText& game) {
    is_empty = false;
    if (const auto lesson = lesson_of(game)) take(*lesson);
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

}  // namespace polyglot::tools
