// SPDX-License-Identifier: MIT
#include "tools/book_edits.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/variants/book_code.hpp>

#include "tools/text_input.hpp"

namespace polyglot::tools {
namespace {

using book::MoveCodes;

struct Verb {
  std::string_view name;
  BookEdit::Action action;
  std::size_t least_numbers;  ///< minimum of numbers after the move
  std::size_t most_numbers;
};

constexpr std::array kVerbs{
    Verb{"set", BookEdit::Action::set, 1, 1},
    Verb{"add", BookEdit::Action::add, 1, 3},
    Verb{"delete", BookEdit::Action::remove, 0, 0},
    Verb{"zero", BookEdit::Action::set, 0, 0},
};

constexpr std::string_view kEveryMove = "*";

/// Removes the move from "e4 10" or "e8=Q=10". The text after the last `=` of its word is the weight, unless
/// it is a piece.
std::string_view take_move(std::string_view& text) {
  const std::string_view all = trim(text);
  const std::string_view word = take_word(text);
  const std::size_t equals = word.rfind('=');
  if (equals == word.npos || equals + 1 == word.size() || is_letter(word[equals + 1])) return word;
  text = all.substr(equals + 1);
  return word.substr(0, equals);
}

/// Reads weight, games and half points; missing ones are 0.
void read_numbers(std::string_view text, const Verb& verb, BookEdit& edit) {
  std::array<std::uint16_t, 3> numbers{};
  std::size_t count = 0;
  for (std::string_view word; !(word = take_word(text)).empty(); ++count) {
    if (count == verb.most_numbers) throw Failure(fmt::format("unexpected argument \"{}\"", word));
    const auto number = parse_number<std::uint16_t>(word);
    if (!number) throw Failure(fmt::format("\"{}\" is no number from 0 to 65535", word));
    numbers[count] = *number;
  }
  if (count < verb.least_numbers) throw Failure("the weight is missing, as in e2e4=10");
  edit.weight = numbers[0];
  edit.learn = book::encode_learn(numbers[1], numbers[2]);
}

/// A record as in a script: the weight, and after it the learn fields if `with_learn`.
std::string numbers_of(const book::RawEntry* record, bool with_learn) {
  if (record == nullptr) return "-";
  if (!with_learn) return std::to_string(record->weight);
  return fmt::format("{} {} {}", record->weight, record->learn_games(), record->learn_points());
}

/// Returns the codes of a move for a book written by hand. Like XBoard, it stores both steps of a Lion.
MoveCodes codes_for(const game::Position& position, const game::Move& move) {
  if (!book::has_record_code(position, move))
    throw Failure(
        fmt::format("\"{}\" has no code: it does not fit into 16 bits", game::to_san(position, move)));
  MoveCodes codes = book::codes_of(position, move);
  if (const variants::Position* const board = position.variant())
    codes.usual = variants::book_code(*board, std::get<variants::Move>(move), variants::CodeStyle::editor);
  return codes;
}

MoveCodes codes_in(const game::Position& position, std::string_view text) {
  const auto legal = result_of([&] { return read_move(position, text); });
  if (!legal && text.starts_with("0x"))
    throw Failure(
        fmt::format("{}; entries of any code can be changed below their key, see --key", legal.error().what));
  return codes_for(position, legal.value());
}

/// `removes`: the move is that of a record, which may be illegal in the position.
MoveCodes codes_of(const game::Rules& rules, const Subject& subject, std::string_view text, bool removes) {
  Result<MoveCodes> codes =
      Error{fmt::format("\"{}\" is not a move in coordinates, for example e2e4 or e7e8q", text)};
  if (subject.position) codes = result_of([&] { return codes_in(*subject.position, text); });
  const bool may_be_illegal = removes || !subject.position;
  const auto code = !codes && may_be_illegal ? book::code_from_text(rules, text) : std::nullopt;
  return code ? MoveCodes{*code} : codes.value();
}

/// Removes a comment. It begins at a # that is not a part of a word such as Qxf7#.
std::string_view without_comment(std::string_view line) noexcept {
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1))
    if (at == 0 || is_blank(line[at - 1])) return line.substr(0, at);
  return line;
}

game::Game read_line(const game::Rules& rules, const game::Position& start, const std::string& line) {
  game::Game game(rules, start);
  play(game, std::span(&line, 1));
  if (game.ply() == 0) throw Failure(fmt::format("\"{}\" has no moves", line));
  return game;
}

}  // namespace

BookEdit parse_edit(const game::Rules& rules, const Subject& subject, std::string_view text) {
  const std::string_view name = take_word(text);
  const auto verb = std::ranges::find(kVerbs, name, &Verb::name);
  if (verb == kVerbs.end())
    throw Failure(
        fmt::format("{} is not a command: the commands are fen, moves, key, set, add, delete and zero",
                    std::ranges::all_of(name, is_letter) ? fmt::format("\"{}\"", name) : "this"));
  if (subject.position && book::keys_of(*subject.position).front() == 0)
    throw Failure("no book can have this position: a piece has no number in XBoard's keys");
  BookEdit edit{.action = verb->action, .key = subject.key};
  const std::string_view move = take_move(text);
  if (move.empty()) throw Failure(fmt::format("the move after \"{}\" is missing", name));
  read_numbers(text, *verb, edit);
  if (edit.action == BookEdit::Action::remove && move == kEveryMove) {
    edit.action = BookEdit::Action::clear;
    return edit;
  }
  const auto codes = codes_of(rules, subject, move, edit.action == BookEdit::Action::remove);
  edit.move = codes.usual;
  edit.other_code = codes.other;
  return edit;
}

std::vector<BookEdit> line_additions(const game::Rules& rules, const game::Position& start,
                                     const std::string& line, std::uint16_t weight,
                                     std::optional<chess::Color> side, KnownPositions& known) {
  const auto game = read_line(rules, start, line);
  std::vector<BookEdit> edits;
  for (std::size_t ply = 0; ply < game.ply(); ++ply) {
    const game::Position& position = game.position_at(ply);
    if (side && position.side_to_move() != *side) continue;
    const auto codes = codes_for(position, game.moves()[ply]);
    known.emplace(position.key(), position);
    edits.push_back({.action = BookEdit::Action::ensure,
                     .move = codes.usual,
                     .weight = weight,
                     .key = position.key(),
                     .other_code = codes.other});
  }
  return edits;
}

book::LegalMove last_move_of(const game::Rules& rules, const game::Position& start, const std::string& line) {
  const auto game = read_line(rules, start, line);
  return book::LegalMove{.position = game.position_at(game.ply() - 1), .move = game.moves().back()};
}

std::vector<BookEdit> read_edit_script(const std::string& path, const game::Rules& rules,
                                       KnownPositions& known) {
  game::Position start = rules.start();
  Subject subject{.position = start, .key = start.key()};
  std::vector<BookEdit> edits;
  read_lines(path, [&](std::string_view line, std::size_t number) {
    line = trim(without_comment(line));
    if (line.empty()) return;
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word == "key") {
      subject = {.position = {}, .key = read_key(trim(rest))};
    } else if (word == "fen" || word == "moves") {
      if (word == "fen") start = read_position(rules, trim(rest));
      game::Position position = start;
      if (word == "moves") play(position, std::array{std::string(rest)});
      subject = {.position = position, .key = position.key()};
    } else {
      if (subject.position) known.emplace(subject.key, *subject.position);
      edits.push_back(parse_edit(rules, subject, line));
      edits.back().number = static_cast<std::uint32_t>(number);
    }
  });
  return edits;
}

void ChangeText::begin_position(chess::Key key) {
  if (std::exchange(key_, key) == key) return;
  position_ = find_(key);
  text_ += position_ ? position_->to_fen() + "\n" : fmt::format("{:016x}\n", key);
}

void ChangeText::add(const book::RawEntry* was, const book::RawEntry* is) {
  const book::RawEntry& any = was == nullptr ? *is : *was;
  const bool with_learn = (was == nullptr ? 0 : was->learn) != (is == nullptr ? 0 : is->learn);
  begin_position(any.key);
  const auto names = book::name_move(any, rules_, position_ ? &*position_ : nullptr);
  text_ += fmt::format("  {} {} -> {}\n", names.san.empty() ? names.uci : names.san,
                       numbers_of(was, with_learn), numbers_of(is, with_learn));
}

void ChangeText::add(std::span<const book::RawEntry> before, std::span<const book::RawEntry> after) {
  struct Records {
    std::vector<book::RawEntry> before;
    std::vector<book::RawEntry> after;
  };
  std::vector<Records> moves;
  boost::unordered_flat_map<std::uint16_t, std::size_t> places;
  const auto records_of = [&](std::uint16_t move) -> Records& {
    const auto [place, is_new] = places.try_emplace(move, moves.size());
    return is_new ? moves.emplace_back() : moves[place->second];
  };
  for (const book::RawEntry& record : before) records_of(record.move).before.push_back(record);
  for (const book::RawEntry& record : after) records_of(record.move).after.push_back(record);
  const std::size_t size = text_.size();
  for (const auto& [was, is] : moves) {
    for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i)
      if (i >= was.size() || i >= is.size() || was[i] != is[i])
        add(i < was.size() ? &was[i] : nullptr, i < is.size() ? &is[i] : nullptr);
  }
  if (text_.size() > size || before.empty()) return;
  begin_position(before.front().key);
  text_ += "  moves in another order\n";
}

}  // namespace polyglot::tools
