// SPDX-License-Identifier: MIT
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/ascii.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/engine_pool.hpp>

namespace polyglot::proxy {
namespace {

/// Options of a game or a GUI. They do not change the search, or Judge::variant has their value.
constexpr std::array<std::string_view, 4> kOfNoConsequence{"UCI_Opponent", "UCI_Chess960", "UCI_ShowWDL",
                                                           "UCI_Variant"};

analysis::Score score_of(const protocol::Score& score) noexcept {
  return score.is_mate ? analysis::Score::mate(score.value) : analysis::Score::centipawns(score.value);
}

class SearchReports {
 public:
  void add(const protocol::Info& info) {
    if (info.nodes) nodes_ = *info.nodes;
    if (info.time) milliseconds_ = *info.time;
    if (!info.score || info.pv.empty()) return;
    const auto rank = static_cast<std::size_t>(std::max(info.multipv.value_or(1), 1)) - 1;
    constexpr std::size_t kMostMoves = 500;
    if (rank >= kMostMoves) return;
    if (ranks_.size() <= rank) ranks_.resize(rank + 1);
    Line line{.score = score_of(*info.score),
              .pv = std::string(info.pv),
              .depth = info.depth.value_or(0),
              .chances = {}};
    if (info.win_draw_loss) line.chances = std::apply(analysis::Chances::of, *info.win_draw_loss);
    ranks_[rank].last = line;
    if (info.score->bound == protocol::Score::Bound::exact) ranks_[rank].exact = line;
  }

  /// Keeps a remark. It has the reason if the session refuses a position.
  void note(std::string_view remark) {
    if (!remark.empty()) remark_ = remark;
  }

  /// Returns the verdict after the search. Error: the session refused the position, or the engine reported an
  /// illegal best move or no score.
  [[nodiscard]] Result<analysis::Verdict> verdict(const game::Position& position, std::string_view best_move,
                                                  std::size_t multipv) const {
    const auto best = game::move_from_uci(position, best_move);
    if (best_move == "0000" && !remark_.empty()) return Error{"the position was refused: " + remark_};
    if (!best) return Error{fmt::format("the engine's best move \"{}\" is not legal", best_move)};
    if (ranks_.empty())
      return Error{"the engine reports no score; if it played from a book of its own, switch that off"};
    analysis::Verdict verdict;
    const Line* const chosen = line_of(position, *best);
    verdict.moves.push_back({*best, chosen->score});
    verdict.variation = moves_of(position, chosen->pv);
    if (verdict.variation.empty() || verdict.variation.front() != *best) verdict.variation = {*best};
    verdict.depth = chosen->depth;
    verdict.chances = chosen->chances;
    verdict.nodes = nodes_;
    verdict.milliseconds = milliseconds_;
    // A search may end in the middle of a depth. Then some moves have scores of the depth before, which may
    // be better than the score of the engine's choice.
    for (const Rank& rank : ranks_) {
      if (verdict.moves.size() == multipv) break;
      const auto moves = moves_of(position, rank.line().pv);
      if (moves.empty()) continue;
      const auto is_known = [&](const analysis::ScoredMove& known) { return known.move == moves.front(); };
      if (std::ranges::none_of(verdict.moves, is_known))
        verdict.moves.push_back({moves.front(), std::min(rank.line().score, chosen->score)});
    }
    std::ranges::stable_sort(verdict.moves.begin() + 1, verdict.moves.end(), std::greater(),
                             &analysis::ScoredMove::score);
    verdict.date =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    return verdict;
  }

 private:
  struct Line {
    analysis::Score score;
    std::string pv;
    int depth = 0;
    std::optional<analysis::Chances> chances;
  };

  /// The last reports about the move of one rank, like the second best move.
  struct Rank {
    Line last;
    std::optional<Line> exact;  ///< the last line whose score is not a bound

    [[nodiscard]] const Line& line() const noexcept { return exact ? *exact : last; }
  };

  /// Returns the legal moves at the beginning of a variation.
  [[nodiscard]] static std::vector<game::Move> moves_of(game::Position position, std::string_view pv) {
    std::vector<game::Move> moves;
    for (std::string_view word; !(word = take_word(pv)).empty();) {
      const auto move = game::move_from_uci(position, word);
      if (!move) break;
      moves.push_back(*move);
      position.make(*move);
    }
    return moves;
  }

  /// Returns the last exact report about the best move, or else its last report. An engine may end a search
  /// with another move than that of its last exact report.
  [[nodiscard]] const Line* line_of(const game::Position& position, const game::Move& best) const {
    const auto begins = [&](const Line& line) {
      const auto moves = moves_of(position, line.pv);
      return !moves.empty() && moves.front() == best;
    };
    for (const Rank& rank : ranks_) {
      if (rank.exact && begins(*rank.exact)) return &*rank.exact;
      if (begins(rank.last)) return &rank.last;
    }
    return &ranks_.front().line();
  }

  std::vector<Rank> ranks_;
  std::uint64_t nodes_ = 0;
  std::uint64_t milliseconds_ = 0;
  std::string remark_;
};

}  // namespace

class EnginePool::Worker {
 public:
  std::unique_ptr<HeadlessSession> session;  ///< null until there is something to search

  void search(const game::Position& position) {
    position_ = position;
    state_ = State::starting;
  }

  /// Returns the outcome of a finished search; nothing if the engine still searches, or is idle.
  [[nodiscard]] std::optional<Result<analysis::Verdict>> advance(const analysis::Judge& judge,
                                                                 const game::Rules& rules) {
    if (state_ == State::idle) return std::nullopt;
    if (state_ == State::starting && session->session().engine_ready())
      if (auto begun = begin(judge, rules); !begun) return end(begun.error());
    for (;;) {
      const auto line = session->take_line();
      if (!line) return end(line.error());
      if (!*line) {
        if (!has_fallen_silent()) return std::nullopt;
        session->give_up(fmt::format("the engine \"{}\" hangs: it is silent for {} ms (EngineHangTimeout)",
                                     session->options().text(config::OptionId::engine_command),
                                     session->options().spin(config::OptionId::engine_hang_timeout)));
        continue;
      }
      if (state_ == State::starting) continue;
      const auto message = protocol::UciBack::parse(**line);
      const bool is_ready = std::holds_alternative<protocol::Ready>(message);
      // The session itself answers for an XBoard engine that searches.
      if (!is_ready || session->session().engine_dialect() == &protocol::kUci) {
        last_heard_ = Clock::now();
        is_asked_ = false;
      }
      // If its engine cannot get a position, a session refuses the position at once.
      if (const auto* const best = std::get_if<protocol::BestMove>(&message))
        return end(reports_.verdict(*position_, best->move, static_cast<std::size_t>(judge.multipv)));
      if (state_ == State::clearing && is_ready) state_ = State::searching;
      if (!std::holds_alternative<protocol::SearchOutput>(message)) continue;
      const protocol::Info info = protocol::parse_uci_info(**line);
      reports_.note(info.text);
      if (state_ == State::searching) reports_.add(info);
    }
  }

 private:
  enum class State : std::uint8_t {
    idle,
    starting,  ///< has a position, but its engine is not ready yet
    clearing,  ///< the engine clears its memory; we ignore its output
    searching,
  };

  /// True for a search without any output for EngineHangTimeout, and for as long after `isready`. In other
  /// states the session watches the engine.
  [[nodiscard]] bool has_fallen_silent() {
    const std::chrono::milliseconds limit(session->options().spin(config::OptionId::engine_hang_timeout));
    const auto now = Clock::now();
    if (state_ != State::searching || !session->session().engine_ready()) last_heard_ = now;
    if (now - last_heard_ < limit) return false;
    if (std::exchange(is_asked_, true)) return true;
    last_heard_ = now;
    session->say(protocol::UciBack::kReadyQuery);
    return false;
  }

  Result<void> begin(const analysis::Judge& judge, const game::Rules& rules) {
    reports_ = {};
    state_ = State::clearing;
    is_asked_ = false;
    if (auto set = session->set_variant(rules); !set) return set;
    std::string text;
    const auto& options = session->engine_options();
    if (const auto* const option = options.find("UCI_ShowWDL"); option != nullptr && option->value != "true")
      protocol::UciBack::print_option("UCI_ShowWDL", "true", text);
    const std::string multipv = std::to_string(judge.multipv);
    if (const auto* const option = options.find("MultiPV"); option != nullptr && option->value != multipv)
      protocol::UciBack::print_option("MultiPV", multipv, text);
    session->say(text);
    const bool chess960 = position_->needs_chess960();
    session->say_new_game(chess960);
    const game::Game game(rules, *position_);
    protocol::Search order;
    order.game = &game;
    if (chess960) order.castling = chess::CastlingNotation::king_takes_rook;
    if (judge.limits.nodes > 0) order.limits.nodes = judge.limits.nodes;
    if (judge.limits.depth > 0) order.limits.depth = judge.limits.depth;
    if (judge.limits.milliseconds > 0)
      order.limits.move_time = static_cast<std::int64_t>(judge.limits.milliseconds);
    session->say_search(order);
    return {};
  }

  Result<analysis::Verdict> end(Result<analysis::Verdict> verdict) {
    state_ = State::idle;
    return verdict;
  }

  State state_ = State::idle;
  Clock::time_point last_heard_;  ///< the engine's last line
  bool is_asked_ = false;         ///< whether it is ready, since then
  std::optional<game::Position> position_;
  SearchReports reports_;
};

EnginePool::EnginePool(config::Configuration& configuration, const config::CommandLine& command_line,
                       std::size_t count, const analysis::SearchLimits& limits, int multipv,
                       game::Rules rules)
    : configuration_(configuration), command_line_(command_line), rules_(std::move(rules)) {
  judge_.limits = limits;
  judge_.multipv = multipv;
  judge_.variant = rules_.name();
  for (std::size_t worker = 0; worker < count; ++worker) workers_.push_back(std::make_unique<Worker>());
}

EnginePool::~EnginePool() = default;

std::string settings_of(const session::EngineOptions& options) {
  std::vector<std::string> settings;
  for (const auto& entry : options.entries()) {
    const bool changes_nothing = std::ranges::any_of(kOfNoConsequence, [&](std::string_view name) {
      return equal_ignoring_case(name, entry.option.name);
    });
    if (entry.value != entry.engine_default && !changes_nothing)
      settings.push_back(fmt::format("{}={}", entry.option.name, entry.value));
  }
  std::ranges::sort(settings);
  return fmt::format("{}", fmt::join(settings, ";"));
}

ProxySetup EnginePool::setup() const {
  return make_search_setup(configuration_, command_line_, "always");
}

Result<void> EnginePool::start() {
  workers_.front()->session = std::make_unique<HeadlessSession>(setup(), loop_);
  HeadlessSession& session = *workers_.front()->session;
  if (auto started = session.start(); !started) return started;
  judge_.engine = session.engine_name();
  judge_.settings = settings_of(session.engine_options());
  return session.set_variant(rules_);
}

std::vector<std::string> EnginePool::take_warnings() {
  return start_warnings_ = workers_.front()->session->take_warnings();
}

void EnginePool::quit() {
  for (const auto& worker : workers_)
    if (worker->session) worker->session->quit();
}

void EnginePool::search(std::size_t engine, const game::Position& position) {
  Worker& worker = *workers_[engine];
  if (!worker.session) {
    worker.session = std::make_unique<HeadlessSession>(setup(), loop_);
    worker.session->launch();
  }
  worker.search(position);
}

std::optional<EnginePool::Finished> EnginePool::await(Clock::time_point deadline) {
  for (;;) {
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      const std::size_t engine = next_++ % workers_.size();
      auto verdict = workers_[engine]->advance(judge_, rules_);
      if (!verdict) continue;
      // A session whose engine has failed is over.
      std::unique_ptr<HeadlessSession>& session = workers_[engine]->session;
      auto warnings = session->take_warnings();
      std::erase_if(warnings, [this](const std::string& warning) {
        return std::ranges::find(start_warnings_, warning) != start_warnings_.end();
      });
      if (!session->session().engine_ready()) ended_.push_back(std::move(session));
      return Finished{.engine = engine, .verdict = std::move(*verdict), .warnings = std::move(warnings)};
    }
    if (!process::run_one_until(loop_, deadline) && Clock::now() >= deadline) return std::nullopt;
  }
}

}  // namespace polyglot::proxy
