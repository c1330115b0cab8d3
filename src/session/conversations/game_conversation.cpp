// SPDX-License-Identifier: MIT
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

#include "session/conversations/adjudicator.hpp"
#include "session/conversations/conversation.hpp"
#include "session/conversations/exclusions.hpp"
#include "session/conversations/game_clock.hpp"
#include "session/conversations/game_record.hpp"
#include "session/conversations/game_settings.hpp"
#include "session/conversations/pings.hpp"
#include "session/conversations/thinking_report.hpp"
#include "session/move_text.hpp"
#include "session/recovery/running_search.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using game::Color;

/// The conversation with a GUI that plays move by move and any engine. A searching engine is one of the
/// players: we keep the board, the clocks and the rules, and it gets a search when it has to think.
///
/// Each command only changes the state of the game. Then update() compares the wanted search for that state
/// with the running one.
class GameConversation final : public Conversation, private SearchListener {
 public:
  explicit GameConversation(Context& context) : Conversation(context), settings_(context), report_(context) {
    driver().listen(*this);
    record_.set_chess960(options_.check(OptionId::chess960));
  }

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override {
    const protocol::Match obey{
        [&](const protocol::NewGame&) { new_game(); },
        [&](const protocol::Handshake&) { identify(); },
        [&](const protocol::ReadyQuery& ping) { take_ping(ping.tag); },
        [&](const protocol::SetVariant& variant) { set_variant(variant.name, line); },
        [&](const protocol::SetUp& set_up) { set_position(set_up.fen); },
        [&](const protocol::SetHoldings& holdings) { hold(holdings); },
        [&](const protocol::PlayMove& move) { read_their_move(move.move); },
        [&](const protocol::TakeBack& undo) { take_back(static_cast<std::size_t>(undo.plies)); },
        [&](const protocol::GameResult& result) { end_game(result.score); },
        [&](const protocol::Force&) { play_neither(); },
        [&](const protocol::PlaySideToMove&) { play(record_.turn()); },
        [&](const protocol::PlayOtherSide&) { play(~record_.turn()); },
        [&](const protocol::SetTurn& turn) {
          if (turn.color == record_.turn()) play(~record_.turn());
        },
        [&](const protocol::Analyze&) { analyze(true); },
        [&](const protocol::LeaveAnalysis&) { analyze(false); },
        [&](const protocol::Pause&) { pause(true); },
        [&](const protocol::Resume&) { pause(false); },
        [&](const protocol::MoveNow&) { move_now(); },
        [&](const protocol::DrawOffered&) { answer_draw_offer(); },
        [&](const protocol::SetTimeControl& control) { clock_.set(control); },
        [&](const protocol::SetMoveTime& limit) { clock_.set(limit); },
        [&](const protocol::SetDepthLimit& limit) { clock_.set(limit); },
        [&](const protocol::SetClock& clock) { clock_.set(clock); },
        [&](const protocol::SetNodeRate& rate) {
          clock_.set(rate);
          settings_.set_node_rate(clock_.node_rate());
        },
        [&](const protocol::SetPondering& pondering) {
          settings_.allow_pondering(pondering.on);
          restart();
        },
        [&](const protocol::ShowThinking& thinking) { report_.want(thinking.on); },
        [&](const protocol::OpponentName& opponent) { settings_.name_opponent(opponent.name); },
        [&](const protocol::OpponentIsComputer&) { settings_.opponent_is_computer(); },
        [&](const protocol::ProgressQuery&) {
          if (analyzes()) gui_.print(report_.progress());
        },
        [&](const protocol::HintQuery&) { give_hint(); },
        [&](const protocol::BookQuery&) { gui_.print(moves_to_play()); },
        [&](const protocol::ExcludeMove& choice) { exclude(choice, line); },
        [&](const protocol::SetOption& option) { set(settings_.choose(option), line); },
        [&](const protocol::SetMemory& memory) { set(settings_.choose(memory), line); },
        [&](const protocol::SetCores& cores) { set(settings_.choose(cores), line); },
        [&](const protocol::SetTablebasePath& tables) { set(settings_.choose(tables), line); },
        [&](const protocol::Unknown&) {
          gui_.print(protocol::CommandError{kUnknownCommand, line});
        },
        [](const auto&) {},  // messages of GUIs that give positions, or without an effect
    };
    std::visit(obey, message);
  }

  void engine_line(std::string_view line) override { driver().hear(line); }
  [[nodiscard]] Awaited awaited() const override {
    Awaited awaited;
    awaited.answer = driver().answer_due();
    if (!thinks()) return awaited;
    if (const auto time = time_of(limits(), record_.turn()))
      awaited.move_until = now_ - clock_.running(now_) + *time;
    return awaited;
  }

  [[nodiscard]] bool in_game() const override { return mode_ == Mode::playing && !outcome_.is_over(); }
  void before_quit() override {
    drop();
    release_pings();
  }

  void engine_lost() override {
    pings_.take_back();
    while (pings_.any()) answer_ping();
  }
  [[nodiscard]] bool finish_without_engine() override {
    if (thinks()) return false;
    engine_lost();
    if (purpose_ == Purpose::await_pong) update();
    return true;
  }

  void engine_replaced() override {
    driver().listen(*this);
    charge_time();
    purpose_ = Purpose::none;
    for (std::size_t owed = pings_.take_back(); owed > 0; --owed) ask_ready();
    update();
    if (!thinks()) release_pings();
  }

  void learning_failed() override { record_.learning_failed(); }

 private:
  void identify() {
    protocol::Identity identity = gui_.identity(engine_);
    if (const std::string& name = options_.text(OptionId::engine_name); !name.empty()) identity.name = name;
    gui_.print(identity);
  }

  void answer_draw_offer() {
    if (settings_.offer_draw()) return;
    if (Adjudicator::takes_draw(options_, report_.last_score())) gui_.print(protocol::OfferDraw{});
  }

  void give_hint() {
    const game::Game& game = record_.game();
    auto move = book_.hint(game);
    if (!move) move = game.read_uci(hint_);
    if (move) gui_.print(protocol::Hint{hint_text(game, *move)});
  }

  [[nodiscard]] protocol::BookList moves_to_play() {
    const game::Position* const position = record_.position();
    if (position == nullptr) return {};
    if (options_.check(OptionId::book)) return book_.list(record_.game());
    protocol::BookList list;
    for (const game::Move& move : listed_moves(*position)) {
      list.rows.push_back({.san = game::to_xboard_san(*position, move),
                           .excluded = excluded_.contains(move),
                           .share = std::nullopt});
    }
    return list;
  }

  [[nodiscard]] std::size_t own_held() const override { return pings_.bytes(); }

  void new_game() {
    drop_search();
    begin_chess();
    record_.play(mode_ == Mode::analyzing ? std::nullopt : std::optional(Color::black));
    record_.set_chess960(false);
    settings_.new_opponent();
    if (clock_.node_rate() > 0) settings_.set_node_rate(0);
    clock_.new_game();
    const bool tells_engine = options_.spin(OptionId::uci_version) >= 2;
    if (tells_engine) driver().new_game();
    update();
  }

  /// Sets the variant. If the engine does not play it, nobody plays, and all moves of the GUI are accepted.
  void set_variant(std::string_view name, std::string_view line) {
    record_.set_chess960(name == protocol::kChess960);
    const auto variant = settings_.play_variant(name);
    if (!variant) gui_.print(protocol::CommandError{"unsupported variant", line});
    const bool is_chess = variant && variant->empty();
    if (is_chess && record_.game().is_chess()) return;
    record_.begin(variant ? variant_game(engine_.catalogue.get(), *variant, name)
                          : game::Game(game::text_start(name)));
    unreported_variant_ = variant && !protocol::is_known_to_xboard(name) ? variant : std::nullopt;
    game_begun();
    update();
  }

  void set_position(std::string_view fen) {
    if (const auto set = record_.set_up(fen, effects_); !set) {
      effects_.warn(set.error().to_string());
      return gui_.print(protocol::IllegalPosition{});
    }
    game_begun();
    record_.play(std::nullopt);
    claim_result();
    update();
  }

  void hold(const protocol::SetHoldings& holdings) {
    if (!record_.set_holdings(holdings)) return;
    position_changed();
    update();
  }

  void read_their_move(std::string_view text) {
    auto move = record_.game().read(text);
    if (!move && settings_.plays_against_program())
      move = record_.doubt_rules(text, &game::Game::read, effects_);
    if (move) return play_their_move(*move);
    gui_.print(protocol::IllegalMove{text});
  }

  void take_back(std::size_t plies) {
    if (!record_.take_back(plies)) return;
    take_up_game();
    adjudicator_.new_game();
    position_changed();
    claim_result();
    update();
  }

  void end_game(protocol::GameResult::Score score) {
    if (mode_ == Mode::playing) mode_ = Mode::halted;
    book_.learn(record_, score);
    restart();
  }

  /// We play this side from now on, unless this is an analysis.
  void play(Color side) {
    take_up_game();
    if (mode_ != Mode::analyzing) record_.play(side);
    restart();
  }

  void play_neither() {
    record_.play(std::nullopt);
    restart();
  }

  void analyze(bool on) {
    if (on || mode_ == Mode::analyzing) mode_ = on ? Mode::analyzing : Mode::playing;
    play_neither();
  }

  void pause(bool on) {
    is_paused_ = on;
    update();
  }

  void move_now() {
    if (thinks()) driver().stop();
  }

  void take_ping(std::string_view tag) {
    pings_.add(tag, true);
    if (!thinks()) ask_ready();
  }

  /// Excludes a move. It needs the rules, because an engine can only be told the moves to search.
  void exclude(const protocol::ExcludeMove& message, std::string_view line) {
    if (record_.position() == nullptr) return gui_.print(protocol::CommandError{"not in this variant", line});
    std::optional<game::Move> move;
    if (message.move) {
      move = record_.game().read(*message.move);
      if (!move) return;
    }
    const bool changed = message.excluded ? excluded_.exclude(record_.game(), move) : excluded_.include(move);
    if (changed && mode_ == Mode::analyzing) restart();
  }

  /// Sets an option. A running search is stopped for it and then continued. If the option has this value
  /// already, nothing is sent.
  void set(const GameSettings::Choice& choice, std::string_view line) {
    const auto& [entry, value, complaint, about] = choice;
    if (!complaint.empty())
      return gui_.print(protocol::CommandError{complaint, about.empty() ? line : about});
    if (entry == nullptr || (value && !value->empty() && *value == entry->value)) return;
    const bool searching = searches();
    if (searching) drop_search();
    driver().set_option(*entry, value);
    entry->option.default_value = entry->value;
    if (searching) update();
  }

  void restart() {
    reply_.reset();
    adjudicator_.new_game();
    drop_search();
    update();
  }

  [[nodiscard]] bool analyzes() const noexcept { return purpose_ == Purpose::analyze; }

  GameSettings settings_;
  ThinkingReport report_;
  GameClock clock_;
  Exclusions excluded_;
  GameRecord record_;
  std::string hint_;  ///< the last move that we expected, which may be illegal by now; empty: none

  /// The purpose of the search that runs, or will run when the engine is free.
  enum class Purpose : std::uint8_t {
    none,
    think,
    ponder,
    analyze,
    await_pong  ///< there is no search: the book's move would come before the answer to a ping
  };
  enum class Mode : std::uint8_t {
    playing,
    halted,  ///< the game was resigned or decided; the next move or `go` continues it
    analyzing
  };

  void on_info(const protocol::Info& info) override {
    if (const auto set_up = protocol::parse_uci_variant(info.text)) return on_variant(*set_up);
    if (!driver().listening()) return;
    report_.add(info);
  }

  void on_best_move(const protocol::BestMove& message) override {
    const Purpose purpose = std::exchange(purpose_, Purpose::none);
    if (purpose != Purpose::think) return;  // it ended too early: we can only wait

    const auto move = read_engine_move(message.move);
    if (!move) return end_without_move(message);
    if (!driver().is_lost()) ++engine_.moves;
    report_.end_with_move();
    const bool had_choice = record_.position() == nullptr || record_.position()->legal_moves().size() > 1;
    play_our_move(*move, Mover::engine);
    reply_ = record_.game().read_uci(message.ponder);
    hint_ = reply_ ? message.ponder : std::string_view();
    if (in_game() && adjudicator_.resigns(options_, record_.game(), had_choice, report_.score()))
      gui_.print(protocol::Resign{});
    release_pings();
    update();
  }

  void on_ready() override {
    pings_.engine_answers();
    answer_ping();
    if (purpose_ == Purpose::await_pong) update();
  }

  void on_words(std::string_view line) override { gui_.print(protocol::Raw{line}); }

  void on_variant(const protocol::VariantSetUp& set_up) {
    game::TextStart* const start = record_.text_start();
    if (start != nullptr && start->fen.empty() && start->variant == set_up.variant)
      start->ranks = set_up.ranks;
    if (unreported_variant_ != set_up.variant) return;
    unreported_variant_.reset();
    gui_.print(set_up);
  }

  void begin_chess() {
    (void)settings_.play_variant(protocol::kNormalChess);
    record_.begin(game::Game());
    unreported_variant_.reset();
    game_begun();
  }

  /// Call it after record_ has got another game.
  void game_begun() {
    take_up_game();
    adjudicator_.new_game();
    book_.new_game();
    position_changed();
  }

  void position_changed() {
    ++state_;
    outcome_ = record_.game().outcome();
    excluded_.clear();
    reply_.reset();
    lost_ = GameClock::Milliseconds(0);
    if (record_.position() == nullptr) hint_.clear();
  }

  void push(const game::Move& move, Mover mover) {
    record_.push(move, mover);
    position_changed();
  }

  /// Reads a move of the engine. It may show that the engine has other rules for a variant.
  [[nodiscard]] std::optional<game::Move> read_engine_move(std::string_view text) {
    const auto read = [&](std::string_view word) { return record_.game().read_uci(word); };
    auto move = read_uci_move(read, text, options_.check(OptionId::promote_work_around));
    return move ? move : record_.doubt_rules(text, &game::Game::read_uci, effects_);
  }

  void play_their_move(const game::Move& move) {
    const bool hit = purpose_ == Purpose::ponder && driver().listening() && reply_ == move;
    const bool takes_our_side = record_.our_turn() && !searches();
    if (takes_our_side) record_.play(~record_.turn());
    take_up_game();
    push(move, Mover::other);
    claim_result();
    if (hit && wanted() == Purpose::think && !book_will_answer()) {
      searched_ = state_;
      purpose_ = Purpose::think;
      clock_.start(now_);
      driver().ponder_hit();
      return report_.ponder_hit();
    }
    update();
  }

  /// Plays a move of the engine or the book. The caller sets the expected reply. No search may be running.
  void play_our_move(const game::Move& move, Mover mover) {
    const std::string text = record_.text_of(move);
    push(move, mover);
    clock_.stop_with_move(now_, record_.game());
    gui_.print(protocol::MovePlayed{text});
    claim_result();
  }

  void claim_result() {
    if (const auto result = Adjudicator::claim(outcome_)) gui_.print(*result);
  }

  /// The engine has no move. If we do not know the rules, or know other ones, the game may be over, and the
  /// GUI has to decide the result.
  void end_without_move(const protocol::BestMove& message) {
    mode_ = Mode::halted;
    clock_.stop(now_);
    const bool white = record_.turn() == Color::white;
    const std::string_view said = message.whole.empty() ? "nomove" : message.whole;
    if (record_.game().is_chess()) {
      gui_.print(protocol::ResultClaim{
          white ? "0-1" : "1-0",
          fmt::format("polyglot: resign (illegal engine move by {}: {})", white ? "white" : "black", said)});
    } else {
      gui_.notify(
          fmt::format("the engine has no move to play ({}): the game may be over by its rules", said));
    }
    release_pings();
  }

  [[nodiscard]] Purpose wanted() const {
    const bool rests = is_paused_ || mode_ == Mode::halted || outcome_.is_over();
    if (rests || !settings_.plays_variant()) return Purpose::none;
    if (mode_ == Mode::analyzing) return Purpose::analyze;
    if (record_.our_turn()) return Purpose::think;
    if (record_.our_side() && reply_ && settings_.may_ponder()) return Purpose::ponder;
    return Purpose::none;
  }

  [[nodiscard]] bool searches() const noexcept {
    return purpose_ != Purpose::none && purpose_ != Purpose::await_pong;
  }
  [[nodiscard]] bool thinks() const noexcept { return purpose_ == Purpose::think; }
  /// Starts or stops searches so that they fit the state of the game.
  void update() {
    const Purpose wanted_now = wanted();
    if (purpose_ != Purpose::none && purpose_ == wanted_now && searched_ == state_) return;
    if (purpose_ != Purpose::none) drop_search();
    switch (wanted_now) {
      case Purpose::none:
      case Purpose::await_pong:
        return;
      case Purpose::think:
        return think();
      case Purpose::ponder:
        return ponder();
      case Purpose::analyze:
        return search_on();
    }
  }

  /// Source: CECP, "ping": a GUI ignores a move before the pong, because it belongs to the game before the
  /// change.
  void think() {
    if (pings_.engine_owes() && book_will_answer()) {
      purpose_ = Purpose::await_pong;
      return;
    }
    if (play_from_book()) return;
    clock_.start(now_);
    search(Purpose::think, limits());
  }

  /// Ponders, but not on a move that ends the game, nor on one that the book will answer, unless that is
  /// wanted.
  void ponder() {
    record_.push(*reply_, Mover::other);
    if (!record_.game().outcome().is_over() && (book_.ponders() || !book_will_answer())) {
      protocol::SearchLimits expected = limits();
      expected.ponder = true;
      search(Purpose::ponder, expected);
    }
    record_.take_back(1);
  }

  void search_on() {
    protocol::SearchLimits limits;
    limits.infinite = true;
    if (const auto remaining = excluded_.remaining(record_.game())) {
      limits.restricted = true;
      for (const game::Move& move : *remaining)
        limits.search_moves.push_back(record_.game().to_uci(move, record_.castling()));
    }
    search(Purpose::analyze, limits);
  }

  /// limits() returns the limits by the clocks, search() starts a search. Both are about the last position of
  /// the game: the present one, or the expected one while pondering.
  [[nodiscard]] protocol::SearchLimits limits() const {
    protocol::SearchLimits limits = clock_.limits(record_.game(), options_.spin(OptionId::st_fudge),
                                                  engine_.options.find("UCI_PlayByNodes") == nullptr);
    if (limits.move_time) limits.move_time = time_left(*limits.move_time, lost_);
    return limits;
  }

  void search(Purpose purpose, const protocol::SearchLimits& limits) {
    settings_.prepare(record_.chess960(), mode_ == Mode::analyzing);
    report_.begin(record_.game(), purpose == Purpose::ponder);
    searched_ = state_;
    purpose_ = purpose;
    driver().search(record_.search(limits));
  }

  [[nodiscard]] bool book_will_answer() const { return book_.best(record_.game()).has_value(); }

  void take_up_game() noexcept {
    if (mode_ == Mode::halted) mode_ = Mode::playing;
  }

  void drop_search() {
    clock_.stop(now_);
    drop();
    release_pings();
  }

  void drop() {
    purpose_ = Purpose::none;
    driver().drop();
  }
  /// Stops our clock. The time used is lost for the search of this move.
  void charge_time() {
    lost_ += clock_.running(now_);
    clock_.stop(now_);
  }

  void ask_ready() {
    pings_.pass_on();
    driver().ready_query();
  }

  void answer_ping() { gui_.print(protocol::ReadyAnswer{pings_.take()}); }

  /// The engine has stopped thinking: answers the pings that waited for that, or passes them on.
  void release_pings() {
    while (pings_.any_waits()) driver().busy() ? ask_ready() : answer_ping();
  }

  [[nodiscard]] bool play_from_book() {
    const auto move = book_.move(record_.game());
    report_books(report_.is_wanted());
    if (!move) return false;
    clock_.start(now_);
    if (report_.is_wanted()) gui_.print(book_.report(*record_.position(), *move));
    play_our_move(*move, Mover::book);
    reply_ = book_.expected_reply(record_.game());
    release_pings();
    update();
    return true;
  }

  Adjudicator adjudicator_;
  Pings pings_;

  game::Outcome outcome_;            ///< the outcome of the last position
  std::optional<game::Move> reply_;  ///< the expected next move, while it can still come
  std::optional<std::string>
      unreported_variant_;  ///< the engine's name of a variant whose start the GUI still needs

  Mode mode_ = Mode::playing;
  GameClock::Milliseconds lost_{0};  ///< the part of the time for this move before the running search
  bool is_paused_ = false;           ///< paused, in any mode
  Purpose purpose_ = Purpose::none;
  std::uint64_t searched_ = 0;  ///< the state_ of the present search
  std::uint64_t state_ = 1;     ///< counts changes of the position
};

}  // namespace

std::unique_ptr<Conversation> make_game_conversation(Context& context) {
  return std::make_unique<GameConversation>(context);
}

}  // namespace polyglot::session
