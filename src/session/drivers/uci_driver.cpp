// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/protocol/uci.hpp>

#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {
namespace {

using protocol::UciBack;

/// Drives an engine that searches positions.
///
/// During a search it gets only stop, ponderhit and ready queries. All other commands wait for the best move.
/// A new search also waits until the engine is ready for a new game.
class UciDriver final : public EngineDriver {
 public:
  using EngineDriver::EngineDriver;

  void hear(std::string_view line) override {
    const protocol::EngineMessage message = UciBack::parse(line);
    if (std::holds_alternative<protocol::SearchOutput>(message)) {
      hear_info(line);
    } else if (const auto* best = std::get_if<protocol::BestMove>(&message)) {
      hear_best_move(*best);
    } else if (std::holds_alternative<protocol::Ready>(message)) {
      hear_ready();
    }
  }

  void search(const protocol::Search& search) override {
    drop();
    if (is_lost()) return;
    next_ = NextSearch{};
    UciBack::print_search(search, next_->text);
    if (const game::Position* const position = search.game->position()) {
      const auto moves = position->legal_moves();
      if (!moves.empty()) next_->any_move = game::to_uci(*position, moves.front(), search.castling);
    }
    start_when_free();
  }

  void drop() override {
    next_.reset();
    if (stage_ == Stage::searching) return send_stop(Stage::dropping);
    if (stage_ == Stage::stopping) stage_ = Stage::dropping;
  }

  void stop() override {
    if (stage_ == Stage::searching) return send_stop(Stage::stopping);
    if (next_) next_->stopped = true;
  }

  void ponder_hit() override {
    if (listening()) effects_.to_engine += UciBack::kPonderHit;
  }

  void new_game() override {
    if (is_lost()) return;
    const bool waits = owes_best_move();
    std::string& out = waits ? waiting_.commands : effects_.to_engine;
    out += UciBack::kNewGame;
    out += UciBack::kReadyQuery;
    (waits ? waiting_.asked : asked_).push_back(Asker::new_game);
    ++new_games_asked_;
  }

  void ready_query() override {
    if (is_lost()) return;
    if (stage_ == Stage::dropping) {
      ++waiting_.queries;
    } else {
      ask_ready(1);
    }
  }

  void quit() override {
    effects_.to_engine += UciBack::kQuit;
    stage_ = Stage::lost;
  }

  void lose() noexcept override { stage_ = Stage::lost; }
  [[nodiscard]] bool is_lost() const noexcept override { return stage_ == Stage::lost; }

  [[nodiscard]] bool busy() const noexcept override { return owes_best_move() || !asked_.empty(); }
  [[nodiscard]] bool listening() const noexcept override {
    return stage_ == Stage::searching || stage_ == Stage::stopping;
  }
  [[nodiscard]] std::optional<std::uint64_t> answer_due() const noexcept override {
    return stage_ == Stage::idle && !asked_.empty() ? std::optional(answered_) : std::nullopt;
  }
  [[nodiscard]] std::size_t held() const noexcept override {
    return waiting_.commands.size() + waiting_.queries + asked_.size() + (next_ ? next_->text.size() : 0);
  }

  [[nodiscard]] bool hear_early(std::string_view line) override {
    const protocol::EngineMessage message = UciBack::parse(line);
    return !std::holds_alternative<protocol::BestMove>(message) &&
           !std::holds_alternative<protocol::Ready>(message);
  }

 private:
  enum class Stage : std::uint8_t {
    idle,
    searching,
    stopping,  ///< told to end; its best move counts
    dropping,  ///< told to end; its best move does not count
    lost       ///< Polyglot sends the engine nothing more
  };
  enum class Asker : std::uint8_t { listener, new_game };
  struct NextSearch {
    std::string text;
    std::string any_move;  ///< the answer if the engine never sends anything
    bool stopped = false;
  };

  /// What is sent to the engine when its search has ended.
  struct Waiting {
    std::string commands;
    std::deque<Asker> asked;  ///< the askers of the ready queries among them
    std::size_t queries = 0;  ///< the listener's ready queries, which are sent after all these
  };

  void send_option(std::string_view name, std::optional<std::string_view> value) override {
    if (is_lost()) return;
    UciBack::print_option(name, value, owes_best_move() ? waiting_.commands : effects_.to_engine);
  }

  void end_overdue_search() override {
    const bool counts = listening();
    stage_ = Stage::lost;
    if (counts) listener().on_best_move({.move = best_known_, .ponder = {}, .whole = best_known_});
  }

  void hear_info(std::string_view line) {
    const protocol::Info info = protocol::parse_uci_info(line);
    std::string_view pv = info.pv;
    if (listening() && info.multipv.value_or(1) == 1 && !pv.empty()) best_known_ = take_word(pv);
    listener().on_info(info);
  }

  void hear_best_move(const protocol::BestMove& best) {
    if (!owes_best_move()) return;
    const bool counts = listening();
    stage_ = Stage::idle;
    end_came();
    const Waiting waiting = std::exchange(waiting_, {});
    effects_.to_engine += waiting.commands;
    asked_.insert(asked_.end(), waiting.asked.begin(), waiting.asked.end());
    ask_ready(waiting.queries);
    start_when_free();
    if (counts) listener().on_best_move(best);
  }

  void hear_ready() {
    if (asked_.empty()) return;
    const Asker asker = asked_.front();
    asked_.pop_front();
    ++answered_;
    if (asker == Asker::listener) return listener().on_ready();
    --new_games_asked_;
    start_when_free();
  }

  [[nodiscard]] bool owes_best_move() const noexcept { return listening() || stage_ == Stage::dropping; }
  void send_stop(Stage next) {
    stage_ = next;
    effects_.to_engine += UciBack::kStop;
    await_end();
  }

  void ask_ready(std::size_t queries) {
    for (std::size_t i = 0; i < queries; ++i) effects_.to_engine += UciBack::kReadyQuery;
    asked_.insert(asked_.end(), queries, Asker::listener);
  }

  void start_when_free() {
    if (!next_ || stage_ != Stage::idle || new_games_asked_ > 0) return;
    const NextSearch next = *std::exchange(next_, std::nullopt);
    effects_.to_engine += next.text;
    best_known_ = next.any_move;
    stage_ = Stage::searching;
    if (next.stopped) stop();
  }

  Stage stage_ = Stage::idle;
  std::string best_known_;  ///< of the running search
  std::optional<NextSearch> next_;
  Waiting waiting_;
  std::uint64_t answered_ = 0;       ///< number of answered ready queries
  std::deque<Asker> asked_;          ///< ready queries that the engine has not answered
  std::size_t new_games_asked_ = 0;  ///< number of queries for a new game among those and the waiting ones
};

}  // namespace

std::unique_ptr<EngineDriver> make_uci_driver(Context& context) {
  return std::make_unique<UciDriver>(context);
}

}  // namespace polyglot::session
