// SPDX-License-Identifier: MIT
/// A session between a UCI GUI, a UCI engine and a clock that do anything, in any order.
///
/// The first byte sets the session up, the rest are the events (session_script.hpp). SessionModel watches the
/// output. A second session gets the same lines in larger blocks, and must say the same.
#include <polyglot/chess/notation.hpp>
#include <polyglot/session/session.hpp>

#include "session/fake_book.hpp"
#include "session_model.hpp"
#include "session_script.hpp"
#include "shell_contract.hpp"

namespace polyglot::fuzz {
namespace {

using config::OptionId;
using session::Effects;
using session::Session;
using Kind = Event::Kind;

enum Flag : std::uint8_t {
  kTwin = 1,
  kNoBook = 2,
  kEngineSettings = 8,
  kProfile = 16,
  kBestMoveOnly = 32,
  kMissingBook = 64,
  kNoTimeout = 128,
};

// ---- What the session is given --------------------------------------------------------------------------

void add(session::FakeBook::Entries& entries, const std::string& fen, const std::vector<std::string>& moves,
         std::vector<std::pair<std::string, std::uint16_t>> known) {
  chess::Position position = chess::Position::from_fen(fen).value();
  for (const std::string& move : moves) position.make(chess::move_from_uci(position, move).value());
  entries[position.key()] = std::move(known);
}

const session::FakeBook& shared_book() {
  static const session::FakeBook book = [] {
    const std::string start(chess::kStartFen);
    session::FakeBook::Entries entries;
    add(entries, start, {}, {{"e2e4", 10}, {"d2d4", 5}, {"c2c4", 1}, {"a2a3", 0}, {"e2e5", 9}});
    add(entries, start, {"e2e4"}, {{"e7e5", 3}, {"c7c5", 3}});
    add(entries, start, {"e2e4", "e7e5"}, {{"g1f3", 7}});
    add(entries, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", {}, {{"e1h1", 5}, {"e1e2", 5}});
    add(entries, "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", {}, {{"b1g1", 5}});
    add(entries, "8/P6k/8/8/8/8/8/K7 w - - 0 1", {}, {{"a7a8q", 2}, {"a7a8n", 1}});
    return session::FakeBook(entries);
  }();
  return book;
}

/// The shared book, for an owner.
class BookView final : public book::BookSource {
 public:
  [[nodiscard]] book::BookFormat format() const noexcept override { return shared_book().format(); }
  [[nodiscard]] book::BookMoves find(const game::Position& p) const override { return shared_book().find(p); }
  [[nodiscard]] std::uint64_t size() const override { return shared_book().size(); }
  [[nodiscard]] const std::string& path() const override { return shared_book().path(); }
};

/// A shell that answers at once.
class Answers final : public ShellRunner {
  using ShellRunner::answer;
  using ShellRunner::ShellRunner;

  void answer(const session::LoadProfile&) override {
    session::EngineProfile profile{session.options(), {{"Ponder", "true", "fake.ini:1"}}, {"a warning"}, {}};
    (void)profile.options.set(OptionId::book_file, "other.bin");
    session.profile_loaded(std::move(profile));
  }
  std::unique_ptr<book::BookSource> make_book(std::optional<Error> trouble) override {
    if (!trouble) return std::make_unique<BookView>();
    return std::make_unique<session::FakeBook>(session::FakeBook::Entries(), std::move(trouble));
  }
  void answer(const session::Learn&) override { check(false, "nothing is learned from a UCI GUI"); }
  void answer(const session::Save& settings) override {
    session.saved(settings.engine.size() % 2 == 0 ? Result<void>() : Error{"no permission"});
  }
};

session::SessionSetup make_setup(std::uint8_t flags) {
  static const config::Options defaults;
  session::SessionSetup setup;
  setup.options = defaults;
  const auto set = [&](OptionId id, std::string_view value) {
    check(setup.options.set(id, value).has_value(), "the set-up is sound");
  };
  set(OptionId::uci, "true");
  set(OptionId::engine_protocol, "uci");
  if ((flags & kNoBook) == 0) set(OptionId::book, "true");
  if ((flags & kBestMoveOnly) != 0) set(OptionId::book_random, "false");
  if ((flags & kMissingBook) != 0) set(OptionId::book_file, "missing.bin");
  if ((flags & kNoTimeout) != 0) set(OptionId::engine_start_timeout, "0");
  if ((flags & kEngineSettings) != 0) {
    setup.engine_settings = {
        {"Hash", "64", "fuzz.ini:1"}, {"Clear Hash", "", "fuzz.ini:2"}, {"Nosuch", "1", "x"}};
  }
  setup.has_profile = (flags & kProfile) != 0;
  setup.random = make_random();
  return setup;
}

// ---- Events ---------------------------------------------------------------------------------------------

/// All effects of a session.
struct Output {
  std::string to_engine;
  std::string to_gui;
  std::size_t timers = 0;
  bool ended = false;

  void add(const Effects& effects) {
    to_engine += effects.to_engine;
    to_gui += effects.to_gui;
    timers += effects.timers.size();
    ended |= effects.ending.has_value();
  }

  friend bool operator==(const Output&, const Output&) = default;
};

/// A session that is given its lines in blocks.
class Twin {
 public:
  explicit Twin(std::uint8_t flags) : session_(make_setup(flags)) {}

  void take(const Event& event, session::Timer timer) {
    if (event.kind != side_) flush();
    side_ = event.kind;
    if (event.kind == Kind::gui_line || event.kind == Kind::engine_line) {
      block_.append(event.line) += '\n';
      if (!event.joined) flush();
    } else {
      give(event, timer);
    }
  }

  [[nodiscard]] const Output& finish() {
    flush();
    return output_;
  }

 private:
  void flush() {
    if (!block_.empty()) give({.kind = side_}, {});
    block_.clear();
  }

  void give(const Event& event, session::Timer timer) {
    apply(session_, event, block_, timer);
    output_.add(answers_.effects_of_event());
  }

  Session session_;
  Answers answers_{session_};
  Kind side_ = Kind::start;
  std::string block_;
  Output output_;
};

class Play {
 public:
  explicit Play(std::uint8_t flags) : session_(make_setup(flags)), model_(shared_book()) {
    if ((flags & kTwin) != 0) twin_.emplace(flags);
    happen({.kind = Kind::start});
  }

  void take(const Event& event) {
    if (contract_.allows(event.kind, model_.ended())) happen(is_go(event) ? numbered(event) : event);
  }

  /// In every case, a session ends when GUI and engine have gone.
  void finish() {
    let_everybody_leave(contract_, [this](const Event& event) { take(event); });
    check(model_.ended(), "a session ends");
    if (twin_) check(twin_->finish() == output_, "blocks of lines make no difference");
  }

 private:
  [[nodiscard]] static bool is_go(const Event& event) {
    return event.kind == Kind::gui_line && (event.line == "go" || event.line.starts_with("go "));
  }

  /// All searches differ, so that the model can see which of them went to the engine.
  [[nodiscard]] Event numbered(Event event) {
    go_line_ = std::string(event.line) + " nodes " + std::to_string(++searches_);
    event.line = go_line_;
    return event;
  }

  void happen(const Event& event) {
    const session::Timer timer = contract_.begin(event.kind);
    if (twin_) twin_->take(event, timer);
    block_.assign(event.line) += '\n';
    apply(session_, event, block_, timer);
    const Effects effects = answers_.effects_of_event();
    model_.observe(event, effects);
    output_.add(effects);
    contract_.observe(effects);
  }

  Session session_;
  Answers answers_{session_};
  SessionModel model_;
  std::optional<Twin> twin_;
  ShellContract contract_;
  std::string go_line_;
  int searches_ = 0;
  std::string block_;
  Output output_;
};

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  return run_script<Play>(data, size, uci_events());
}
