// SPDX-License-Identifier: MIT
#include "tools/judging.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/chess/epd.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "tools/book_verdicts.hpp"
#include "tools/file_kinds.hpp"
#include "tools/progress.hpp"
#include "tools/text_input.hpp"

namespace polyglot::tools {
namespace {

constexpr std::size_t kMostWorkers = 256;
constexpr int kMostMoves = 500;

/// The largest numbers that the store can hold.
constexpr auto kMostNodes = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

std::string progress_line(const analysis::FarmProgress& progress, double seconds) {
  const std::uint64_t missing = progress.total - progress.known;
  const std::uint64_t done = progress.judged + progress.failed;
  const double share = missing > 0 ? static_cast<double>(done) / static_cast<double>(missing) : 1;
  return fmt::format("{}{} of {} positions  {:.1f} positions/s{}", progress_bar(share), done, missing,
                     static_cast<double>(done) / std::max(seconds, 1e-3), time_left(share, seconds));
}

class SourceReader {
 public:
  SourceReader(const Command& command, const VariantOptions& variant, std::size_t max_ply, bool whole_books)
      : command_(command), variant_(variant), max_ply_(max_ply), whole_books_(whole_books) {}

  SourcePositions read(const Strings& sources) {
    std::vector<FileKind> kinds(sources.size());
    std::ranges::transform(sources, kinds.begin(), kind_of_file);
    for (std::size_t i = 0; i < sources.size(); ++i)
      if (kinds[i] == FileKind::book) books_.push_back(variants_in_file(sources[i]));
    rules_ = variant_.rules_of(books_);
    for (std::size_t i = 0; i < sources.size(); ++i) add(sources[i], kinds[i]);
    return SourcePositions{.rules = std::move(rules_), .positions = std::move(positions_)};
  }

 private:
  void add(const std::string& source, FileKind kind) {
    if (kind == FileKind::book) return add_book(source);
    const std::string name = lower_case(source);
    std::error_code error;
    if (kind == FileKind::games || source == "-" || name.find(".pgn") != name.npos ||
        std::filesystem::is_directory(source, error))
      return add_all_games(source);
    return name.ends_with(".json") ? add_weak_moves(source) : add_list(source);
  }

  void add_book(const std::string& source) {
    const auto book = book::open_book(source).value();
    std::vector<game::Position> starts;
    const bool are_shuffled = variant_.are_shuffled(rules_, books_);
    const auto loaded =
        are_shuffled || whole_books_ ? book::LoadedBook::load(source).value() : book::LoadedBook(source, {});
    if (are_shuffled) starts = book::shuffled_starts(rules_, std::array{&loaded});
    if (starts.empty() && !rules_.is_chess()) starts.push_back(rules_.start());
    book->expect_many_lookups();
    positions_.add_book(*book, max_ply_, starts);
    if (starts.empty()) starts.push_back(rules_.start());
    if (whole_books_)
      positions_.add_reached(*book, loaded, {.rules = rules_, .starts = std::move(starts)}, max_ply_);
    if (const auto trouble = book->take_trouble()) throw Failure(*trouble);
  }

  /// Adds the games of a file, or of the files in a folder.
  void add_all_games(const std::string& source) {
    const auto files = builder::input_files({source}).value();
    bool has_games = false;
    for (const std::string& file : files) {
      const auto games = rules_.is_chess() ? positions_.add_games(file, max_ply_).value() : add_games(file);
      if (games.all == 0) throw Failure("has no games", file);
      has_games = has_games || games.of_variants < games.all;
      if (games.of_variants > 0)
        command_.note(fmt::format("{}: {} of {} left out", file, counted(games.of_variants, "game"),
                                  rules_.is_chess() ? "variants" : "other variants"));
    }
    const auto nodes = positions_.nodes();
    if (max_ply_ > 0 && nodes.size() == 1 && nodes.front().key == rules_.start().key())
      throw Failure("the games have no moves: give games that have some", source);
    if (has_games) return;
    throw Failure(rules_.is_chess() ? "has games of variants only; --variant NAME takes those of one"
                                    : fmt::format("has no games of {}", rules_.name()),
                  source);
  }

  analysis::Positions::GameCounts add_games(const std::string& file) {
    analysis::Positions::GameCounts counts;
    const auto add = as_callback([&](const pgn::GameText& game) {
      ++counts.all;
      if (!builder::is_game_of(game, rules_))
        ++counts.of_variants;
      else if (const auto line = builder::play_line(game, rules_, max_ply_))
        positions_.add_line(line->start, line->moves);
    });
    pgn::visit_games(file, add).value();
    return counts;
  }

  /// Adds the positions with weak moves, and those after such a move and after the engine's choice.
  void add_weak_moves(const std::string& review) {
    const auto moves = read_weak_moves(review);
    for (const WeakMove& weak : moves) {
      const auto position = rules_.read_fen(weak.fen);
      if (!position) throw Failure(position.error().to_string(), review);
      positions_.add_line(*position, {});
      for (const std::string& text : {weak.move, weak.best}) {
        game::Position after = *position;
        const auto move = game::move_from_uci(after, text);
        if (!move)
          throw Failure(fmt::format("has a move that is not legal: {} in {}", text, weak.fen), review);
        after.make(*move);
        positions_.add_line(after, {});
      }
    }
  }

  void add_list(const std::string& source) {
    read_lines(source, [this](std::string_view line, std::size_t) {
      if (line.starts_with("eco\tname"))
        throw Failure("this is a table of names of openings: give it with --openings-file");
      const auto fen = rules_.is_chess() ? chess::fen_of_epd(line) : std::string(trim(line));
      positions_.add_line(rules_.read_fen(fen).value(), {});
    });
    if (positions_.nodes().empty()) throw Failure("has no positions", source);
  }

  const Command& command_;
  const VariantOptions& variant_;
  std::size_t max_ply_;
  bool whole_books_;
  std::vector<BookVariants> books_;  ///< among the sources
  game::Rules rules_;
  analysis::Positions positions_;
};

}  // namespace

void JudgingOptions::add_to(Command& command) {
  workers = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostWorkers);
  command.add({
      {"store", "FILE", "the store of verdicts; a missing file is created", output_file(store)},
      {"engine", "CONFIG",
       "the configuration file of an engine; with several of these options, each engine judges all positions",
       texts(engines)},
      {"nodes", "N", "limit of a search: N nodes", whole_number(limits.nodes, std::uint64_t{1}, kMostNodes)},
      {"depth", "N", "limit of a search: N plies", whole_number(limits.depth, 1)},
      {"movetime", "MS", "limit of a search: MS milliseconds",
       whole_number(limits.milliseconds, std::uint64_t{1}, kMostNodes)},
      {"multipv", "K", "score the K best moves, if the engine can", whole_number(multipv, 1, kMostMoves)},
      {"workers", "N", "run N processes of the engine (default: one for each processor)",
       value([this](const std::string& word) {
         return whole_number(workers, std::size_t{1}, kMostWorkers).take({word});
       })},
  });
}

void JudgingOptions::check() const {
  if (store.empty()) throw Failure("name a file for the verdicts", "--store");
  if (engines.empty()) throw Failure("name the configuration file of an engine", "--engine");
  std::string text;
  for (const std::string& engine : engines)
    if (const std::error_code error = config::read_file(engine, text))
      throw Failure(fmt::format("\"{}\": {}; give a configuration file, which polyglot init --engine COMMAND "
                                "-o FILE writes",
                                engine, error.message()),
                    "--engine");
  if (limits == analysis::SearchLimits{})
    throw Failure("give a limit for each search: --nodes N, --depth N or --movetime MS", "--nodes");
}

JudgingEngine::JudgingEngine(const Command& command, const JudgingOptions& options,
                             const std::string& configuration, const game::Rules& rules)
    : command_(command),
      command_line_{.config_file = configuration, .assignments = {}, .warnings = {}},
      configuration_(config::load(command_line_).value()),
      pool_(configuration_, command_line_, options.workers, options.limits, options.multipv, rules) {
  at_place(configuration, [&] { pool_.start().value(); });
  for (const std::string& warning : configuration_.warnings) command.tell(warning);
  for (const std::string& warning : pool_.take_warnings()) command.tell(warning);
}

analysis::FarmProgress JudgingEngine::judge(analysis::Store& store, std::vector<game::Position> positions,
                                            const std::atomic<bool>& stop) {
  ProgressLine line;
  const auto start = std::chrono::steady_clock::now();
  analysis::FarmRule rule;
  rule.stop = &stop;
  rule.report = [&](const analysis::FarmProgress& progress) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (!command_.is_quiet() && line.is_due()) line.show(progress_line(progress, elapsed.count()));
  };
  rule.warn = [&](const std::string& warning) {
    line.clear();
    command_.tell(warning);
  };
  const auto done = analysis::judge_all(store, pool_, std::move(positions), rule).value();
  total_.judged += done.judged;
  total_.known += done.known;
  total_.failed += done.failed;
  total_.stopped = done.stopped;
  return done;
}

void JudgingEngine::finish() {
  pool_.quit();
  command_.say(
      fmt::format("{}: {} judged{}{}", visible_line(judge().engine), counted(total_.judged, "position"),
                  listed("; ", {{total_.known, "were in the store"}, {total_.failed, "were given up"}}),
                  total_.stopped ? "; stopped, the same command continues" : ""));
}

SourcePositions read_positions(const Command& command, const VariantOptions& variant, const Strings& sources,
                               std::size_t max_ply, bool whole_books) {
  return SourceReader(command, variant, max_ply, whole_books).read(sources);
}

}  // namespace polyglot::tools
