// SPDX-License-Identifier: MIT
#include "tools/book_verdicts.hpp"
#include <exception>
#include <new>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <polyglot/config/expansion.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/text_input.hpp"

namespace polyglot::tools {
namespace {

namespace json = boost::json;

json::object to_json(analysis::Score score) {
  if (!score.is_mate()) return {{"cp", score.centipawns()}};
  const int code = score.code();
  return {{"mate", code > 0 ? analysis::Score::kMate - code : -(code + analysis::Score::kMate)}};
}

/// Positions with the same book key may have different judgements of a move.
chess::Key whole_key(const game::Position& position) {
  return position.variant() != nullptr ? position.variant()->repetition_key() : position.key();
}

std::string line_after(game::Position position, const game::Move& move, std::span<const game::Move> moves) {
  position.make(move);
  return moves_text(position, moves);
}

}  // namespace

std::vector<config::Switch> WeakMoveOptions::switches() {
  return {
      {"store", "FILE", "compare the book's moves with an engine's verdicts in this store (see analyse)",
       text(store)},
      {"margin", "CP", "with --store, a move is weak if it is CP centipawns worse than the engine's choice",
       whole_number(margin, 1, int{analysis::Score::kMostCentipawns})},
  };
}

std::optional<BookVerdicts> BookVerdicts::open(const WeakMoveOptions& options) {
  if (options.store.empty()) return std::nullopt;
  auto store = analysis::Store::open_to_read(options.store).value();
  auto judges = store.judges().value();
  return BookVerdicts(std::move(store), options.margin, std::move(judges));
}

std::vector<bool> BookVerdicts::weak_moves(const game::Position& position,
                                           std::span<const game::Move> moves) {
  std::vector<bool> weak(moves.size());
  auto judgements = analysis::judge_moves(store_, position, moves).value();
  const std::uint64_t unjudged_before = unjudged_;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto& judgement = judgements[i];
    ++(judgement ? judged_ : unjudged_);
    weak[i] = judgement && judgement->loss() >= margin_;
    if (weak[i]) weak_[whole_key(position)].emplace_back(moves[i], std::move(*judgement));
  }
  if (unjudged_ > unjudged_before) ++unjudged_positions_;
  return weak;
}

std::string BookVerdicts::command_for(const std::string& book, const game::Rules& rules) const {
  std::string limits;
  const auto add = [&limits](std::string_view option, std::uint64_t limit) {
    if (limit > 0) limits += fmt::format(" --{} {}", option, limit);
  };
  if (!judges_.empty()) {
    const analysis::Judge& judge = judges_.front().second;
    add("nodes", judge.limits.nodes);
    add("depth", static_cast<std::uint64_t>(judge.limits.depth));
    add("movetime", judge.limits.milliseconds);
    if (judge.multipv > 1) add("multipv", static_cast<std::uint64_t>(judge.multipv));
  }
  return fmt::format("polyglot analyse {}{} --store {} --engine CONFIG{}", config::shell_word(book),
                     rules.is_chess() ? "" : " --variant " + config::shell_word(std::string(rules.name())),
                     config::shell_word(store_.path()), limits.empty() ? " --nodes N" : limits);
}

const analysis::MoveJudgement& BookVerdicts::judgement(const game::Position& position,
                                                       const game::Move& move) const {
  return std::ranges::find(weak_.at(whole_key(position)), move, &Found::first)->second;
}

std::string BookVerdicts::author(const analysis::MoveJudgement& found) const {
  return std::ranges::find(judges_, found.judge, [](const auto& known) { return known.first; })
      ->second.engine;
}

std::string BookVerdicts::describe(const book::ReviewFinding& finding) const {
  const game::Position position = position_of(finding.line);
  const analysis::MoveJudgement& found = judgement(position, *finding.move);
  const std::array best{found.best.move};
  const std::string refutation = line_after(position, *finding.move, found.refutation);
  return fmt::format("{}, but {} {} ({}, {} nodes){}{}", found.score.text(), moves_text(position, best),
                     found.best.score.text(), author(found), found.nodes, refutation.empty() ? "" : "; ",
                     refutation);
}

void BookVerdicts::add_to(json::object& object, const book::ReviewFinding& finding) const {
  const game::Position position = position_of(finding.line);
  const analysis::MoveJudgement& found = judgement(position, *finding.move);
  object["score"] = to_json(found.score);
  object["refutation"] = line_after(position, *finding.move, found.refutation);
  object["best"] = game::to_uci(position, found.best.move, game::castling_notation(position));
  object["best_score"] = to_json(found.best.score);
  object["best_line"] = moves_text(position, found.best_line);
  object["loss"] = found.loss();
  object["engine"] = author(found);
  object["nodes"] = found.nodes;
}

std::vector<WeakMove> read_weak_moves(const std::string& path) {
  std::string text;
  read_lines(path, [&text](std::string_view line, std::size_t) { text.append(line).append(1, '\n'); });
  try {
    const json::value review = json::parse(text);
    std::vector<WeakMove> moves;
    for (const json::value& found : review.at_pointer("/weak_moves/likeliest").as_array()) {
      const auto field = [&found](const char* name) { return std::string(found.at(name).as_string()); };
      moves.push_back({.fen = field("fen"),
                       .move = field("move"),
                       .best = field("best"),
                       .line = field("line"),
                       .loss = static_cast<int>(found.at("loss").as_int64())});
    }
    return moves;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    throw Failure(
        "is no review with weak moves; polyglot review-book BOOK --store STORE --format json -o REVIEW makes "
        "one",
        os::input_name(path));
  }
}

game::Position position_of(const book::BookPath& line) {
  game::Position position = line.start;
  for (const game::Move& move : line.moves) position.make(move);
  return position;
}

}  // namespace polyglot::tools
