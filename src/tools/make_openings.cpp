// SPDX-License-Identifier: MIT
#include <tuple>

#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/ascii.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/judging.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace make_openings_tool {
namespace {

using analysis::Positions;

struct Request {
  Strings sources;
  JudgingOptions judging;
  VariantOptions variant;
  std::size_t least_ply = 0;
  std::size_t most_ply = Positions::kNoLimit;
  /// Minimum and maximum of scores from White's point of view, in centipawns.
  std::optional<std::pair<int, int>> scores;
  std::size_t count = 1000;
  std::uint64_t seed = 1;
  std::string out;
  bool writes_games = false;  ///< PGN instead of EPD
  OpeningOptions opening_options{"auto"};
};

std::optional<std::size_t> parse_plies(const std::string& text) {
  return parse_number<std::size_t>(text);
}

/// Pawns, as centipawns.
std::optional<int> parse_pawns(const std::string& text) {
  constexpr double kMost = 300;
  constexpr int kCentipawns = 100;
  const auto pawns = parse_fraction(text.starts_with('+') ? std::string_view(text).substr(1) : text);
  if (!pawns || !(std::abs(*pawns) <= kMost)) return std::nullopt;
  return static_cast<int>(std::lround(*pawns * kCentipawns));
}

void add_options(Command& command, Request& request) {
  command.add({
      {"in", "SOURCE", "books of any format, games in PGN, folders of games, or lists in EPD or FEN",
       texts(request.sources), config::kAllPlain, true},
      {"plies", "A..B", "only positions after A to B plies; N means exactly N (default: any number)",
       value([&request](const std::string& text) {
         std::tie(request.least_ply, request.most_ply) =
             read_range<std::size_t>(text, parse_plies, "a number of plies, or A..B");
       })},
      {"eval", "LO..HI", "only positions with a score in this range, in pawns, from White's point of view",
       value([&request](const std::string& text) {
         request.scores = read_range<int>(text, parse_pawns, "a range of pawns, such as 0.90..1.30");
       })},
      {"count", "N", "number of openings", whole_number(request.count, std::size_t{1})},
      {"seed", "N", "seed of the random order", whole_number(request.seed)},
      {"out,o", "FILE", "the suite to write; the suffix .epd or .pgn selects its format",
       output_file(request.out)},
      request.opening_options.option(),
  });
  request.judging.add_to(command);
  request.variant.add_to(command);
}

void check(Request& request) {
  const std::string name = lower_case(request.out);
  request.writes_games = name.ends_with(".pgn");
  if (!request.writes_games && !name.ends_with(".epd"))
    throw Failure("name a file that ends in .epd or .pgn", "--out");
  Strings inputs = request.sources;
  inputs.push_back(request.judging.store);
  check_output(inputs, request.out, request.writes_games ? FileKind::games : FileKind::text);
  if (!request.scores) return;
  if (request.judging.engines.size() > 1) throw Failure("a suite needs exactly one engine", "--engine");
  request.judging.check();
}

// ---- Choice -----------------------------------------------------------------------------------------------

/// Returns a pseudorandom number for a key and a seed, by the finalizer of SplitMix64.
std::uint64_t scatter(std::uint64_t key, std::uint64_t seed) noexcept {
  std::uint64_t number = key + seed * 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

std::string with_other_case(std::string text) {
  for (char& letter : text) letter = to_lower(letter) != letter ? to_lower(letter) : to_upper(letter);
  return text;
}

/// Returns the FEN of the position with colours and ranks exchanged.
std::string turned_fen(const game::Position& position, std::string_view fen) {
  std::string_view placement = take_word(fen);
  const std::string_view held = placement.substr(std::min(placement.find('['), placement.size()));
  placement.remove_suffix(held.size());
  std::string turned;
  for (std::size_t slash = 0; slash != placement.npos; placement = placement.substr(0, slash)) {
    slash = placement.rfind('/');
    turned.append(placement, slash + 1).append(slash != placement.npos ? "/" : "");
  }
  turned = with_other_case(turned.append(held)) + (take_word(fen) == "w" ? " b " : " w ");
  turned += with_other_case(std::string(take_word(fen)));
  std::string_view passed = take_word(fen);
  turned.append(1, ' ').append(passed, 0, 1);
  passed.remove_prefix(1);
  const int ranks = position.chess() != nullptr ? 8 : position.variant()->variant().ranks();
  if (const auto rank = parse_number<int>(passed)) turned += std::to_string(ranks + 1 - *rank);
  for (std::string_view word; !(word = take_word(fen)).empty();) {
    // The checks that each side may still give: "3+2".
    const std::size_t plus = word.find('+');
    turned.append(1, ' ').append(word, plus + 1);
    if (plus != word.npos) turned.append(1, '+').append(word, 0, plus);
  }
  return turned;
}

/// Returns a text that a position shares with its twin, the position with colours and ranks exchanged.
std::string text_of_twins(const game::Rules& rules, const game::Position& position) {
  const auto without_counters = [](std::string fen) {
    for (int counter = 0; counter < 2; ++counter) fen.resize(fen.rfind(' '));
    return fen;
  };
  const std::string fen = position.to_uci_fen(game::CastlingNotation::king_takes_rook);
  const auto twin = rules.read_fen(turned_fen(position, fen));
  std::string text = without_counters(fen);
  if (!twin) return text;
  return std::min(text, without_counters(twin->to_uci_fen(game::CastlingNotation::king_takes_rook)));
}

struct Opening {
  std::uint32_t node = 0;
  game::Position position;
  std::optional<analysis::Verdict> verdict = {};

  /// From White's point of view. There must be a verdict.
  [[nodiscard]] analysis::Score score() const {
    const analysis::Score score = verdict->score();
    return position.side_to_move() == chess::Color::white ? score : score.turned();
  }
};

/// Chooses openings in an order that only the positions and the seed determine.
class Suite {
 public:
  /// Both must outlive this object.
  Suite(const Request& request, const SourcePositions& read) : request_(request), read_(read) {
    const auto nodes = read.positions.nodes();
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      const std::size_t ply = ply_of(nodes[node]);
      if (ply < request.least_ply || ply > request.most_ply)
        leave_out("ply");
      else
        candidates_.push_back(node);
    }
    std::ranges::sort(candidates_, {}, [&](std::uint32_t node) {
      return std::pair(scatter(nodes[node].key, request.seed), node);
    });
  }

  /// Returns the next candidates, at most `most`. None if the suite is complete, or no positions remain.
  [[nodiscard]] std::vector<Opening> next(std::size_t most) {
    std::vector<Opening> batch;
    while (!is_complete() && batch.size() < most && looked_at_ < candidates_.size()) {
      const std::uint32_t node = candidates_[looked_at_++];
      Opening opening{.node = node, .position = read_.positions.position(node)};
      if (const char* const fault = fault_of(opening.position))
        leave_out(fault);
      else
        batch.push_back(std::move(opening));
    }
    return batch;
  }
  /// Takes a candidate of next(), or leaves it out.
  void decide(Opening opening) {
    if (is_complete()) return void(++unused_);
    if (const char* const fault = fault_of(opening)) return leave_out(fault);
    if (!twins_.insert(text_of_twins(read_.rules, opening.position)).second)
      return leave_out("twins with colours exchanged");
    openings_.push_back(std::move(opening));
  }

  [[nodiscard]] const std::vector<Opening>& openings() const noexcept { return openings_; }
  [[nodiscard]] bool is_complete() const noexcept { return openings_.size() >= request_.count; }
  [[nodiscard]] std::string report() const {
    std::string text = fmt::format("{} of {}", counted(openings_.size(), "opening"),
                                   counted(read_.positions.nodes().size(), "position"));
    for (const auto& [fault, count] : left_out_) text += fmt::format("\n{:8}  left out: {}", count, fault);
    if (const std::size_t unused = unused_ + candidates_.size() - looked_at_; unused > 0)
      text += fmt::format("\n{:8}  not looked at", unused);
    return text;
  }

 private:
  /// In a list or after a FEN, the move number shows how many moves were played before.
  [[nodiscard]] std::size_t ply_of(const Positions::Node& node) const {
    const game::Position& start = read_.positions.start(node);
    const bool black_began = start.side_to_move() == chess::Color::black;
    return node.ply + 2 * static_cast<std::size_t>(std::max(start.fullmove_number() - 1, 0)) +
           (black_began ? 1 : 0);
  }
  [[nodiscard]] static const char* fault_of(const game::Position& position) {
    const chess::Position* const board = position.chess();
    const bool is_drawn =
        board != nullptr ? board->has_insufficient_material() : position.outcome().is_over();
    const std::size_t moves = position.legal_moves().size();
    if (moves == 0 || is_drawn) return "finished games";
    return moves == 1 ? "one legal move" : nullptr;
  }
  [[nodiscard]] const char* fault_of(const Opening& opening) const {
    if (!request_.scores) return nullptr;
    if (!opening.verdict) return "without a verdict";
    const analysis::Score score = opening.score();
    if (score.is_mate()) return "mates";
    const auto [least, most] = *request_.scores;
    return score.centipawns() < least || score.centipawns() > most ? "score" : nullptr;
  }
  void leave_out(std::string_view fault) {
    const auto known = std::ranges::find(left_out_, fault, &decltype(left_out_)::value_type::first);
    if (known == left_out_.end())
      left_out_.emplace_back(fault, 1);
    else
      ++known->second;
  }

  const Request& request_;
  const SourcePositions& read_;
  std::vector<std::uint32_t> candidates_;
  std::size_t looked_at_ = 0;
  std::size_t unused_ = 0;  ///< of those that next() returned
  std::set<std::string> twins_;
  std::vector<Opening> openings_;
  std::vector<std::pair<std::string_view, std::uint64_t>> left_out_;
};

/// Decides about all candidates by verdicts of the store. The engine adds missing verdicts. False if the user
/// stopped it.
bool choose_by_verdicts(const Command& command, const Request& request, const game::Rules& rules,
                        Suite& suite) {
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  auto store = analysis::Store::open(request.judging.store).value();
  JudgingEngine engine(command, request.judging, request.judging.engines.front(), rules);
  const auto judge = store.add_judge(engine.judge()).value();
  // All engines wait for the end of a batch. Larger batches waste less time; smaller ones cause fewer useless
  // searches.
  const std::size_t most = 16 * request.judging.workers;
  for (auto batch = suite.next(most); !batch.empty(); batch = suite.next(most)) {
    std::vector<game::Position> positions;
    positions.reserve(batch.size());
    for (const Opening& opening : batch) positions.push_back(opening.position);
    const auto done = engine.judge(store, std::move(positions), stop);
    if (done.stopped) {
      engine.finish();
      return false;
    }
    for (Opening& opening : batch) {
      opening.verdict = store.find(judge, opening.position).value();
      suite.decide(std::move(opening));
    }
  }
  engine.finish();
  return true;
}

// ---- Output -----------------------------------------------------------------------------------------------

std::string epd_line(const Opening& opening) {
  // EPD is only for chess.
  const chess::Position* const board = opening.position.chess();
  if (board == nullptr)
    return opening.position.to_uci_fen(game::CastlingNotation::king_to_destination) + "\n";
  std::string line =
      fmt::format("{} hmvc {}; fmvn {};", board->to_epd(), board->halfmove_clock(), board->fullmove_number());
  if (opening.verdict)
    line += fmt::format(" ce {}; acd {}; acn {};", opening.verdict->score().centipawns(),
                        opening.verdict->depth, opening.verdict->nodes);
  return line + "\n";
}

/// The last position with a name on the way; null if none has one.
const openings::Opening* opening_of(const openings::OpeningNames* names, const Positions::Line& line) {
  if (names == nullptr) return nullptr;
  game::Position position = line.start;
  const openings::Opening* last = names->find(position.key());
  for (const game::Move& move : line.moves) {
    position.make(move);
    if (const openings::Opening* const named = names->find(position.key())) last = named;
  }
  return last;
}

std::string pgn_of(const SourcePositions& read, const openings::OpeningNames* names, const Opening& opening,
                   std::size_t number) {
  const Positions::Line line = read.positions.line(opening.node);
  PgnText moves;
  moves.add_line(line.start, line.moves);
  if (opening.verdict) moves.add_comment(opening.score().text());
  moves.add("*");
  return pgn_game("Openings", std::to_string(number), read.rules, line.start, moves, opening_of(names, line));
}

void write(const Command& command, const Request& request, const SourcePositions& read, const Suite& suite) {
  const auto names = request.writes_games ? request.opening_options.read(command, read.rules) : nullptr;
  Output output(request.out);
  std::size_t number = 0;
  for (const Opening& opening : suite.openings()) {
    ++number;
    const std::string text =
        request.writes_games ? pgn_of(read, names.get(), opening, number) : epd_line(opening);
    output.put(text);
  }
  output.commit();
}

int run(Command& command) {
  Request request;
  add_options(command, request);
  if (const auto exit_code = command.parse()) return *exit_code;
  // No engine judges unless a range of scores is given.
  for (const std::string_view name : {"store", "engine", "nodes", "depth", "movetime", "multipv", "workers"})
    check_needs(command, name, {"eval"});
  check(request);
  const auto read = read_positions(command, request.variant, request.sources, request.most_ply);
  Suite suite(request, read);
  if (request.scores) {
    if (!choose_by_verdicts(command, request, read.rules, suite)) return os::Interruption::exit_code();
  } else {
    for (auto batch = suite.next(1); !batch.empty(); batch = suite.next(1))
      suite.decide(std::move(batch.front()));
  }
  if (!suite.openings().empty()) write(command, request, read, suite);
  command.say(suite.report());
  if (suite.openings().empty()) throw Failure("is not written: no opening was found", request.out);
  if (!suite.is_complete())
    command.note(fmt::format("only {} of {} openings were found", suite.openings().size(), request.count));
  return kSuccess;
}

}  // namespace
}  // namespace make_openings_tool

const Tool kMakeOpenings{
    .name = "make-openings",
    .summary = "Builds a suite of openings for engine tests.",
    .examples =
        "polyglot make-openings games.pgn --plies 8..16 --count 500 -o suite.epd\n"
        "polyglot make-openings book.bin --plies 12 -o suite.pgn\n",
    .run = make_openings_tool::run,
    .exit_codes = "0 success, 1 failure, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
