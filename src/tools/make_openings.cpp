// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/analysis/suite_choice.hpp>
#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/judging.hpp"
#include "tools/opening_options.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/score_picture.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace make_openings_tool {
namespace {

using analysis::Positions;
using analysis::SuiteChoice;
using analysis::SuiteFilter;

constexpr int kCentipawns = 100;
/// Per mille in a per cent.
constexpr int kPerCent = 10;
/// The width of a step of the histogram of decisive games, in per cent.
constexpr int kShareStep = 5;

/// The kinds of suites, by the suffix of the file.
enum class SuiteKind : std::uint8_t { epd, pgn, bin };

struct Request {
  Strings sources;
  Strings excluded;
  JudgingOptions judging;
  VariantOptions variant;
  OpeningOptions names{"auto"};
  analysis::SuiteRule rule;
  std::size_t family_ply = 0;  ///< 0: families are openings by name or code
  bool by_code = false;
  std::string out;
  SuiteKind kind = SuiteKind::epd;
  std::string picture;  ///< a file for the histogram of scores; empty: none
};

std::optional<std::size_t> parse_plies(const std::string& text) {
  return parse_number<std::size_t>(text);
}

/// Pawns, as centipawns.
std::optional<int> parse_pawns(const std::string& text) {
  constexpr double kMost = 300;
  const auto pawns = parse_number<double>(text.starts_with('+') ? std::string_view(text).substr(1) : text);
  if (!pawns || !(std::abs(*pawns) <= kMost)) return std::nullopt;
  return static_cast<int>(std::lround(*pawns * kCentipawns));
}

/// Per cent, as per mille.
std::optional<int> parse_share(const std::string& text) {
  const auto share = parse_number<double>(text);
  if (!share || !(*share >= 0 && *share <= 100)) return std::nullopt;
  return static_cast<int>(std::lround(*share * kPerCent));
}

void add_options(Command& command, Request& request) {
  analysis::SuiteRule& rule = request.rule;
  command.add({
      {"in", "SOURCE", "books of any format, games in PGN, folders of games, or lists in EPD or FEN",
       texts(request.sources), config::kAllPlain, true},
      {"plies", "A..B", "only positions after A to B plies; N means exactly N",
       value([&rule](const std::string& text) -> Result<void> {
         const auto plies = read_range<std::size_t>(text, parse_plies, "a number of plies, or A..B");
         if (!plies) return plies.error();
         std::tie(rule.least_ply, rule.most_ply) = *plies;
         return {};
       })},
      {"eval", "LO..HI", "only positions with a score in this range, in pawns, from White's point of view",
       value([&rule](const std::string& text) -> Result<void> {
         const auto scores = read_range<int>(text, parse_pawns, "a range of pawns, such as 0.90..1.30");
         if (!scores) return scores.error();
         rule.scores = {scores->first, scores->second};
         return {};
       })},
      {"wdl", "LO..HI",
       "only positions in which the engine expects LO to HI percent of the games to be decisive",
       value([&rule](const std::string& text) -> Result<void> {
         const auto shares = read_range<int>(text, parse_share, "a range of percentages, such as 40..60");
         if (!shares) return shares.error();
         rule.decisive = {shares->first, shares->second};
         return {};
       })},
      {"games", "N", "only positions that at least N games, or lines of lists, have reached",
       value([&rule](const std::string& text) -> Result<void> {
         std::uint64_t games = 0;
         if (auto taken = whole(games).take({text}); !taken) return taken;
         rule.least_weight = static_cast<double>(games);
         return {};
       })},
      {"side", "SIDE", "only positions with this side to move, white or black", white_or_black(rule.side)},
      {"count", "N", "number of openings", whole(rule.count, std::size_t{1})},
      {"spread", "N", "maximum number of openings of one family", whole(rule.spread, std::size_t{1})},
      {"family", "WORD",
       "what all openings of a family share: the name (name), the ECO code (eco), or the first P plies (P)",
       value(
           [&request](const std::string& text) -> Result<void> {
             request.by_code = text == "eco";
             if (text == "name" || request.by_code) return {};
             return whole(request.family_ply, std::size_t{1}).take({text});
           },
           "name")},
      {"exclude", "FILE", "leave out the positions of this list, EPD or FEN; may be repeated",
       texts(request.excluded)},
      {"seed", "N", "seed of the random order", whole(rule.seed)},
      {"order", "WORD", "random, or popular: the most frequent positions first",
       choice(rule.by_weight, {{"random", false}, {"popular", true}})},
      {"out,o", "FILE", "the suite to write; the suffix .epd, .pgn or .bin selects its format",
       output_file(request.out)},
      {"picture", "FILE", "with --eval or --wdl, draw a picture (SVG) of the number of openings by score",
       picture_file(request.picture)},
      request.names.option(),
  });
  request.judging.add_to(command);
  request.variant.add_to(command);
}

/// Checks which options can be combined.
Result<void> check(Request& request) {
  const std::string name = lower_case(request.out);
  if (name.ends_with(".epd")) {
    request.kind = SuiteKind::epd;
  } else if (name.ends_with(".pgn")) {
    request.kind = SuiteKind::pgn;
  } else if (name.ends_with(".bin")) {
    request.kind = SuiteKind::bin;
  } else {
    return Error{"name a file that ends in .epd, .pgn or .bin", "--out"};
  }
  Strings inputs = request.sources;
  inputs.insert(inputs.end(), request.excluded.begin(), request.excluded.end());
  inputs.push_back(request.judging.store());
  if (auto other = check_is_none_of(inputs, request.out); !other) return other;
  if (!request.picture.empty() && !request.rule.needs_verdicts())
    return Error{"needs verdicts: name a range with --eval LO..HI or --wdl LO..HI", "--picture"};
  if (!request.rule.needs_verdicts()) return {};
  if (request.rule.decisive) request.judging.need_chances();
  if (request.judging.engines().size() > 1) return Error{"a suite needs exactly one engine", "--engine"};
  return request.judging.check();
}

Result<void> read_excluded(Request& request, const game::Rules& rules) {
  for (const std::string& file : request.excluded) {
    const auto add = [&](std::string_view line, std::size_t) -> Result<void> {
      const auto position = read_listed(rules, line);
      if (!position) return position.error();
      request.rule.excluded.insert(analysis::twin_key(*position));
      return {};
    };
    if (auto read = read_lines(file, add); !read) return read;
  }
  return {};
}

/// Names the family of a position: by the first moves, or by the last opening on its line. Of that opening it
/// uses the code, or the name up to its colon or comma. Scid's codes have more than three characters.
std::string family_of(const Positions& positions, std::uint32_t node, const Request& request,
                      const openings::OpeningNames* names) {
  constexpr std::size_t kCode = 3;
  Positions::Line line = positions.line(node);
  if (request.family_ply > 0) {
    line.moves.resize(std::min(line.moves.size(), request.family_ply));
    return line.moves.empty() ? line.start.to_fen() : moves_text(line.start, line.moves);
  }
  std::string family;
  const auto note = [&] {
    const openings::Opening* const found = names != nullptr ? names->find(line.start.key()) : nullptr;
    if (found == nullptr) return;
    const std::string next = request.by_code ? found->eco.substr(0, kCode)
                                             : found->name.substr(0, found->name.find_first_of(":,"));
    if (!next.empty()) family = next;
  };
  note();
  for (const game::Move& move : line.moves) {
    line.start.make(move);
    note();
  }
  if (!family.empty()) return family;
  return request.by_code ? "without a code" : "without a name";
}

// ---- Output -----------------------------------------------------------------------------------------------

std::string epd_line(const Positions& positions, const SuiteChoice::Opening& opening) {
  const game::Position position = positions.position(opening.node);
  // EPD is only for chess.
  if (position.chess() == nullptr)
    return position.to_uci_fen(game::CastlingNotation::king_to_destination) + "\n";
  const chess::Position& board = *position.chess();
  std::string line =
      fmt::format("{} hmvc {}; fmvn {};", board.to_epd(), board.halfmove_clock(), board.fullmove_number());
  if (opening.verdict)
    line += fmt::format(" ce {}; acd {}; acn {};", opening.verdict->score().centipawns(),
                        opening.verdict->depth, opening.verdict->nodes);
  return line + "\n";
}

std::string pgn_of(const game::Rules& rules, const Positions& positions, const SuiteChoice::Opening& opening,
                   std::size_t number) {
  const Positions::Line line = positions.line(opening.node);
  PgnText moves;
  const game::Position position = moves.add_line(line.start, line.moves);
  if (opening.verdict) moves.add_comment(analysis::white_score(position, *opening.verdict).text());
  moves.add("*");
  return pgn_game("Openings", std::to_string(number), rules, line.start, moves);
}

/// Writes a book of the lines. The weight of a move is the number of openings after it.
Result<void> write_bin(const std::string& path, const game::Rules& rules, const Positions& positions,
                       const SuiteChoice& choice) {
  std::map<std::pair<chess::Key, std::uint16_t>, std::uint64_t> weights;
  for (const SuiteChoice::Opening& opening : choice.openings()) {
    Positions::Line line = positions.line(opening.node);
    for (const game::Move& move : line.moves) {
      if (book::has_record_code(line.start, move))
        ++weights[{line.start.key(), book::record_code(line.start, move)}];
      line.start.make(move);
    }
  }
  std::vector<book::RawEntry> entries;
  entries.reserve(weights.size());
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  for (const auto& [place, weight] : weights)
    entries.push_back({.key = place.first,
                       .move = place.second,
                       .weight = static_cast<std::uint16_t>(std::min(weight, kMost))});
  std::optional<book::BookHeader> header;
  if (!rules.is_chess()) header.emplace().variants = {std::string(rules.name())};
  return book::write_bin_book(path, std::move(entries), header);
}

Result<void> write(const Request& request, const game::Rules& rules, const Positions& positions,
                   const SuiteChoice& choice) {
  if (request.kind == SuiteKind::bin) return write_bin(request.out, rules, positions, choice);
  auto output = Output::open(request.out);
  if (!output) return output.error();
  std::size_t number = 0;
  for (const SuiteChoice::Opening& opening : choice.openings()) {
    ++number;
    const std::string text = request.kind == SuiteKind::epd ? epd_line(positions, opening)
                                                            : pgn_of(rules, positions, opening, number);
    if (auto put = output->put(text); !put) return put;
  }
  return output->commit();
}

// ---- Report -----------------------------------------------------------------------------------------------

ScoreHistogram scores_of(const Positions& positions, const SuiteChoice& choice) {
  ScoreHistogram counts;
  for (const SuiteChoice::Opening& opening : choice.openings()) {
    if (!opening.verdict) continue;
    const int score = analysis::white_score(positions.position(opening.node), *opening.verdict).centipawns();
    ++counts[static_cast<int>(std::floor(static_cast<double>(score) / kScoreStep))];
  }
  return counts;
}

/// How many openings have which share of decisive games, by steps.
std::string shares_text(const SuiteChoice& choice) {
  std::map<int, std::uint64_t> counts;
  for (const SuiteChoice::Opening& opening : choice.openings())
    ++counts[opening.verdict->chances->decisive() / (kPerCent * kShareStep)];
  std::string text = counts.empty() ? "" : "Decisive games that the engine expects, in percent:\n";
  for (const auto& [step, count] : counts) {
    const int from = step * kShareStep;
    text += from < 100 ? fmt::format("{:8}  {} to {:.1f}\n", count, from, from + kShareStep - 0.1)
                       : fmt::format("{:8}  {}\n", count, from);
  }
  return text;
}

std::string histogram_text(const ScoreHistogram& counts) {
  std::string text = counts.empty() ? "" : "Scores, in pawns from White's side:\n";
  for (const auto& [step, count] : counts) text += fmt::format("{:8}  {}\n", count, scores_text(step));
  return text;
}

std::string report(const Positions& positions, const SuiteChoice& choice, const ScoreHistogram& scores) {
  std::string text = fmt::format("{} of {}\n", counted(choice.openings().size(), "opening"),
                                 counted(positions.nodes().size(), "position"));
  for (std::size_t filter = 0; filter < analysis::kSuiteFilters; ++filter) {
    const auto which = static_cast<SuiteFilter>(filter);
    if (choice.left_out(which) > 0)
      text += fmt::format("{:8}  left out: {}\n", choice.left_out(which), name_of(which));
  }
  if (choice.unused() > 0) text += fmt::format("{:8}  not looked at\n", choice.unused());
  text += histogram_text(scores);
  if (choice.rule().decisive) text += shares_text(choice);
  if (choice.families().size() < 2) return text;
  std::vector<std::pair<std::string, std::uint64_t>> families(choice.families().begin(),
                                                              choice.families().end());
  std::ranges::stable_sort(families, std::greater(), [](const auto& family) { return family.second; });
  constexpr std::size_t kShown = 10;
  text += fmt::format("{}, the largest:\n", counted(families.size(), "family"));
  families.resize(std::min(families.size(), kShown));
  for (const auto& [name, count] : families) text += fmt::format("{:8}  {}\n", count, name);
  return text;
}

// ---- Work -------------------------------------------------------------------------------------------------

/// Decides about all candidates by verdicts of the store. The engine adds missing verdicts. False if the user
/// stopped it. Error: the rule needs chances, but the engine reports none.
Result<bool> choose_by_verdicts(const Command& command, const Request& request, const SourcePositions& read,
                                SuiteChoice& choice, const std::atomic<bool>& stop) {
  auto store = analysis::Store::open(request.judging.store());
  if (!store) return store.error();
  auto engine = JudgingEngine::start(command, request.judging, request.judging.engines().front(), read.rules);
  if (!engine) return engine.error();
  const auto judge = store->add_judge(engine->judge());
  if (!judge) return judge.error();
  // All engines wait for the end of a batch. Larger batches waste less time; smaller ones cause fewer useless
  // searches.
  const std::size_t batch = 16 * request.judging.workers();
  bool lacks_chances = request.rule.decisive.has_value();
  for (;;) {
    const auto nodes = choice.next(batch);
    if (nodes.empty()) break;
    std::vector<game::Position> batch_positions;
    batch_positions.reserve(nodes.size());
    for (const std::uint32_t node : nodes) batch_positions.push_back(read.positions.position(node));
    const auto done = engine->judge(*store, batch_positions, stop);
    if (!done) return done.error();
    if (done->stopped) {
      engine->finish();
      return false;
    }
    for (const game::Position& position : batch_positions) {
      if (choice.next(1).empty()) break;
      const auto verdict = store->find(*judge, position);
      if (!verdict) return verdict.error();
      if (*verdict && lacks_chances) {
        if (!(*verdict)->chances)
          return Error{
              fmt::format("{} reports no chances of winning; --wdl needs an engine that has the option "
                          "UCI_ShowWDL",
                          engine->judge().engine),
              request.judging.engines().front()};
        lacks_chances = false;
      }
      choice.decide(*verdict);
    }
  }
  engine->finish();
  return true;
}

Result<int> run(Command& command) {
  Request request;
  add_options(command, request);
  if (const auto exit_code = command.parse()) return *exit_code;
  // No engine judges unless a range of verdicts is given.
  if (auto usage = request.judging.check_company(command, {"eval", "wdl"}); !usage)
    return command.wrong_usage(usage.error());
  if (auto checked = check(request); !checked) return checked.error();
  const auto read = read_positions(command, request.variant, request.sources, request.rule.most_ply);
  if (!read) return read.error();
  if (auto excluded = read_excluded(request, read->rules); !excluded) return excluded.error();
  const Positions& positions = read->positions;
  const auto names = request.names.read(command, read->rules);
  if (!names) return names.error();
  if (command.has("spread") && request.family_ply == 0 && *names == nullptr)
    command.note("--spread: without names of openings all are one family; see --openings and --family");
  request.rule.family_of = [&](std::uint32_t node) {
    return family_of(positions, node, request, names->get());
  };
  SuiteChoice choice(positions, request.rule);
  std::atomic<bool> stop = false;
  if (request.rule.needs_verdicts()) {
    const os::Interruption interruption(stop);
    const auto complete = choose_by_verdicts(command, request, *read, choice, stop);
    if (!complete) return complete.error();
    if (!*complete) return os::Interruption::exit_code();
  } else {
    while (!choice.next(1).empty()) choice.decide(std::nullopt);
  }
  if (auto written = write(request, read->rules, positions, choice); !written) return written.error();
  const ScoreHistogram scores = scores_of(positions, choice);
  if (auto written = write_picture(request.picture, score_picture(scores)); !written) return written.error();
  std::string text = report(positions, choice, scores);
  text.pop_back();
  command.say(text);
  if (choice.openings().size() < request.rule.count)
    command.note(
        fmt::format("only {} of {} openings were found", choice.openings().size(), request.rule.count));
  return kSuccess;
}

}  // namespace
}  // namespace make_openings_tool

const Tool kMakeOpenings{
    .name = "make-openings",
    .summary = "Builds a suite of openings for engine tests.",
    .examples =
        "polyglot make-openings games.pgn --plies 8..16 --count 500 -o suite.epd\n"
        "polyglot make-openings book.bin --plies 12 --games 1 --side white -o suite.pgn\n",
    .run = make_openings_tool::run,
    .group = "analysis",
    .exit_codes = "0 success, 1 failure, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
