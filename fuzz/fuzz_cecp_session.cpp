// SPDX-License-Identifier: MIT
/// A session with the XBoard protocol on one side or both. GUI, engine and clock may do anything.
///
/// The first byte sets the session up, the rest are the events (session_script.hpp). Models of both sides
/// watch the output (cecp_model.hpp).
#include <chrono>

#include <polyglot/chess/notation.hpp>
#include <polyglot/session/session.hpp>

#include "cecp_model.hpp"
#include "session/fake_book.hpp"
#include "session_script.hpp"
#include "shell_contract.hpp"

namespace polyglot::fuzz {
namespace {

using config::OptionId;
using session::Effects;
using session::Session;
using Kind = Event::Kind;

enum Flag : std::uint8_t {
  kCecpEngine = 1,
  kUciGui = 2,  ///< with kCecpEngine
  kBook = 4,
  kLearn = 8,
  kResign = 16,
  kFirstUci = 32,    ///< UCIVersion=1
  kAuto = 64,        ///< the engine's protocol is found out
  kTalkative = 128,  ///< kibitzing, repeated variations
};

/// A shell that answers at once.
class Answers final : public ShellRunner {
 public:
  using ShellRunner::ShellRunner;

  [[nodiscard]] int damaged_books() const noexcept { return damaged_books_; }

 private:
  using ShellRunner::answer;
  void answer(const session::LoadProfile&) override { check(false, "there is no profile"); }
  std::unique_ptr<book::BookSource> make_book(std::optional<Error> trouble) override {
    damaged_books_ += trouble ? 1 : 0;
    session::FakeBook::Entries entries;
    chess::Position position;
    entries[position.key()] = {{"e2e4", 10}, {"d2d4", 5}, {"a2a3", 0}};
    for (const std::string_view move : {"e2e4", "e7e5"}) {
      position.make(chess::move_from_uci(position, move).value());
      entries[position.key()] = {{"e7e5", 3}, {"c7c5", 2}, {"g1f3", 7}};
    }
    return std::make_unique<session::FakeBook>(std::move(entries), std::move(trouble));
  }
  void answer(const session::Learn& game) override {
    for (const book::PlayedMove& played : game.moves) {
      const std::vector<game::Move> legal = played.position.legal_moves();
      check(std::ranges::find(legal, played.move) != legal.end() && played.points >= 0 && played.points <= 2,
            "a book learns legal moves and what they earned");
    }
    const bool refused = game.file.find("damaged") != std::string::npos;
    session.learned(refused ? Error{"no permission"} : Result<void>());
  }
  void answer(const session::Save&) override { session.saved({}); }

  int damaged_books_ = 0;  ///< number of those that were opened and cannot be read
};

session::SessionSetup make_setup(std::uint8_t flags) {
  session::SessionSetup setup;
  const auto set = [&](OptionId id, std::string_view value) {
    check(setup.options.set(id, value).has_value(), "the set-up is sound");
  };
  const bool cecp = (flags & kCecpEngine) != 0;
  set(OptionId::engine_protocol, (flags & kAuto) != 0 ? "auto" : cecp ? "cecp" : "uci");
  if (cecp && (flags & kUciGui) != 0) set(OptionId::uci, "true");
  if ((flags & kBook) != 0) set(OptionId::book, "true");
  if ((flags & kLearn) != 0) set(OptionId::book_learn, "true");
  if ((flags & kFirstUci) != 0) set(OptionId::uci_version, "1");
  for (const OptionId id : {OptionId::resign, OptionId::handle_draws}) {
    if ((flags & kResign) != 0) set(id, "true");
  }
  for (const OptionId id : {OptionId::kibitz_pv, OptionId::kibitz_move, OptionId::show_tb_hits}) {
    if ((flags & kTalkative) != 0) set(id, "true");
  }
  setup.random = make_random();
  return setup;
}

class Play {
 public:
  explicit Play(std::uint8_t flags)
      : session_(make_setup(flags)),
        cecp_engine_((flags & kCecpEngine) != 0),
        gui_(cecp_engine_ && (flags & kUciGui) != 0 ? Gui::uci : Gui::xboard),
        either_engine_((flags & kAuto) != 0) {
    start();
    if (gui_ == Gui::uci) return;
    // The first line says what the GUI speaks.
    session_.gui_lines("xboard\n");
    observe({.kind = Kind::gui_line});
  }

  void take(const Event& event) {
    if (is_restarting_ && ends_the_old_engine(event.kind)) return start();
    if (may_happen(event)) happen(event);
  }

  /// In every case, a session ends when GUI and engine have gone.
  void finish() {
    let_everybody_leave(contract_, [this](const Event& event) { take(event); });
    check(end_.ended(), "a session ends");
    check(gui_ != Gui::xboard || cecp_engine_ || either_engine_ || !was_ready_ ||
              cecp_gui_model_.has_all_pongs(),
          "every ping is answered in the end");
  }

 private:
  [[nodiscard]] bool may_happen(const Event& event) const {
    if (event.kind == Kind::gui_line && !may_say(trim(event.line))) return false;
    return contract_.allows(event.kind, end_.ended());
  }

  /// Until then, the old engine may say more, and other lines may come between.
  [[nodiscard]] static bool ends_the_old_engine(Kind kind) {
    return kind == Kind::engine_lost || kind == Kind::timer || kind == Kind::clock;
  }

  /// The models do not follow lines that wait while the engine starts.
  [[nodiscard]] bool may_say(std::string_view line) const {
    return session_.engine_ready() || take_word(line) == "quit";
  }

  void start() {
    is_restarting_ = is_delayed_ = false;
    contract_.engine_replaced();
    engine_model_ = UciEngineModel();
    session_.start();
    end_.engine_replaced();
    observe({.kind = Kind::start});
  }

  void happen(const Event& event) {
    was_ready_ |= session_.engine_ready();
    const std::string block = std::string(event.line) + '\n';
    // The models hear the line before the session, because its effects come after it.
    if (!either_engine_ && session_.engine_ready()) hear(event);
    if (event.kind == Kind::clock) session_.set_time(now_ += std::chrono::seconds(1));
    apply(session_, event, block, contract_.begin(event.kind));
    const Effects effects = observe(event);
    is_restarting_ = !end_.ended() && (effects.engine == session::EngineFate::is_replaced ||
                                       (is_restarting_ && effects.engine == session::EngineFate::stays));
    is_delayed_ |= effects.restart_delay.has_value();
    if (is_restarting_ && !is_delayed_ && contract_.engine_gone()) start();
  }

  void hear(const Event& event) {
    std::string_view line = event.line;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (event.kind == Kind::engine_line && !cecp_engine_) engine_model_.engine_line(line);
    if (event.kind != Kind::gui_line) return;
    if (gui_ == Gui::xboard && trim(line) == "uci") gui_ = Gui::changing;
    if (gui_ != Gui::xboard) {
      uci_gui_model_.gui_line(line);
    } else {
      cecp_gui_model_.gui_line(line);
      // The models do not check what a relayed engine takes back, or plays by other rules.
      const std::string_view word = take_word(line);
      if (cecp_engine_ && (word == "variant" || word == "setboard" || word == "edit")) {
        cecp_gui_model_.lose_track();
      }
    }
  }

  /// Checks the effects of an event, and returns them.
  Effects observe(const Event& event) {
    const Effects effects = answers_.effects_of_event();
    end_.observe(effects);
    contract_.observe(effects);
    if (event.kind != Kind::engine_line) count_troubles(effects.to_gui);
    if (either_engine_) return effects;
    for (const std::string_view line : lines_of(effects.to_gui)) tell(line, event);
    if (cecp_engine_ || gui_ == Gui::uci) return effects;
    for (const std::string_view line : lines_of(effects.to_engine)) engine_model_.sent(line);
    return effects;
  }

  void count_troubles(std::string_view to_gui) {
    for (const std::string_view line : lines_of(to_gui)) {
      const bool told =
          line.starts_with("telluser Polyglot: book: ") || line.starts_with("info string book: ");
      troubles_told_ += told ? 1 : 0;
    }
    check(troubles_told_ <= answers_.damaged_books(), "a book that cannot be read is told of once");
  }

  void tell(std::string_view line, const Event& event) {
    if (gui_ == Gui::changing && line.starts_with("id name ")) gui_ = Gui::uci;
    if (gui_ == Gui::uci) {
      return cecp_engine_ ? uci_gui_model_.told(line) : uci_gui_model_.told_by_engine(line);
    }
    // A relayed engine answers pings itself.
    const bool relayed = cecp_engine_ && (event.kind == Kind::engine_line || take_word(line) == "pong");
    if (relayed) return cecp_gui_model_.engine_moved(line);
    cecp_gui_model_.told(line);
  }

  /// What the GUI speaks.
  enum class Gui : std::uint8_t {
    xboard,
    changing,  ///< it has said `uci`, and hears XBoard's protocol until it gets the answer
    uci,
  };

  int troubles_told_ = 0;
  Session session_;
  Answers answers_{session_};
  bool cecp_engine_;
  Gui gui_;
  bool either_engine_;
  EndModel end_;
  UciEngineModel engine_model_;
  CecpGuiModel cecp_gui_model_;
  UciGuiModel uci_gui_model_;
  ShellContract contract_;
  std::chrono::milliseconds now_{0};
  bool was_ready_ = false;
  bool is_restarting_ = false;  ///< another engine takes the place of the one that is to end
  bool is_delayed_ = false;     ///< and not at once
};

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  return run_script<Play>(data, size, cecp_events());
}
