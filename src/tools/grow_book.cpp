// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/analysis/book_growth.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/book/tree.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/judging.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"
#include "tools/tree_text.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {
namespace grow_book_tool {
namespace {

using analysis::BookGrowth;
using chess::Color;
using Number = BookGrowth::Number;

struct Request {
  std::string book;  ///< empty: the lines grow from the starts alone
  std::string out;
  JudgingOptions judging{4, 100000};
  WalkOptions walk;
  analysis::GrowthRule rule;
  std::size_t positions = 1000;
  double minutes = std::numeric_limits<double>::infinity();
  std::size_t unchanged = std::numeric_limits<std::size_t>::max();
  double temperature = 30;
  bool best_only = false;
  bool average = false;
  int margin = 100;
};

constexpr double kMostMinutes = 1e6;

void add_options(Command& command, Request& request) {
  constexpr int kMostCost = 1000;
  command.add({
      {"book,bin,in", "BOOK",
       "the book, of any format (default: none; all lines begin at the start position)",
       any_book_file(request.book), 1},
      {"out,o", "NEW", "the grown book (.bin), or its tree with scores (.pgn)", output_file(request.out)},
      {"side", "SIDE", "the side that chooses its moves: white or black (default: both)",
       white_or_black(request.rule.side)},
      {"positions", "N", "stop after N judged positions", whole(request.positions, std::size_t{1})},
      {"minutes", "M", "stop after M minutes",
       number(request.minutes, {0, kMostMinutes}, "a number of minutes")},
      {"unchanged", "N",
       "stop after N more positions that did not change the best move in any start position",
       whole(request.unchanged, std::size_t{1})},
      {"ply-cost", "CP", "cost of a ply, in centipawns of loss; lower costs give longer lines",
       whole(request.rule.ply_cost, 1, kMostCost)},
      {"decay", "PART", "for each ply back to the start, reduce a score by this part of it, 0 to 0.5",
       number(request.rule.decay, {0, 0.5}, "a number from 0 to 0.5")},
      {"temperature", "CP", "a move that loses CP centipawns gets the weight of the best move divided by 2.7",
       number(request.temperature, {1, 1000}, "a number from 1 to 1000")},
      {"best-only", "", "keep only the best move of each position", flag(request.best_only)},
      {"margin", "CP", "report a move as refuted if it loses CP centipawns or more",
       whole(request.margin, 1, int{analysis::Score::kMostCentipawns})},
      {"average", "", "with several engines, build one book from their mean scores (default: one for each)",
       flag(request.average)},
  });
  request.judging.add_to(command);
  request.walk.add_after_book_to(command);
}

bool is_pgn(const Request& request) {
  return lower_case(request.out).ends_with(".pgn");
}

Result<void> check(const Request& request) {
  const std::string name = lower_case(request.out);
  if (!name.ends_with(".bin") && !name.ends_with(".pgn"))
    return Error{"name a file that ends in .bin or .pgn", "--out"};
  if (request.average && request.judging.engines().size() < 2)
    return Error{"give --engine twice or more", "--average"};
  if (auto checked = request.judging.check(); !checked) return checked;
  return check_is_none_of({request.book, request.judging.store()}, request.out);
}

// ---- Growth -----------------------------------------------------------------------------------------------

/// The engines that judge together, with their numbers in the store.
using Jury = std::vector<std::pair<JudgingEngine, analysis::Store::JudgeId>>;

/// Decides when a book has grown enough.
class End {
 public:
  explicit End(const Request& request) : request_(request) {}

  /// Returns how many more positions may be judged; 0 ends the growth.
  [[nodiscard]] std::size_t room(const BookGrowth& growth) {
    const std::chrono::duration<double, std::ratio<60>> elapsed = std::chrono::steady_clock::now() - begin_;
    std::vector<std::optional<game::Move>> best;
    for (const Number start : growth.starts()) {
      const auto moves = growth.moves(start);
      best.push_back(moves.empty() ? std::nullopt : std::optional(moves.front().move));
    }
    if (best != best_) {
      best_ = std::move(best);
      changed_at_ = growth.size();
    }
    const bool is_over = growth.size() >= request_.positions || elapsed.count() >= request_.minutes ||
                         growth.size() - changed_at_ >= request_.unchanged;
    return is_over ? 0 : request_.positions - growth.size();
  }

 private:
  const Request& request_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::optional<game::Move>> best_;
  std::size_t changed_at_ = 0;  ///< the size of the book when a best move changed
};

/// The verdict of all engines on a position; nothing if one of them gave up.
Result<std::optional<analysis::Verdict>> verdict_of(const analysis::Store& store, const Jury& jury,
                                                    const game::Position& position) {
  std::vector<analysis::Verdict> verdicts;
  for (const auto& [engine, id] : jury) {
    auto verdict = store.find(id, position);
    if (!verdict) return verdict.error();
    if (!*verdict) return std::optional<analysis::Verdict>();
    verdicts.push_back(std::move(**verdict));
  }
  return std::optional(analysis::average(verdicts));
}

/// Lets a book grow until End decides that it is large enough. False if the user stopped it before.
Result<bool> grow(const Request& request, BookGrowth& growth, analysis::Store& store, Jury& jury,
                  const std::atomic<bool>& stop) {
  // Larger books grow in larger steps. The size of a step decides which positions are judged, so it must not
  // depend on the number of workers.
  constexpr std::size_t kLeast = 16;
  constexpr std::size_t kPart = 32;
  End end(request);
  while (const std::size_t room = end.room(growth)) {
    const auto positions = growth.next(std::min(room, std::max(kLeast, growth.size() / kPart)));
    if (positions.empty()) return true;
    for (auto& [engine, id] : jury) {
      const auto done = engine.judge(store, positions, stop);
      if (!done) return done.error();
      if (done->stopped) return false;
    }
    std::vector<std::optional<analysis::Verdict>> verdicts;
    verdicts.reserve(positions.size());
    for (const game::Position& position : positions) {
      auto verdict = verdict_of(store, jury, position);
      if (!verdict) return verdict.error();
      verdicts.push_back(std::move(*verdict));
    }
    growth.judge(verdicts);
  }
  return true;
}

// ---- Output -----------------------------------------------------------------------------------------------

/// Returns the weight of a move; 0 leaves it out of the book. If a mate takes one move longer, that counts as
/// much as the temperature.
std::uint16_t weight_of(const Request& request, const BookGrowth::Move& best, const BookGrowth::Move& move) {
  constexpr double kMost = 1000;
  if (request.best_only) return &move == &best ? 1 : 0;
  if (!move.score) return static_cast<std::uint16_t>(std::ceil(kMost * move.book_share));
  const bool both_mate = BookGrowth::score_of(best).is_mate() && BookGrowth::score_of(move).is_mate();
  const double loss =
      both_mate && move.loss == 0 ? (*best.score - *move.score) * request.temperature : move.loss;
  return static_cast<std::uint16_t>(std::lround(kMost * book::weight_of_loss(loss, request.temperature)));
}

/// Returns the entries of the grown book. Weights of judged positions come from scores; others stay as they
/// were. Learned results are left out.
std::vector<book::RawEntry> entries_of(const Request& request, const BookGrowth& growth,
                                       const book::LoadedBook& book) {
  std::vector<book::RawEntry> entries;
  std::set<chess::Key> written;
  for (const Number number : growth.judged()) {
    const game::Position& position = growth.position(number);
    const auto moves = growth.moves(number);
    if (moves.empty() || (request.rule.side && position.side_to_move() != *request.rule.side)) continue;
    if (!written.insert(position.key()).second) continue;
    for (const BookGrowth::Move& move : moves) {
      const std::uint16_t weight = weight_of(request, moves.front(), move);
      if (weight > 0 && book::has_record_code(position, move.move))
        entries.push_back(
            {.key = position.key(), .move = book::record_code(position, move.move), .weight = weight});
    }
  }
  for (const book::RawEntry& entry : book.entries())
    if (!written.contains(entry.key))
      entries.push_back({.key = entry.key, .move = entry.move, .weight = entry.weight});
  book::sort_entries(entries);
  return entries;
}

/// "+0.35" for a move of a tree; empty if it is not known.
std::string score_text(const BookGrowth& growth, const game::Position& position, const game::Move& move) {
  const Number number = growth.find(position);
  if (number == BookGrowth::kNone) return {};
  const auto moves = growth.moves(number);
  const auto found = std::ranges::find(moves, move, &BookGrowth::Move::move);
  return found == moves.end() || !found->score ? std::string() : BookGrowth::score_of(*found).text();
}

Result<void> write_tree(const std::string& path, const BookGrowth& growth, const book::BookGames& games,
                        std::optional<Color> side, std::vector<book::RawEntry> entries) {
  auto output = Output::open(path);
  if (!output) return output.error();
  const book::LoadedBook book(path, std::move(entries));
  const auto note = [&growth](const book::BookTree::Node& node, const book::BookTree::Move& move) {
    std::string text = score_text(growth, node.position, move.move);
    if (move.transposes) text += text.empty() ? "transposes" : ", transposes";
    return text;
  };
  std::size_t round = 0;
  for (const game::Position& start : games.starts) {
    const book::BookTree tree = book::make_tree(book, games.rules, start, {.color = side});
    if (auto put = output->put(
            pgn_game("Grown book", std::to_string(++round), games.rules, start, tree_text(tree, note)));
        !put)
      return put;
  }
  return output->commit();
}

std::string refuted_text(const BookGrowth& growth, const BookGrowth::Refuted& refuted) {
  const game::Position& position = growth.position(refuted.number);
  book::BookPath line = growth.path(refuted.number);
  line.moves.push_back(refuted.move.move);
  const BookGrowth::Move& best = growth.moves(refuted.number).front();
  const std::array best_move{best.move};
  const std::string refutation =
      moves_text(growth.position(refuted.move.to), growth.best_line(refuted.move.to));
  return fmt::format("{}: {}, but {} {}{}{}", moves_text(line.start, line.moves),
                     BookGrowth::score_of(refuted.move).text(), moves_text(position, best_move),
                     BookGrowth::score_of(best).text(), refutation.empty() ? "" : "; ", refutation);
}

/// The scores of the starts and the refuted lines.
std::string report(const Request& request, const BookGrowth& growth) {
  constexpr std::size_t kShown = 10;
  std::string text;
  const auto starts = growth.starts();
  for (const Number start : starts.first(std::min(kShown, starts.size())))
    if (growth.is_judged(start))
      text += fmt::format("{}  {}\n", growth.score(start).text(),
                          moves_text(growth.position(start), growth.best_line(start)));
  auto refuted = growth.refuted(request.margin);
  std::erase_if(refuted, [&](const BookGrowth::Refuted& found) {
    return request.rule.side && growth.position(found.number).side_to_move() != *request.rule.side;
  });
  text += fmt::format("Refuted moves: {}{}\n", refuted.size(),
                      refuted.size() > kShown ? fmt::format(", {} shown", kShown) : "");
  for (const BookGrowth::Refuted& found : std::span(refuted).first(std::min(kShown, refuted.size())))
    text += fmt::format("  {}\n", refuted_text(growth, found));
  text.pop_back();
  return text;
}

/// Returns the file of one of several books: "new.bin" becomes "new-2.bin".
std::string numbered(const std::string& path, std::size_t number) {
  const std::filesystem::path name(path);
  return (name.parent_path() /
          fmt::format("{}-{}{}", name.stem().string(), number, name.extension().string()))
      .string();
}

/// Grows a book by the verdicts of some engines, and writes it. False if it was stopped before.
Result<bool> grow_one(const Command& command, const Request& request, const book::LoadedBook& book,
                      const book::BookGames& games, const Strings& configurations, const std::string& out,
                      const std::atomic<bool>& stop) {
  auto store = analysis::Store::open(request.judging.store());
  if (!store) return store.error();
  Jury jury;
  for (const std::string& configuration : configurations) {
    auto engine = JudgingEngine::start(command, request.judging, configuration, games.rules);
    if (!engine) return engine.error();
    const auto id = store->add_judge(engine->judge());
    if (!id) return id.error();
    jury.emplace_back(std::move(*engine), *id);
  }
  BookGrowth growth(book, games.starts, request.rule);
  const auto complete = grow(request, growth, *store, jury, stop);
  if (!complete) return complete.error();
  for (auto& [engine, id] : jury) engine.finish();
  if (!*complete) return false;
  auto entries = entries_of(request, growth, book);
  const std::size_t count = entries.size();
  std::optional<book::BookHeader> header;
  if (!games.rules.is_chess()) header.emplace().variants = {std::string(games.rules.name())};
  const auto written = is_pgn(request) ? write_tree(out, growth, games, request.rule.side, std::move(entries))
                                       : book::write_bin_book(out, std::move(entries), header);
  if (!written) return written.error();
  command.say(fmt::format("{}: {}, {} judged\n{}", out, counted(count, "entry"),
                          counted(growth.size(), "position"), report(request, growth)));
  return true;
}

Result<int> run(Command& command) {
  Request request;
  add_options(command, request);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto checked = check(request); !checked) return checked.error();
  const auto book = request.book.empty() ? Result<book::LoadedBook>(book::LoadedBook("", {}))
                                         : book::LoadedBook::load(request.book);
  if (!book) return book.error();
  const auto games = request.walk.games_of(*book);
  if (!games) return games.error();
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  const Strings& engines = request.judging.engines();
  const bool is_one = request.average || engines.size() == 1;
  for (std::size_t i = 0; i < (is_one ? 1 : engines.size()); ++i) {
    const auto complete = grow_one(command, request, *book, *games, is_one ? engines : Strings{engines[i]},
                                   is_one ? request.out : numbered(request.out, i + 1), stop);
    if (!complete) return complete.error();
    if (!*complete) return os::Interruption::exit_code();
  }
  return tell_troubles(command, *book);
}

}  // namespace
}  // namespace grow_book_tool

const Tool kGrowBook{
    .name = "grow-book",
    .summary = "Extends a book with an engine's best lines.",
    .examples =
        "polyglot grow-book book.bin --store s.db --engine fish.ini -o grown.bin\n"
        "polyglot grow-book --side white --store s.db --engine a.ini -o new.bin\n",
    .run = grow_book_tool::run,
    .group = "analysis",
    .exit_codes = "0 success, 1 failure, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
