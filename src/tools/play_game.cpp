// SPDX-License-Identifier: MIT
#include "tools/play_game.hpp"
#include <algorithm>
#include <ctime>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/proxy/explain.hpp>

#include "tools/pgn_text.hpp"
#include "tools/review_gap.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace {

using chess::Color;
using game::Ending;

std::string_view why_of(Ending ending) noexcept {
  switch (ending) {
    case Ending::checkmate:
      return "checkmate";
    case Ending::stalemate:
      return "stalemate";
    case Ending::variant_end:
      return "the rules of the variant";
    case Ending::insufficient_material:
      return "too little material to mate";
    case Ending::quiet_moves:
      return "fifty moves without a capture or a pawn move";
    case Ending::repetition:
      return "the position has occurred three times";
    case Ending::perpetual_check:
      return "perpetual check";
    case Ending::none:
      break;
  }
  return "";
}

std::string result_for(std::optional<Color> winner) {
  if (!winner) return "1/2-1/2";
  return *winner == Color::white ? "1-0" : "0-1";
}

/// Returns a value for a tag. Replaces characters that a PGN string cannot have.
std::string tag_value(std::string_view text) {
  std::string value = visible_line(text);
  std::erase_if(value, [](char c) { return c == '"' || c == '\\'; });
  return value;
}

Result<bool> go_on(const Result<void>& written) {
  return written ? Result<bool>(true) : written.error();
}

}  // namespace

const TerminalGame::NamedVerb TerminalGame::kVerbs[] = {
    {"undo", &TerminalGame::undo},        {"hint", &TerminalGame::hint},
    {"book", &TerminalGame::show_book},   {"board", &TerminalGame::show_board},
    {"moves", &TerminalGame::show_moves}, {"resign", &TerminalGame::resign},
    {"draw", &TerminalGame::offer_draw},  {"help", &TerminalGame::help},
    {"quit", &TerminalGame::quit},        {"exit", &TerminalGame::quit},
};

TerminalGame::TerminalGame(Opponent& opponent, const config::Configuration& configuration, game::Game game,
                           Settings settings)
    : opponent_(opponent),
      configuration_(configuration),
      game_(std::move(game)),
      settings_(std::move(settings)) {}

Result<void> TerminalGame::play() {
  if (auto shown = show_board(); !shown) return shown.error();
  if (settings_.prompts)
    if (auto shown = print_text("Type a move as e4 or e2e4; help lists all commands.\n"); !shown)
      return shown;
  for (;;) {
    const auto over = is_over();
    if (!over) return over.error();
    if (*over) return {};
    const auto goes_on = is_persons_turn() ? take_turn() : answer();
    if (!goes_on) return goes_on.error();
    if (!*goes_on) return {};
  }
}

Result<bool> TerminalGame::is_over() {
  const game::Outcome outcome = game_.outcome();
  if (!outcome.is_over()) return false;
  if (auto ended = end(result_for(outcome.winner), why_of(outcome.ending)); !ended) return ended.error();
  return true;
}

Result<void> TerminalGame::end(std::string result, std::string_view why) {
  result_ = std::move(result);
  why_ = why;
  return print_text(fmt::format("{}: {}\n", result_, why_));
}

Result<bool> TerminalGame::take_turn() {
  if (settings_.prompts)
    if (auto shown = os::write_output(fmt::format("{} {}> ", game_.move_number(), name_of(game_.turn())));
        !shown)
      return shown.error();
  const auto line = os::read_input_line();
  return line ? obey(trim(*line, " \t\r")) : quit();
}

Result<bool> TerminalGame::obey(std::string_view line) {
  if (line.empty()) return true;
  const auto known = std::ranges::find(kVerbs, lower_case(line), &NamedVerb::name);
  return known != std::end(kVerbs) ? (this->*known->verb)() : play_move(line);
}

Result<bool> TerminalGame::play_move(std::string_view text) {
  // Accept "1. e4", as people copy it.
  const std::size_t behind_number = text.find_first_not_of("0123456789. ");
  const bool has_number = behind_number != 0 && behind_number != text.npos && text.find('.') < behind_number;
  const auto move = game_.read(has_number ? text.substr(behind_number) : text);
  if (!move)
    return go_on(print_text(fmt::format(
        "\"{}\" is no legal move here; type \"moves\" to list them, \"help\" for the commands\n", text)));
  game_.push(*move);
  return true;
}

std::string TerminalGame::numbered(const game::Move& move) const {
  return fmt::format("{} {}", move_number(*game_.position()), game_.to_san(move));
}

bool TerminalGame::is_book_move(const game::Move& move) const {
  const auto explained = proxy::explain(configuration_, game_, {});
  return explained &&
         std::ranges::any_of(explained->decision.candidates, [&move](const book::Candidate& known) {
           return known.is_kept() && known.entry.move == move;
         });
}

Result<bool> TerminalGame::answer() {
  const auto thought = opponent_.think(game_);
  if (!thought) return thought.error();
  score_ = thought->score;
  const bool is_book = !score_ && is_book_move(thought->move);
  const std::string told = numbered(thought->move);
  game_.push(thought->move);
  if (auto shown =
          print_text(fmt::format("{} plays {}{}\n", opponent_.name(), told, is_book ? " (book)" : ""));
      !shown)
    return shown.error();
  return show_board();
}

Result<bool> TerminalGame::undo() {
  // Take back the user's last move and the answer. The opponent may have begun the game.
  if (game_.ply() < 2) return go_on(print_text("there is no move of yours to take back\n"));
  game_.truncate(game_.ply() - 2);
  score_.reset();
  return show_board();
}

Result<bool> TerminalGame::hint() {
  const auto thought = opponent_.think(game_);
  if (!thought) return thought.error();
  const bool is_book = !thought->score && is_book_move(thought->move);
  return go_on(
      print_text(fmt::format("hint: {}{}\n", game_.to_san(thought->move), is_book ? " (book)" : "")));
}

Result<bool> TerminalGame::show_book() {
  book::Question question;
  question.at_any_depth = true;
  const auto explained = proxy::explain(configuration_, game_, question);
  if (!explained) return explained.error();
  std::string text;
  for (const std::string& trouble : explained->troubles) text += trouble + '\n';
  for (const book::Candidate& known : explained->decision.candidates) {
    constexpr double kPerCent = 100;
    text += fmt::format("book: {:<8} weight {:>5}  {}\n", game_.to_san(known.entry.move), known.entry.weight,
                        known.is_kept() ? fmt::format("{:.1f} %", kPerCent * known.probability)
                                        : fmt::format("not played: {}", known.rule));
  }
  if (explained->decision.candidates.empty()) text += "book: has no move here\n";
  return go_on(print_text(text));
}

Result<bool> TerminalGame::show_board() {
  std::string last;
  if (game_.ply() > 0) {
    const game::Position& before = game_.position_at(game_.ply() - 1);
    last = game::to_uci(before, game_.moves().back(), game::castling_notation(before));
  }
  return go_on(os::write_output('\n' + draw_board(*game_.position(), last, settings_.style) + '\n'));
}

Result<bool> TerminalGame::show_moves() {
  std::vector<std::string> moves;
  for (const game::Move& move : game_.position()->legal_moves()) moves.push_back(game_.to_san(move));
  std::ranges::sort(moves);
  PgnText text;
  for (const std::string& move : moves) text.add(move);
  return go_on(print_text(text.text() + '\n'));
}

Result<bool> TerminalGame::resign() {
  const Color winner = settings_.person == Color::white ? Color::black : Color::white;
  if (auto ended = end(result_for(winner), fmt::format("{} resigns", name_of(settings_.person))); !ended)
    return ended.error();
  return false;
}

Result<bool> TerminalGame::offer_draw() {
  // An opponent that has not searched yet, or thinks that it is better, declines.
  if (!score_ || score_->is_mate || score_->value > 0)
    return go_on(print_text(fmt::format("{} declines the draw\n", opponent_.name())));
  if (auto ended = end("1/2-1/2", "a draw by agreement"); !ended) return ended.error();
  return false;
}

Result<bool> TerminalGame::help() {
  return go_on(
      print_text("a move: e4, Nf3, O-O, e2e4\n"
                 "undo    takes your last move back\n"
                 "hint    shows a move that could be played\n"
                 "book    lists the moves of the book\n"
                 "board   shows the board\n"
                 "moves   lists the legal moves\n"
                 "draw    offers a draw\n"
                 "resign  gives the game up\n"
                 "quit    ends without a result\n"));
}

Result<bool> TerminalGame::quit() {
  why_ = "unterminated";
  return false;
}

std::string TerminalGame::pgn() const {
  const std::time_t now = std::time(nullptr);
  const std::tm date = os::local_time(now);
  const std::string engine = tag_value(opponent_.name());
  const bool is_white = settings_.person == Color::white;
  std::string text = fmt::format(
      "[Event \"Game in a terminal\"]\n[Site \"?\"]\n[Date \"{:04}.{:02}.{:02}\"]\n[Round \"-\"]\n"
      "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n",
      date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, is_white ? "Player" : engine,
      is_white ? engine : "Player", result_);
  const game::Rules& rules = *game_.rules();
  if (!rules.is_chess()) text += fmt::format("[Variant \"{}\"]\n", rules.name());
  if (opponent_.plays_chess960()) text += "[Variant \"fischerandom\"]\n";
  const std::string fen = game_.start()->to_fen();
  if (fen != rules.start().to_fen()) text += fmt::format("[SetUp \"1\"]\n[FEN \"{}\"]\n", fen);
  if (!why_.empty()) text += fmt::format("[Termination \"{}\"]\n", why_);
  PgnText moves;
  moves.add_line(*game_.start(), game_.moves());
  moves.add(result_);
  return fmt::format("{}\n{}\n\n", text, moves.text());
}

}  // namespace polyglot::tools
