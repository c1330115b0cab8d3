// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/proxy/engine_client.hpp>

#include "tools/epd.hpp"
#include "tools/epd_search.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/uci_engine.hpp"

namespace polyglot::tools {
namespace epd_test_tool {
namespace {

using config::OptionId;

/// For an engine that has all the time it wants.
constexpr std::chrono::hours kForEver{24 * 365};
/// Seconds: eleven days.
constexpr double kLongestTime = 1e6;

Result<UciEngine::Setup> make_setup(const config::Configuration& configuration) {
  const config::Options& options = configuration.options;
  auto launch = proxy::make_engine_launch(options, configuration.ini_folder);
  if (!launch) return launch.error();
  UciEngine::Setup setup;
  setup.launch = std::move(*launch);
  const auto patience = options.spin(OptionId::engine_start_timeout);
  setup.patience = patience == 0 ? kForEver : UciEngine::Milliseconds(patience);
  setup.grace = UciEngine::Milliseconds(options.spin(OptionId::engine_quit_timeout));
  if (options.check(OptionId::log))
    if (auto opened = setup.log.open(options.text(OptionId::log_file)); !opened) return opened.error();
  return setup;
}

void configure(UciEngine& engine, const config::EngineSettings& settings,
               std::vector<std::string>& warnings) {
  for (const config::EngineSetting& setting : settings) {
    const auto* const option = engine.find_option(setting.name);
    if (option == nullptr)
      warnings.push_back(fmt::format("{}: the engine has no option \"{}\"", setting.where, setting.name));
    else if (option->type == "button" || setting.value != option->default_value)
      engine.set_option(*option, setting.value);
  }
}

/// Starts the engine and sets its options, both as the proxy would with these words.
Result<std::unique_ptr<UciEngine>> start_engine(const config::CommandLine& command_line,
                                                const Command& command) {
  auto configuration = config::load(command_line);
  if (!configuration) return configuration.error();
  auto setup = make_setup(*configuration);
  if (!setup) return setup.error();
  auto engine = UciEngine::start(std::move(*setup));
  if (!engine) return engine;
  if (configuration->wants_engine_ini)
    (void)config::load_engine_ini(*configuration, command_line, (*engine)->name());
  configure(**engine, configuration->engine, configuration->warnings);
  for (const std::string& warning : configuration->warnings) command.tell(warning);
  return engine;
}

Result<void> search(UciEngine& engine, const EpdRecord& record, const EpdLimits& limits,
                    EpdSearch& progress) {
  const bool chess960 = record.position.needs_chess960();
  engine.set_chess960(chess960);
  if (auto ready = engine.new_game(); !ready) return ready;
  const game::Game game(game::Rules(), record.position);
  protocol::Search order;
  order.game = &game;
  if (chess960) order.castling = chess::CastlingNotation::king_takes_rook;
  order.limits.move_time = static_cast<std::int64_t>(limits.max_time * 1000);
  order.limits.depth = limits.max_depth;
  const auto start = UciEngine::Clock::now();
  const auto best_move = engine.search(order, [&](const protocol::Info& info) {
    progress.add(info);
    return progress.is_over(limits, UciEngine::Clock::now() - start);
  });
  if (!best_move) return best_move.error();
  progress.finish(*best_move);
  return {};
}

/// What has been solved so far.
class Score {
 public:
  void add(const EpdSearch& search) {
    ++tried_;
    if (!search.is_solved()) return;
    ++solved_;
    depths_ += search.chosen().depth;
    times_ += search.chosen().time;
    nodes_ += static_cast<double>(search.chosen().nodes);
  }

  [[nodiscard]] int tried() const noexcept { return tried_; }
  [[nodiscard]] int solved() const noexcept { return solved_; }

  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("\nscore={}/{}", solved_, tried_);
    if (solved_ > 0)
      text += fmt::format(" [averages on correct positions: depth={:.1f} time={:.2f} nodes={:.0f}]",
                          depths_ / solved_, times_ / solved_, nodes_ / solved_);
    return text + "\n";
  }

 private:
  int tried_ = 0;
  int solved_ = 0;
  double depths_ = 0;
  double times_ = 0;
  double nodes_ = 0;
};

std::string header(const UciEngine& engine, const EpdLimits& limits) {
  return fmt::format(
      "\nEngineName={}\n\n[Search parameters: MaxDepth={}   MaxTime={:.1f}   DepthDelta={}   "
      "MinDepth={}   MinTime={:.1f}]\n\n",
      engine.name(), limits.max_depth, limits.max_time, limits.depth_delta, limits.min_depth,
      limits.min_time);
}

std::string row(const EpdRecord& record, const EpdSearch& search, const Score& score) {
  const EpdSearch::Place& chosen = search.chosen();
  return fmt::format("{:2}: {:<15} {} {:4} score={:+6.2f}    pv [D={:2}, T={:7.2f}s, N={:6}k] ={}\n",
                     score.tried(), record.id, search.is_solved() ? "OK" : "--", score.solved(),
                     search.pawns(), chosen.depth, chosen.time, chosen.nodes / 1000, search.variation());
}

/// Shows each position as it is done. Error: the place of the one that could not be searched.
Result<void> search_all(UciEngine& engine, std::span<const EpdRecord> records, const std::string& path,
                        const EpdLimits& limits, Score& score) {
  for (const EpdRecord& record : records) {
    EpdSearch progress(record);
    if (auto searched = search(engine, record, limits, progress); !searched)
      return Error{searched.error().to_string(), fmt::format("{}:{}", path, record.line)};
    score.add(progress);
    if (auto shown = print_text(row(record, progress, score)); !shown) return shown;
  }
  return {};
}

Result<int> run(Command& command) {
  EpdLimits limits;
  std::string path = "wac.epd";
  config::CommandLine command_line;
  constexpr int kAnyDepth = std::numeric_limits<int>::min();
  const builder::Range<double> any{.least = std::numeric_limits<double>::lowest()};
  command.add({
      {"epd", "FILE", "the EPD file, - for standard input", text_file(path)},
      {"min-depth", "N", "minimum search depth", whole(limits.min_depth, kAnyDepth)},
      {"max-depth", "N", "maximum search depth", whole(limits.max_depth, 1)},
      {"min-time", "S", "minimum search time in seconds", number(limits.min_time, any, "a number")},
      {"max-time", "S", "maximum search time in seconds", number(limits.max_time, any, "a number")},
      {"depth-delta", "N", "number of iterations for which a solution must stay the same",
       whole(limits.depth_delta, kAnyDepth)},
  });
  config::add_configuration(command.syntax(), command_line);
  if (const auto exit_code = command.parse()) return *exit_code;
  limits.max_time = std::max(limits.max_time, limits.min_time);
  // Low limits are passed by at once, which does no harm.
  if (limits.max_time < 0 || limits.max_time > kLongestTime)
    return command.wrong_usage(
        {fmt::format("--min-time, --max-time: a search takes from 0 to {} seconds", kLongestTime)});
  const auto records = read_epd(path);
  if (!records) return records.error();
  const auto engine = start_engine(command_line, command);
  if (!engine) return engine.error();

  if (auto shown = print_text(header(**engine, limits)); !shown) return shown.error();
  Score score;
  const auto searched = search_all(**engine, *records, path, limits, score);
  // Hours may have gone into what there is.
  if (auto shown = print_text(score.text()); !shown) return shown.error();
  if (!searched) return searched.error();
  (*engine)->quit();
  return kSuccess;
}

}  // namespace
}  // namespace epd_test_tool

const Tool kEpdTest{
    .name = "epd-test",
    .summary = "Tests a UCI engine with a suite of EPD positions.",
    .examples =
        "polyglot epd-test engine.ini --epd wac.epd --max-time 5\n"
        "polyglot epd-test --noini --ec stockfish --epd wac.epd --max-depth 10\n",
    .run = epd_test_tool::run,
    .behind_configuration = true,
    .group = "tests and logs",
};

}  // namespace polyglot::tools
