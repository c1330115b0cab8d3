// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/game/text_moves.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/cecp_variants.hpp>

#include "session/conversations/adjudicator.hpp"
#include "session/conversations/conversation.hpp"
#include "session/conversations/game_record.hpp"
#include "session/conversations/pings.hpp"
#include "session/drivers/cecp_board.hpp"
#include "session/lines.hpp"
#include "session/move_text.hpp"
#include "session/recovery/relayed_state.hpp"
#include "session/recovery/running_search.hpp"

namespace polyglot::session {
namespace {

using game::Color;

std::string_view first_word(std::string_view line) {
  return take_word(line);
}

/// The conversation between a GUI and an engine that both play move by move and speak the same protocol.
/// Lines pass unchanged. We only follow the game, and insert the moves of the book.
///
/// The engine gets a book move like a move of another player: we put it into force mode, and let it play
/// again when the book has no more moves.
class GameRelay final : public Conversation {
 public:
  explicit GameRelay(Context& context) noexcept : Conversation(context) {}

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override {
    const bool thought = engine_thinks();
    stop_pondering();
    obey(message, line);
    gui_settings_.note(line);
    if (thought && !engine_thinks()) pings_.pass_all_on();
    if (engine_thinks() && !thought) turn_ = {.since = now_};
  }

  void engine_line(std::string_view line) override {
    if (end_marks_.take(line) || hides(line)) return;
    const auto text = back().read_move(line);
    if (text && is_held()) {
      effects_.warn("dropped an unexpected move: " + std::string(line));
      return;
    }
    effects_.to_gui.append(line) += '\n';
    const std::string_view word = first_word(line);
    if (word == "pong") {
      pings_.engine_answers();
      if (pings_.any()) (void)pings_.take();
      if (pings_.engine_knows_game()) interrupted_.reset();
      show_book_move();
    }
    if (word == "feature")
      std::ranges::move(back().read_late_features(line), std::back_inserter(late_features_));
    if (text) {
      ++engine_.moves;
      engine_.input() += std::exchange(restored_, {});
      play_engine_move(*text);
      if (!engine_thinks()) pings_.pass_all_on();
    }
  }

  [[nodiscard]] std::string_view take_output(std::string_view& block) override {
    if (stage_ == Stage::pondering || end_marks_.any_due()) return {};
    return take_lines_while(block, [](std::string_view line) {
      const std::string_view word = first_word(line);
      return word != "pong" && word != "feature" && !protocol::CecpBack::read_move(line);
    });
  }

  /// What the engine has to do next. While it analyses it need not answer pings.
  [[nodiscard]] Awaited awaited() const override {
    Awaited awaited;
    const bool searches = engine_thinks() || stage_ == Stage::analyzing || stage_ == Stage::pondering;
    const bool must_move_now = engine_thinks() && turn_.must_move;
    if (must_move_now || (!searches && pings_.any())) awaited.answer = pings_.answered();
    if (const auto time = gui_settings_.time(); time && engine_thinks())
      awaited.move_until = turn_.since + *time;
    return awaited;
  }

  [[nodiscard]] bool in_game() const override {
    const bool is_over = tracking_ != Tracking::position || record_.game().outcome().is_over();
    return stage_ != Stage::analyzing && !is_over;
  }

  /// Sends the new engine the game and the GUI's settings. If the game is not known, the GUI has to begin
  /// another one.
  void engine_replaced() override {
    const bool thinks = engine_thinks() && !record_.game().outcome().is_over();
    const auto spent = thinks ? now_ - turn_.since : std::chrono::milliseconds(0);
    CecpBoard board(back());
    CecpTarget target{.start = record_.game().beginning(), .moves = {}, .chess960 = record_.chess960()};
    target.moves.assign(record_.game().moves().begin(), record_.game().moves().end());

    interrupted_.reset();
    late_features_.clear();
    end_marks_.forget();
    gui_settings_.print_resources(engine_.input());
    board.begin(target, engine_.input());
    gui_settings_.print_settings(spent, engine_.input());
    if (follows()) {
      board.reach(target, engine_.input());
    } else {
      gui_.notify("the restarted engine does not know the game; start a new one");
    }
    gui_settings_.print_clocks(spent, engine_.input());
    pings_.print(false, engine_.input());
    if (thinks) {
      engine_.input() += turn_.must_move ? "go\n?\n" : "go\n";
      restored_ = fixed_time();
    }
    if (stage_ == Stage::analyzing) engine_.input() += "analyze\n";
    // The engine is in force mode, and plays from its next turn on.
    if (is_held() || (stage_ == Stage::free && record_.our_side() && !thinks)) stage_ = Stage::held;
    pings_.print(true, engine_.input());
  }

  [[nodiscard]] bool finish_without_engine() override {
    if (engine_thinks()) return false;
    for (std::size_t owed = pings_.take_back(); owed > 0; --owed)
      gui_.print(protocol::ReadyAnswer{pings_.take()});
    show_book_move();
    return true;
  }

  void learning_failed() override { record_.learning_failed(); }
  void before_quit() override { stop_pondering(); }

 private:
  [[nodiscard]] std::size_t own_held() const override { return unshown_move_.size(); }
  void set_variant(std::string_view name) {
    record_.set_chess960(name == protocol::kChess960);
    const auto rules = game::Rules::find(name, engine_.catalogue.get());
    tracking_ = rules ? Tracking::position : Tracking::variant;
    if (!rules) return;
    forget_game();
    record_.begin(game::Game(*rules));
  }

  void set_up(std::string_view fen) {
    pings_.game_changed();
    forget_game();
    const auto set = record_.set_up(fen, effects_);
    const bool known = set && record_.position() != nullptr;
    if (tracking_ != Tracking::variant) tracking_ = known ? Tracking::position : Tracking::lost;
  }

  void take_back(std::size_t plies) {
    pings_.game_changed();
    if (record_.take_back(plies) && interrupted_) interrupted_->taken_back += plies;
  }

  /// True if the GUI's move, or its command to play, goes to the engine unchanged.
  [[nodiscard]] bool take_move(std::string_view text) {
    const auto move = follows() ? record_.game().read(text) : std::nullopt;
    if (!move) return take_unknown_move(text);
    const std::string engine_text = back().text_of(record_.game(), *move, record_.chess960());
    record_.push(*move, Mover::other);
    interrupted_.reset();
    if (!our_turn()) return true;

    const auto answer = book_move();
    if (answer) hold();
    if (!is_held()) return true;
    back().print_move(engine_text, engine_.input());
    if (answer) {
      play_book_move(*answer);
    } else {
      let_go();
      engine_.input() += "go\n";
    }
    return false;
  }

  /// Handles an impossible move. It shows that the game is at another position, unless the engine has got all
  /// moves from us and will refuse this one. In a variant it may show that the engine has other rules.
  [[nodiscard]] bool take_unknown_move(std::string_view text) {
    if (!follows() || !game::looks_like_move(text)) return true;
    if (is_held() && record_.game().is_chess()) return true;
    lose_track(text);
    if (!is_held()) return true;
    let_go();
    back().print_move(text, engine_.input());
    engine_.input() += "go\n";
    return false;
  }

  void lose_track(std::string_view move) {
    tracking_ = Tracking::lost;
    const game::Rules& rules = *record_.game().rules();
    if (!rules.is_chess()) effects_.warn(rules_doubted(rules, move));
  }

  [[nodiscard]] bool play_side_to_move() {
    record_.play(record_.turn());
    const auto move = book_move();
    if (!move) {
      let_go();
      return true;
    }
    hold();
    play_book_move(*move);
    return false;
  }

  [[nodiscard]] bool show_book() {
    if (!book_.any_open() || !follows()) return false;
    gui_.print(book_.list(record_.game()));
    return true;
  }

  [[nodiscard]] bool give_hint() {
    const auto move = follows() ? book_.hint(record_.game()) : std::nullopt;
    if (!move) return false;
    gui_.print(protocol::Hint{hint_text(record_.game(), *move)});
    return true;
  }

  /// True if a line only answers the greeting. We have greeted the engine and accepted its features at its
  /// start. The GUI answers the features that the engine declares later.
  [[nodiscard]] bool answers_greeting(std::string_view line) {
    const std::string_view word = take_word(line);
    if (word == "xboard") return true;
    if (word != "accepted" && word != "rejected") return false;
    const auto late = std::ranges::find(late_features_, take_word(line));
    if (late == late_features_.end()) return word == "accepted";
    late_features_.erase(late);
    return false;
  }

  /// Our knowledge of the game. It changes in every Stage: by a move that we do not understand, or a result.
  enum class Tracking : std::uint8_t {
    position,
    result,   ///< the position, and the result that the GUI has sent
    variant,  ///< a variant whose rules are not known
    lost,     ///< until the GUI sets up another position
  };
  enum class Stage : std::uint8_t {
    free,       ///< what the GUI has told it
    analyzing,  ///< by a command of the GUI
    held,       ///< it is in force mode by our command
    pondering,  ///< held, and pondering beside the book, in a search that the GUI does not see
  };
  struct Turn {
    std::chrono::milliseconds since{0};
    bool must_move = false;  ///< the GUI has told it to move at once
  };
  /// The engine's game when it was told to stop thinking. It may have moved just before. The GUI may put it
  /// into another Stage before that move comes.
  struct Interrupted {
    GameRecord record;
    std::size_t taken_back = 0;  ///< plies taken back since then
  };

  void new_game() {
    pings_.game_changed();
    forget_game();
    tracking_ = Tracking::position;
    record_.begin(game::Game());
    record_.set_chess960(false);
    play(Color::black);
  }

  /// Drops what belongs to the old game and has not been shown.
  void forget_game() {
    interrupted_.reset();
    unshown_move_.clear();
    book_.new_game();
  }

  /// From now on the engine plays this side, directed by the GUI.
  void play(Color side) {
    record_.play(side);
    let_go();
  }

  [[nodiscard]] bool follows() const noexcept { return tracking_ <= Tracking::result; }
  [[nodiscard]] bool our_turn() const {
    return follows() && stage_ != Stage::analyzing && record_.our_turn();
  }

  /// The book's move for the engine; nothing if there is none, or if it is not our turn.
  [[nodiscard]] std::optional<game::Move> book_move() {
    if (!our_turn() || record_.game().outcome().is_over()) return std::nullopt;
    auto move = book_.move(record_.game());
    report_books(gui_settings_.shows_thinking());
    return move;
  }

  /// Keeps the engine from playing while the book has moves.
  void hold() {
    if (is_held()) return;
    stage_ = Stage::held;
    engine_.input() += "force\n";
  }

  void let_go() noexcept {
    if (is_held()) stage_ = Stage::free;
  }
  [[nodiscard]] bool is_held() const noexcept { return stage_ == Stage::held || stage_ == Stage::pondering; }
  void play_book_move(const game::Move& move) {
    print_move(move);
    if (gui_settings_.shows_thinking())
      gui_.front->print(book_.report(*record_.position(), move), unshown_move_);
    gui_.front->print(protocol::MovePlayed{record_.text_of(move)}, unshown_move_);
    record_.push(move, Mover::book);
    show_book_move();
    ponder();
  }

  void print_move(const game::Move& move) const {
    back().print_move(back().text_of(record_.game(), move, record_.chess960()), engine_.input());
  }

  /// Whether a held engine can search by `analyze`.
  /// GNU Chess leaves the protocol after an analysis. Fairy-Max and related engines refuse moves in positions
  /// that they have analysed.
  [[nodiscard]] bool may_analyze() const {
    constexpr std::array<std::string_view, 4> kSpoilt = {"GNU Chess", "Fairy-Max", "ShaMax", "MaxQi"};
    const protocol::CecpFeatures& features = back().features();
    const auto is_called = [&](std::string_view name) { return features.name.starts_with(name); };
    return features.analyze && std::ranges::none_of(kSpoilt, is_called);
  }

  /// Lets the held engine think about the reply that the book expects.
  /// Ponders by an analysis, because an engine in force mode does not ponder by itself.
  void ponder() {
    if (!gui_settings_.allows_pondering() || !book_.ponders() || !may_analyze()) return;
    const auto reply = book_.expected_reply(record_.game());
    if (!reply) return;
    stage_ = Stage::pondering;
    print_move(*reply);
    engine_.input() += "analyze\n";
  }

  /// Puts the engine back into force mode. A ping marks the end of the search: output before the pong still
  /// belongs to it.
  void stop_pondering() {
    if (stage_ != Stage::pondering) return;
    stage_ = Stage::held;
    engine_.input() += "exit\nforce\nundo\n";
    if (back().features().ping) end_marks_.send(engine_.input());
  }

  /// Output of an analysis for us is about a position that the GUI has not set up. The GUI sees the thinking
  /// output of pondering, but nothing of what comes after its end.
  [[nodiscard]] bool hides(std::string_view line) const {
    if (stage_ != Stage::pondering && !end_marks_.any_due()) return false;
    const std::string_view word = first_word(line);
    if (word == "pong" || word == "feature") return false;
    return end_marks_.any_due() || !protocol::read_cecp_thinking(line);
  }

  /// A GUI that waits for a pong ignores moves. Source: CECP, "ping".
  void show_book_move() {
    if (!pings_.any()) effects_.to_gui += std::exchange(unshown_move_, {});
  }

  void stop_playing() {
    pings_.game_changed();
    if (record_.our_side()) interrupted_.reset();
    if (our_turn() && stage_ == Stage::free) interrupted_ = Interrupted{.record = record_};
    record_.play(std::nullopt);
  }

  /// Plays a move of the engine. Like the GUI, we ignore a move of an earlier state of the game, or out of
  /// turn.
  void play_engine_move(std::string_view text) {
    if (interrupted_ && !record_.our_side()) return play_crossing_move(text);
    if (!our_turn() || pings_.change_is_unanswered()) return;
    const auto move = record_.game().read(text);
    if (!move) return lose_track(text);
    record_.push(*move, Mover::engine);
  }

  /// The engine moved before it read that it should stop. The move is on its board, and later take-backs of
  /// the GUI apply after it. The GUI takes the move back, too, or keeps it.
  void play_crossing_move(std::string_view text) {
    auto [record, taken_back] = *std::exchange(interrupted_, std::nullopt);
    const auto move = record.game().read(text);
    if (!move) {
      tracking_ = Tracking::lost;
      return;
    }
    record.push(*move, Mover::engine);
    record.take_back(taken_back);
    record.play(std::nullopt);
    record.set_books_asked(record_.books_asked());
    record_ = std::move(record);
  }

  void obey(const protocol::GuiMessage& message, std::string_view line) {
    bool is_relayed = true;
    const protocol::Match follow{
        [&](const protocol::Ignored&) { is_relayed = !answers_greeting(line); },
        [&](const protocol::Handshake&) {
          gui_.print(gui_.identity(engine_));
          is_relayed = false;
        },
        [&](const protocol::ReadyQuery& ping) { pings_.add(ping.tag, engine_thinks()); },
        [&](const protocol::MoveNow&) {
          if (engine_thinks()) turn_.must_move = true;
        },
        [&](const protocol::SetOption& option) { engine_.options.note(option.name, option.value); },
        [&](const protocol::NewGame&) { new_game(); },
        [&](const protocol::SetVariant& variant) { set_variant(variant.name); },
        [&](const protocol::SetUp& position) { set_up(position.fen); },
        [&](const protocol::SetHoldings& holdings) { (void)record_.set_holdings(holdings); },
        [&](const protocol::PlayMove& move) { is_relayed = take_move(move.move); },
        [&](const protocol::TakeBack& undo) { take_back(static_cast<std::size_t>(undo.plies)); },
        [&](const protocol::Force&) {
          stop_playing();
          let_go();
        },
        [&](const protocol::PlaySideToMove&) { is_relayed = play_side_to_move(); },
        [&](const protocol::PlayOtherSide&) { play(~record_.turn()); },
        [&](const protocol::SetTurn& turn) {
          play(~turn.color);
          if (follows() && turn.color != record_.turn()) tracking_ = Tracking::lost;
        },
        [&](const protocol::GameResult& result) {
          if (!follows()) return;
          tracking_ = Tracking::result;
          book_.learn(record_, result.score);
        },
        [&](const protocol::Analyze&) { stage_ = Stage::analyzing; },
        [&](const protocol::LeaveAnalysis&) {
          stop_playing();
          stage_ = Stage::free;
        },
        [&](const protocol::BookQuery&) { is_relayed = !show_book(); },
        [&](const protocol::HintQuery&) { is_relayed = !give_hint(); },
        [](const auto&) {},
    };
    std::visit(follow, message);
    if (is_relayed) engine_.input().append(line) += '\n';
  }

  /// Whether it is our turn, and the GUI has sent no result.
  [[nodiscard]] bool move_is_due() const { return tracking_ == Tracking::position && our_turn(); }
  /// Whether the engine is to move, as far as we know.
  [[nodiscard]] bool engine_thinks() const { return move_is_due() && stage_ == Stage::free; }

  [[nodiscard]] protocol::CecpBack& back() const { return *driver().cecp_back(); }
  /// The line that sets a fixed time for each move, as the engine gets it; empty if there is none.
  [[nodiscard]] std::string fixed_time() const {
    std::string line;
    gui_settings_.print_fixed_time(std::chrono::milliseconds(0), line);
    return line;
  }

  Tracking tracking_ = Tracking::position;
  Stage stage_ = Stage::free;
  GameRecord record_;
  std::optional<Interrupted> interrupted_;
  std::vector<std::string> late_features_;  ///< features of the engine that the GUI has not answered yet
  Pings pings_;
  EndMarks end_marks_;  ///< of hidden analyses
  RelayedState gui_settings_;
  Turn turn_;
  std::string restored_;      ///< commands for the new engine after its move
  std::string unshown_move_;  ///< the book's move, until the engine has answered all pings
};

}  // namespace

std::unique_ptr<Conversation> make_game_relay(Context& context) {
  return std::make_unique<GameRelay>(context);
}

}  // namespace polyglot::session
