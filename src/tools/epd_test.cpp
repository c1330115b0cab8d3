#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/chess/game.hpp>

#include "tools/engine_arguments.hpp"
#include "tools/epd.hpp"
#include "tools/epd_search.hpp"
#include "tools/lines.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

/// Seconds: eleven days.
constexpr double kLongestTime = 1e6;

void declare(Syntax& syntax) {
  const EpdLimits defaults;
  const auto number = [](auto value) {
    return po::value<decltype(value)>()->value_name("N")->default_value(value);
  };
  syntax.options.add_options()                                                                           //
      ("epd", po::value<std::string>()->value_name("FILE")->default_value("wac.epd"), "the test suite")  //
      ("min-depth", number(defaults.min_depth), "go beyond this depth")                                  //
      ("max-depth", number(defaults.max_depth), "go no further")                                         //
      ("min-time", number(defaults.min_time), "search for so many seconds at least")                     //
      ("max-time", number(defaults.max_time), "search for so many seconds at most")                      //
      ("depth-delta", number(defaults.depth_delta), "a solution must stand for so many iterations");
  declare_engine(syntax);
}

/// Low limits are passed by at once, which does no harm.
Result<void> check(const EpdLimits& limits) {
  if (limits.max_depth < 1) return Error{"-max-depth: a search has a depth of 1 at least"};
  if (!std::isfinite(limits.min_time) || !(limits.max_time >= 0 && limits.max_time <= kLongestTime))
    return Error{fmt::format("-min-time, -max-time: a search takes from 0 to {} seconds", kLongestTime)};
  return {};
}

EpdLimits limits_of(const Arguments& arguments) {
  EpdLimits limits;
  limits.min_depth = arguments["min-depth"].as<int>();
  limits.max_depth = arguments["max-depth"].as<int>();
  limits.depth_delta = arguments["depth-delta"].as<int>();
  limits.min_time = arguments["min-time"].as<double>();
  limits.max_time = std::max(arguments["max-time"].as<double>(), limits.min_time);
  return limits;
}

Result<void> search(UciEngine& engine, const EpdRecord& record, const EpdLimits& limits,
                    EpdSearch& progress) {
  const bool chess960 = record.position.needs_chess960();
  engine.set_chess960(chess960);
  if (auto ready = engine.new_game(); !ready) return ready;
  const chess::Game game(record.position);
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
      return Error{searched.error().to_string(), place_of_line(path, record.line)};
    score.add(progress);
    if (auto shown = write_out(row(record, progress, score)); !shown) return shown;
  }
  return {};
}

Result<int> run(const Arguments& arguments) {
  const EpdLimits limits = limits_of(arguments);
  if (auto sensible = check(limits); !sensible) return wrong_usage(kEpdTest, sensible.error());
  const auto& path = arguments["epd"].as<std::string>();
  const auto records = read_epd(path);
  if (!records) return records.error();
  const auto engine = start_engine(arguments, kEpdTest.name);
  if (!engine) return engine.error();

  if (auto shown = write_out(header(**engine, limits)); !shown) return shown.error();
  Score score;
  const auto searched = search_all(**engine, *records, path, limits, score);
  // Hours may have gone into what there is.
  if (auto shown = write_out(score.text()); !shown) return shown.error();
  if (!searched) return searched.error();
  (*engine)->quit();
  return kSuccess;
}

}  // namespace

const Tool kEpdTest{
    .name = "epd-test",
    .usage =
        "[CONFIG] [-epd FILE] [-min-depth N] [-max-depth N] [-min-time S] [-max-time S] [-depth-delta N] "
        "[engine options]",
    .summary = "Lets a UCI engine solve the positions of a test suite.",
    .declare = declare,
    .run = run,
    .behind_configuration = true,
};

}  // namespace polyglot::tools
