// SPDX-License-Identifier: MIT
#include "tools/epd.hpp"

#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/proxy/proxy.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace epd_test_tool {
namespace {

/// Seconds: eleven days.
constexpr double kLongestTime = 1e6;
/// How long an engine may exceed its time before it is told to stop.
constexpr std::chrono::seconds kOvertime{1};

/// The number of positions in a row without an answer that ends the test.
constexpr int kMostInARow = 5;

using proxy::HeadlessSession;
using Clock = HeadlessSession::Clock;

/// The session itself ends if its engine hangs.
constexpr auto kNever = Clock::time_point::max();

/// Searches until the search can end. An engine that exceeds its time is told to stop. Error: the engine has
/// ended or hangs, and the session is over.
void search(HeadlessSession& engine, const EpdRecord& record, const EpdLimits& limits, EpdSearch& progress) {
  const bool chess960 = record.position.needs_chess960();
  engine.say_new_game(chess960);  // clears the engine's memory
  (void)engine.await_ready(kNever).value();
  const game::Game game(game::Rules(), record.position);
  protocol::Search order;
  order.game = &game;
  if (chess960) order.castling = chess::CastlingNotation::king_takes_rook;
  order.limits.move_time = static_cast<std::int64_t>(limits.max_time * 1000);
  order.limits.depth = limits.max_depth;
  engine.say_search(order);
  const auto start = Clock::now();
  auto deadline = start + std::chrono::milliseconds(*order.limits.move_time) + kOvertime;
  for (bool stopped = false;;) {
    const auto line = engine.next_line(deadline).value();
    bool is_over = !line;
    if (line) {
      const auto message = protocol::UciBack::parse(*line);
      if (const auto* best = std::get_if<protocol::BestMove>(&message)) return progress.finish(best->move);
      if (!std::holds_alternative<protocol::SearchOutput>(message)) continue;
      progress.add(protocol::parse_uci_info(*line));
      is_over = progress.is_over(limits, Clock::now() - start);
    }
    if (!is_over || std::exchange(stopped, true)) continue;
    engine.say(protocol::UciBack::kStop);
    deadline = kNever;
  }
}

struct Score {
  int tried = 0;
  int solved = 0;
  double depths = 0;  ///< this and the others are sums of the solved positions
  double times = 0;
  double nodes = 0;

  void add(const EpdSearch& search) {
    ++tried;
    if (!search.is_solved()) return;
    ++solved;
    depths += search.chosen().depth;
    times += search.chosen().time;
    nodes += static_cast<double>(search.chosen().nodes);
  }
  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("\nscore={}/{}", solved, tried);
    if (solved > 0)
      text += fmt::format(" [averages on correct positions: depth={:.1f} time={:.2f} nodes={:.0f}]",
                          depths / solved, times / solved, nodes / solved);
    return text + "\n";
  }
};

std::string header(const HeadlessSession& engine, const EpdLimits& limits) {
  return fmt::format(
      "\nEngineName={}\n\n[Search parameters: MaxDepth={}   MaxTime={:.1f}   DepthDelta={}   "
      "MinDepth={}   MinTime={:.1f}]\n\n",
      engine.engine_name(), limits.max_depth, limits.max_time, limits.depth_delta, limits.min_depth,
      limits.min_time);
}

std::string row(const EpdRecord& record, const EpdSearch& search, const Score& score) {
  const EpdSearch::SearchPoint& chosen = search.chosen();
  return fmt::format("{:2}: {:<15} {} {:4} score={:+6.2f}    pv [D={:2}, T={:7.2f}s, N={:6}k] ={}\n",
                     score.tried, record.id, search.is_solved() ? "OK" : "--", score.solved, search.pawns(),
                     chosen.depth, chosen.time, chosen.nodes / 1000, search.variation());
}

/// Searches all positions, and shows each when it is finished. A position in which the engine fails counts as
/// not solved, and the next one gets another engine. Returns the number of such positions. Error: no engine
/// starts, or engines fail several times in a row.
int search_all(const Command& command, std::unique_ptr<HeadlessSession>& engine,
               const std::function<std::unique_ptr<HeadlessSession>()>& start,
               std::span<const EpdRecord> records, const std::string& path, const EpdLimits& limits,
               Score& score) {
  int failures = 0;
  int in_a_row = 0;
  for (const EpdRecord& record : records) {
    const std::string place = fmt::format("{}:{}", path, record.line);
    EpdSearch progress(record);
    if (!engine) engine = at_place(place, start);
    const auto searched = result_of([&] { search(*engine, record, limits, progress); });
    if (searched) {
      score.add(progress);
      print_text(row(record, progress, score));
      in_a_row = 0;
      continue;
    }
    ++score.tried;
    ++failures;
    engine.reset();
    const std::string trouble = searched.error().to_string() + "; the position counts as not solved";
    if (++in_a_row == kMostInARow)
      throw Failure(fmt::format("{}; the test ends after {} such positions in a row", trouble, in_a_row),
                    place);
    command.tell(fmt::format("{}: {}", place, trouble));
  }
  return failures;
}

int run(Command& command) {
  EpdLimits limits;
  std::string path = "wac.epd";
  config::CommandLine command_line;
  constexpr int kAnyDepth = std::numeric_limits<int>::min();
  const builder::Range<double> any{.least = std::numeric_limits<double>::lowest()};
  command.add({
      {"epd", "FILE", "the EPD file, - for standard input", text_file(path)},
      {"min-depth", "N", "minimum search depth", whole_number(limits.min_depth, kAnyDepth)},
      {"max-depth", "N", "maximum search depth", whole_number(limits.max_depth, 1)},
      {"min-time", "S", "minimum search time in seconds", number(limits.min_time, any, "a number")},
      {"max-time", "S", "maximum search time in seconds", number(limits.max_time, any, "a number")},
      {"depth-delta", "N", "number of iterations for which a solution must stay the same",
       whole_number(limits.depth_delta, kAnyDepth)},
  });
  config::add_configuration(command.syntax(), command_line);
  if (const auto exit_code = command.parse()) return *exit_code;
  limits.max_time = std::max(limits.max_time, limits.min_time);
  // Low limits are harmless, because they end a search at once.
  if (limits.max_time < 0 || limits.max_time > kLongestTime)
    throw WrongUsage(
        fmt::format("--min-time, --max-time: a search takes from 0 to {} seconds", kLongestTime));
  if (command_line.config_file && command_line.config_file->ends_with(".epd"))
    throw WrongUsage(fmt::format("{0} is no configuration file; for its positions, give --epd {0}",
                                 *command_line.config_file));
  const auto records = read_epd(path);
  auto configuration = config::load(command_line).value();
  const auto start = [&] {
    // The engine alone is tested: without restarts.
    auto setup = proxy::make_search_setup(configuration, command_line, "off");
    auto engine = std::make_unique<HeadlessSession>(std::move(setup));
    engine->open_log().value();
    engine->start().value();
    return engine;
  };
  auto engine = start();
  for (const std::string& warning : configuration.warnings) command.tell(warning);
  for (const std::string& warning : engine->take_warnings()) command.tell(warning);

  print_text(header(*engine, limits));
  Score score;
  const auto failures =
      result_of([&] { return search_all(command, engine, start, records, path, limits, score); });
  // Show the results so far, even after a failure: they may have taken hours.
  print_text(score.text());
  const bool has_answered_all = failures.value() == 0;
  if (engine) engine->quit();
  return has_answered_all ? kSuccess : kFailure;
}

}  // namespace
}  // namespace epd_test_tool

const Tool kEpdTest{
    .name = "epd-test",
    .summary = "Tests an engine with a suite of EPD positions.",
    .examples =
        "polyglot epd-test engine.ini --epd wac.epd --max-time 5\n"
        "polyglot epd-test --noini --ec stockfish --epd wac.epd --max-depth 10\n",
    .run = epd_test_tool::run,
    .behind_configuration = true,
};

}  // namespace polyglot::tools
