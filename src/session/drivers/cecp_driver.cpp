// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp_engine.hpp>

#include "session/drivers/cecp_board.hpp"
#include "session/drivers/cecp_time.hpp"
#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {
namespace {

using game::Move;

bool ends_game(const game::Game& root, const std::optional<Move>& move) {
  if (!move) return true;
  if (root.position() == nullptr) return false;
  game::Position after = *root.position();
  after.make(*move);
  return !after.has_legal_move();
}

/// Drives an engine that plays games so that it searches positions.
///
/// Infinite searches, and pondering, use `analyze`; all others use `go`. After `go` the engine has made its
/// move, and has to be stopped by `force` before anything else. If the end of a search must be known and no
/// move will come, a `ping` marks it: output before the `pong` belongs to that search.
class CecpDriver final : public EngineDriver {
 public:
  CecpDriver(Context& context, protocol::CecpBack back) noexcept
      : EngineDriver(context),
        back_(std::move(back)),
        board_(back_),
        time_(back_.features()),
        options_declared_(back_.features().options.size()) {}

  void hear(std::string_view line) override {
    std::string unsent;
    const protocol::EngineMessage message = back_.parse(line, is_lost() ? unsent : effects_.to_engine);
    std::visit([&](const auto& known) { on(known, line); }, message);
  }

  /// If the engine does not play the variant, the answer has no move.
  void search(const protocol::Search& search) override {
    if (is_lost() || search.limits.perft) return;
    drop();
    game_ = Game::running;
    search_ = CecpSearch(search);
    own_move_.reset();
    is_second_attempt_ = false;
    if (search_.has_no_move()) return finish_without_move();
    if (board_.can_show(search_.target())) return launch();
    const game::Rules* const rules = root().rules();
    const std::string_view variant = rules != nullptr ? rules->name() : root().text_start()->variant;
    listener().on_words(fmt::format("the engine does not play {}, or not from this position", variant));
    finish(std::nullopt);
  }

  void drop() override {
    if (listening()) abandon();
    end_came();
  }

  void stop() override {
    if (!listening() || awaits_end()) return;
    await_end();
    const bool unlimited = !search_.wants_answer();
    search_.stop();
    if (stage_ == Stage::over) {
      end();
    } else if (stage_ == Stage::analysing) {
      close();
    } else if (thinks()) {
      move_now();
      // Engines may ignore `?`. An engine with a clock then moves by itself; any other has to be forced.
      if (unlimited && features().ping) close();
    }
  }

  void ponder_hit() override {
    if (!listening() || !limits().ponder) return;
    search_.ponder_hit();
    if (stage_ == Stage::over) {
      end();
    } else if (stage_ == Stage::analysing && !runs_in_analysis()) {
      interrupt();
      leave_analysis();
      force();
      begin_thinking();
    }
  }

  void new_game() override {
    if (is_lost()) return;
    if (game_ != Game::none && !features().reuse) {
      stage_ = Stage::lost;
      return;
    }
    drop();
    begin_game(CecpTarget{});
  }

  void ready_query() override {
    if (is_lost()) return;
    // A thinking engine answers a ping only after its move, but the GUI wants to know that it lives.
    if (!features().ping || searches()) return listener().on_ready();
    ready_pings_.push_back(ping());
  }

  void quit() override {
    interrupt();
    if (stage_ == Stage::analysing) effects_.to_engine += "exit\n";
    effects_.to_engine += "quit\n";
    stage_ = Stage::lost;
  }

  void lose() noexcept override { stage_ = Stage::lost; }
  [[nodiscard]] bool is_lost() const noexcept override { return stage_ == Stage::lost; }

  [[nodiscard]] protocol::CecpBack* cecp_back() noexcept override { return &back_; }
  [[nodiscard]] bool busy() const noexcept override { return listening() || !ready_pings_.empty(); }
  [[nodiscard]] bool listening() const noexcept override {
    return stage_ != Stage::idle && stage_ != Stage::lost;
  }
  [[nodiscard]] bool may_leave() const noexcept override {
    return game_ == Game::over && stage_ == Stage::idle;
  }
  [[nodiscard]] std::optional<std::uint64_t> answer_due() const noexcept override {
    if (stage_ != Stage::idle || ready_pings_.empty()) return std::nullopt;
    return ready_pings_.front();
  }
  [[nodiscard]] std::size_t held() const noexcept override { return ready_pings_.size() * sizeof(int); }
  [[nodiscard]] bool hear_early(std::string_view line) override {
    (void)back_.parse(line, effects_.to_engine);
    return false;
  }

  /// An engine of protocol 1 declares nothing, so the GUI gets the defaults.
  [[nodiscard]] std::optional<std::vector<std::string>> declared_features() const override {
    if (!features().declared.empty()) return features().declared;
    return {{"usermove=0", "ping=0", "setboard=0"}};
  }

  [[nodiscard]] std::vector<protocol::EngineOption> late_options() override {
    const std::size_t declared = features().options.size();
    if (std::exchange(options_declared_, declared) == declared) return {};
    return back_.options();
  }

 private:
  enum class Stage : std::uint8_t {
    idle,
    thinking,   ///< after `go`
    hurried,    ///< after `go`, and told to move at once
    analysing,  ///< after `analyze`
    closing,    ///< told to end; over at its move, or at the answer to our ping
    over,       ///< ended, but it may not be answered yet
    lost        ///< Polyglot sends the engine nothing more
  };
  /// The state of the game in the engine's view.
  enum class Game : std::uint8_t { none, running, over };
  struct Answer {
    std::string text;   ///< empty: no move
    std::string reply;  ///< the expected reply; empty if none
  };

  void send_option(std::string_view name, std::optional<std::string_view> value) override {
    if (is_lost()) return;
    memory_sent_ |= equal_ignoring_case(name, "Hash");
    back_.print_option(name, value, effects_.to_engine);
  }

  void end_overdue_search() override {
    const bool answers = listening() && stage_ != Stage::over;
    stage_ = Stage::lost;
    if (answers) finish_without_move();
  }

  void on(const protocol::SearchOutput&, std::string_view line) {
    const bool ours = searches() || stage_ == Stage::closing;
    const auto thinking = protocol::read_cecp_thinking(line);
    if (!ours || dropped_ != 0 || !thinking) return;
    search_.hear(*thinking);
    std::string moves;
    listener().on_info(protocol::to_info(*thinking, moves));
    if (stage_ == Stage::closing || !search_.has_reached_limit(*thinking)) return;
    if (stage_ == Stage::analysing) {
      close();
    } else {
      move_now();
    }
  }

  void on(const protocol::EngineMoved& message, std::string_view) {
    if (dropped_ != 0) return;
    const auto move = protocol::read_engine_move(root(), message.move);
    // gnuchess writes each move twice.
    if (own_move_ && move == own_move_) return;
    const bool answers = thinks() || stage_ == Stage::closing;
    if (!answers) return lose_track();
    if (!move) {
      report(fmt::format("the engine's move {} is illegal", message.move));
      return lose_track(message.move);  // the engine may move once more: it may be of an earlier search
    }
    own_move_ = move;
    board_.played(*move);
    return search_.is_candidate(*move) ? finish(*move) : finish_without_move();
  }

  void on(const protocol::Pong& message, std::string_view) {
    if (message.number <= 0) return;
    if (message.number == dropped_) dropped_ = 0;
    if (message.number == closing_) {
      if (thinks()) abandon();  // the engine considered the game over
      closing_ = 0;
      return finish_without_move();
    }
    const auto query = std::lower_bound(ready_pings_.begin(), ready_pings_.end(), message.number);
    if (query == ready_pings_.end() || *query != message.number) return;
    ready_pings_.erase(query);
    listener().on_ready();
  }

  void on(const protocol::MoveRefused& message, std::string_view) {
    if (dropped_ != 0 || !board_.was_sent(message.move)) return;
    // Without a ping, refusals of later moves may come after we have already started again.
    if (is_second_attempt_ && message.move != refused_) return;
    refused_ = message.move;
    if (is_second_attempt_) report(fmt::format("the engine refuses the legal move {}", refused_));
    lose_track();
  }

  void on(const protocol::AnalysisRefused&, std::string_view) {
    if (stage_ != Stage::analysing || dropped_ != 0) return;
    force();
    time_.print_control(limits(), root(), effects_.to_engine);
    begin_thinking();
  }

  void on(const protocol::EngineTells& message, std::string_view line) {
    if (dropped_ == 0) listener().on_words(line);
    if (message.ends_game) take_for_over();
  }

  template <class Other>
  void on(const Other&, std::string_view) {}

  /// Begins a new game, so that no limit and no excluded move of the last search remains.
  void begin_game(const CecpTarget& target) {
    if (!std::exchange(memory_sent_, true)) back_.print_usual_memory(effects_.to_engine);
    board_.begin(target, effects_.to_engine);
    time_.forget();
    in_force_ = true;
    moves_excluded_ = false;
  }

  void launch() {
    const CecpTarget& target = search_.target();
    const bool leads_there = board_.leads_to(target) && !time_.needs_new_game(limits(), root().turn());
    if (!leads_there) begin_game(target);
    force();
    if (limits().ponder || !runs_in_analysis()) time_.print_control(limits(), root(), effects_.to_engine);
    board_.reach(target, effects_.to_engine);
    if (!runs_in_analysis()) {
      exclude_moves();
      begin_thinking();
      return;
    }
    effects_.to_engine += "analyze\n";
    exclude_moves();  // here, because fairymax forgets earlier ones
    in_force_ = false;
    stage_ = Stage::analysing;
  }

  void begin_thinking() {
    const bool white = root().turn() == game::Color::white;
    // Version 1 means GNU Chess 4, which reads the clocks correctly only after the command for the wrong
    // colour. Source: CECP, "Idioms and backward compatibility features".
    const bool idiom = features().is_version_1();
    if (idiom) effects_.to_engine += white ? "black\n" : "white\n";
    time_.print_clocks(limits(), root().turn(), effects_.to_engine);
    if (idiom) effects_.to_engine += white ? "white\n" : "black\n";
    effects_.to_engine += "go\n";
    in_force_ = false;
    stage_ = Stage::thinking;
  }

  void exclude_moves() {
    if (!features().exclude || root().position() == nullptr) return;
    if (moves_excluded_) effects_.to_engine += "include all\n";
    moves_excluded_ = false;
    for (const Move& move : root().position()->legal_moves()) {
      if (search_.is_candidate(move)) continue;
      fmt::format_to(std::back_inserter(effects_.to_engine), "exclude {}\n", board_.text_of(root(), move));
      moves_excluded_ = true;
    }
  }

  void leave_analysis() {
    effects_.to_engine += "exit\n";
    // gnuchess leaves the protocol at this command and writes text for people.
    if (features().is_gnuchess()) effects_.to_engine += "xboard\neasy\npost\n";
    in_force_ = false;
  }

  /// Interrupts only a search: some engines read nothing while they search, but others die of the signal when
  /// they do not search. Source: CECP, "Signals".
  void interrupt() const { effects_.interrupt_engine |= features().sigint && searches(); }

  void force() {
    if (!in_force_) effects_.to_engine += "force\n";
    in_force_ = true;
  }

  /// Gives up the running search, whose answer is no longer wanted.
  void abandon() {
    interrupt();
    const bool searched = searches();
    if (stage_ == Stage::analysing) leave_analysis();
    if (thinks()) {
      force();
      board_.forget();  // it may move before it reads the command
    }
    if (searched) dropped_ = features().ping ? ping() : 0;
    if (stage_ == Stage::closing) dropped_ = closing_;
    closing_ = 0;
    stage_ = Stage::idle;
  }

  /// Ends a search that does not end by itself.
  void close() {
    interrupt();
    if (stage_ == Stage::analysing) {
      leave_analysis();
    } else {
      force();
    }
    if (features().ping) {
      closing_ = ping();
      stage_ = Stage::closing;
    } else if (search_.has_variation()) {
      finish_without_move();
    } else {
      think_shortly();
    }
  }

  /// Instead of an analysis without a move: without pings, only a move shows that the engine still answers.
  void think_shortly() {
    protocol::SearchLimits second;
    second.move_time = kMillisecondsPerSecond;
    force();
    time_.print_control(second, root(), effects_.to_engine);
    begin_thinking();
    move_now();
  }

  void move_now() {
    if (stage_ == Stage::hurried) return;
    interrupt();
    effects_.to_engine += "?\n";
    stage_ = Stage::hurried;
  }

  /// The engine's board differs from what we assume. `wrong_move`: the GUI gets it if the engine may not
  /// start over, because a move of our own choice would hide the engine's mistake.
  void lose_track(std::string_view wrong_move = {}) {
    board_.forget();
    if (!listening() || stage_ == Stage::over) return;
    const bool may_start_over = !is_second_attempt_ && stage_ != Stage::closing;
    abandon();
    if (may_start_over) {
      is_second_attempt_ = true;
      search_.forget();
      return launch();
    }
    if (wrong_move.empty()) return is_second_attempt_ ? finish(std::nullopt) : finish_without_move();
    answer_ = {.text = std::string(wrong_move), .reply = {}};
    end();
  }

  void report(const std::string& trouble) {
    effects_.warn(trouble);
    listener().on_words(trouble);
  }

  void finish(const std::optional<Move>& move) {
    answer_ = move ? Answer{.text = search_.text_of(*move), .reply = search_.reply_to(*move)} : Answer{};
    if (ends_game(root(), move)) game_ = Game::over;
    end();
  }

  /// The engine has sent no move, or none that may be answered.
  void finish_without_move() { finish(search_.best_known()); }

  void end() {
    closing_ = 0;
    if (!search_.wants_answer()) {
      stage_ = Stage::over;
      return;
    }
    if (!is_lost()) stage_ = Stage::idle;
    end_came();
    listener().on_best_move({.move = answer_.text, .ponder = answer_.reply, .whole = answer_.text});
  }

  /// The engine considers the game over; a move of its own may still follow.
  void take_for_over() {
    if (game_ == Game::running) game_ = Game::over;
    if (!thinks() || dropped_ != 0) return;
    if (features().ping) {
      closing_ = ping();
    } else {
      abandon();
      finish_without_move();
    }
  }

  [[nodiscard]] int ping() {
    fmt::format_to(std::back_inserter(effects_.to_engine), "ping {}\n", ++pings_);
    return pings_;
  }

  [[nodiscard]] bool thinks() const noexcept { return stage_ == Stage::thinking || stage_ == Stage::hurried; }
  [[nodiscard]] bool searches() const noexcept { return thinks() || stage_ == Stage::analysing; }
  [[nodiscard]] bool runs_in_analysis() const {
    return features().analyze && (!search_.wants_answer() || limits().mate);
  }

  [[nodiscard]] const game::Game& root() const noexcept { return search_.root(); }
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return search_.limits(); }
  [[nodiscard]] const protocol::CecpFeatures& features() const noexcept { return back_.features(); }

  protocol::CecpBack back_;
  CecpBoard board_;
  CecpTime time_;
  Stage stage_ = Stage::idle;
  Game game_ = Game::none;

  CecpSearch search_;               ///< the present search
  bool is_second_attempt_ = false;  ///< the board differed from what we assumed, so the search began again
  std::string refused_;             ///< the move of ours that the engine called illegal
  Answer answer_;                   ///< the last one
  std::optional<game::Move> own_move_;  ///< made by the engine in the present search

  std::size_t options_declared_;  ///< number of options that late_options() has returned
  bool in_force_ = false;
  bool moves_excluded_ = false;
  bool memory_sent_ = false;  ///< the engine has got its memory limit; some engines need it before their
                              ///< first game

  int pings_ = 0;
  int dropped_ = 0;  ///< output before the answer to this ping belongs to a search that was given up; 0: none
  int closing_ = 0;  ///< the answer to this ping ends the search; 0: none
  std::deque<int> ready_pings_;  ///< in ascending order
};

}  // namespace

std::unique_ptr<EngineDriver> make_cecp_driver(Context& context, protocol::CecpBack back) {
  return std::make_unique<CecpDriver>(context, std::move(back));
}

}  // namespace polyglot::session
