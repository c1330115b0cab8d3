// SPDX-License-Identifier: MIT
#include "session/transcript.hpp"
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/game/notation.hpp>
#include <polyglot/session/runner.hpp>

#include "session/fake_book.hpp"

namespace polyglot::session {
namespace {

std::string_view name(LogNote::Level level) {
  switch (level) {
    case LogNote::Level::info:
      return "note";
    case LogNote::Level::warning:
      return "warning";
    case LogNote::Level::error:
      return "error";
  }
  return "";
}

/// In the order of Timer.
constexpr std::array<std::string_view, 7> kTimerNames{"engine_start", "engine_silence", "engine_features",
                                                      "early_quit",   "stop_limit",     "engine_overdue",
                                                      "last_word"};
static_assert(kTimerNames.size() == static_cast<std::size_t>(Timer::last_word) + 1);

std::string_view name_of(Timer timer) {
  return kTimerNames.at(static_cast<std::size_t>(timer));
}

class Replay : private Runner {
 public:
  std::vector<std::string> run(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) return {"cannot read " + file};
    for (std::string line; std::getline(stream, line);) {
      ++line_number_;
      if (line.empty() || line.starts_with('#')) continue;
      step(line);
    }
    ++line_number_;
    expect_nothing_more();
    return std::move(complaints_);
  }

 private:
  void step(const std::string& line) {
    if (take(line, "set ")) return set_option();
    if (take(line, "engine ")) return engine_setting();
    if (take(line, "profile ")) return profile_option();
    if (take(line, "section ")) return section_key();
    if (take(line, "book ")) return book_entry();
    if (!session_) start();
    if (take(line, "gui< ")) return expect(to_gui_, "gui<");
    if (take(line, "eng> ")) return expect(to_engine_, "eng>");
    if (take(line, "expect: ")) return expect_effect();
    expect_nothing_more();
    to_gui_.clear();
    to_engine_.clear();
    effects_.clear();
    if (take(line, "gui> ")) {
      session_->gui_lines(rest_ + "\n");
    } else if (take(line, "eng< ")) {
      session_->engine_lines(rest_ + "\n");
    } else if (take(line, "event: ")) {
      event();
    } else {
      complain("not understood: " + line);
    }
    carry_out(*session_);
  }

  // Notes all effects except lines, under their names for `expect:`.

  void apply(config::OptionId option) override {
    effects_.push_back(
        fmt::format("option {}={}", config::spec(option).name, session_->options().text(option)));
  }

  void perform(Effects& effects) override {
    to_gui_ += effects.to_gui;
    to_engine_ += effects.to_engine;
    if (effects.interrupt_engine) effects_.emplace_back("interrupt");
    for (const TimerRequest& request : effects.timers) {
      armed_.push_back(request.timer);
      effects_.push_back(fmt::format("timer {} {}", name_of(request.timer), request.delay.count()));
    }
    for (const LogNote& note : effects.log) {
      effects_.push_back(fmt::format("{} {}", name(note.level), note.text));
    }
    if (effects.engine == EngineFate::ends) effects_.emplace_back("end-engine");
    if (effects.engine == EngineFate::is_replaced)
      effects_.push_back(effects.restart_delay
                             ? fmt::format("kill-and-restart-engine {}", effects.restart_delay->count())
                             : "restart-engine");
    if (effects.ending) {
      const std::string& why = effects.ending->message;
      effects_.push_back(fmt::format("exit {}{}{}", effects.ending->exit_code, why.empty() ? "" : " ", why));
    }
  }

  bool take(const std::string& line, std::string_view prefix) {
    if (!line.starts_with(prefix)) return false;
    rest_ = line.substr(prefix.size());
    return true;
  }

  std::pair<std::string, std::string> name_and_value() const {
    const std::size_t equals = rest_.find('=');
    return {rest_.substr(0, equals), rest_.substr(equals + 1)};
  }

  void set_option() {
    const auto [name, value] = name_and_value();
    const config::OptionSpec* const spec = config::find_option(name);
    if (spec == nullptr || !options_.set(spec->id, value)) complain("bad option " + rest_);
  }

  /// An option that Polyglot does not have is one of the engine.
  void profile_option() {
    if (!profile_) profile_.emplace().options = options_;
    const auto [name, value] = name_and_value();
    const config::OptionSpec* const spec = config::find_option(name);
    if (spec == nullptr) {
      profile_->engine_settings.push_back({.name = name, .value = value, .where = "profile.ini:1"});
    } else if (!profile_->options.set(spec->id, value)) {
      complain("bad option " + rest_);
    }
  }

  void engine_setting() {
    const auto [name, value] = name_and_value();
    settings_.push_back({.name = name, .value = value, .where = "test.ini:1"});
  }

  /// `NAME.Key=value`.
  void section_key() {
    const auto [key, value] = name_and_value();
    const std::size_t dot = key.find('.');
    const config::BookKeySpec* const spec = config::find_book_key(key.substr(dot + 1));
    if (spec == nullptr || !sections_.open(key.substr(0, dot), "test.ini:1").set(spec->key, value))
      complain("bad section " + rest_);
  }

  /// `in FILE MOVES : …` belongs to one file. Other entries belong to all files without entries of their own.
  void book_entry() {
    if (take(rest_, "for ")) return book_header();
    std::string file;
    if (take(rest_, "in ")) {
      const std::size_t end = rest_.find(' ');
      file = rest_.substr(0, end);
      rest_.erase(0, end + 1);
    }
    game::Rules rules;
    if (take(rest_, "of ")) {
      const std::size_t end = rest_.find(' ');
      rules = game::Rules::find(rest_.substr(0, end)).value();
      rest_.erase(0, end + 1);
    }
    const std::size_t colon = rest_.find(" : ");
    std::string moves = rest_.substr(0, colon);
    game::Position position = rules.start();
    if (moves.starts_with("FEN ")) {
      position = rules.read_fen(moves.substr(4)).value();
      moves.clear();
    }
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
      if (move != "-") position.make(game::move_from_uci(position, move).value());
    }
    std::istringstream entries(rest_.substr(colon + 3));
    std::string move;
    for (std::uint16_t weight = 0; entries >> move >> weight; entries.ignore(1, ',')) {
      books_[file][position.key()].emplace_back(move, weight);
    }
  }

  void book_header() {
    std::istringstream words(rest_);
    for (std::string name; words >> name;) book_variants_.push_back(name);
  }

  void start() {
    SessionSetup setup;
    setup.options = options_;
    setup.engine_settings = settings_;
    setup.random = [](std::uint32_t) { return 0U; };
    setup.settings_path = [](const config::Options&, std::string_view engine_name) {
      return engine_name.empty() ? std::string() : std::string(engine_name) + ".ini";
    };
    setup.books = sections_.usable();
    setup.has_profile = profile_.has_value();
    session_.emplace(std::move(setup));
    session_->start();
    carry_out(*session_);
  }

  // Does at once what the shell would do.
  void answer(const LoadProfile&) override {
    session_->profile_loaded(*profile_);
    effects_.push_back("load-profile " + session_->engine_name());
  }

  void answer(const OpenBook& request) override {
    if (request.file.find("missing") != std::string::npos) {
      session_->book_opened(request.place, Error{"no such file", request.file});
    } else {
      std::optional<Error> trouble;
      if (request.file.find("damaged") != std::string::npos) trouble = Error{"read failed", request.file};
      session_->book_opened(request.place, std::unique_ptr<book::BookSource>(std::make_unique<FakeBook>(
                                               books_[books_.contains(request.file) ? request.file : ""],
                                               trouble, book_variants_, request.file)));
    }
    effects_.push_back("open-book " + request.file);
  }

  void answer(const Learn& game) override {
    session_->learned(outcome(game.file));
    std::string learned = "learn " + game.file;
    for (const book::PlayedMove& played : game.moves) {
      const std::string move =
          game::to_uci(played.position, played.move, game::CastlingNotation::king_to_destination);
      learned += fmt::format(" {}={}", move, played.points);
    }
    effects_.push_back(std::move(learned));
  }

  void answer(const Save& settings) override {
    session_->saved(outcome(settings.options.text(config::OptionId::settings_file)));
    std::string saved = "save " + session_->engine_name();
    for (const config::EngineValue& value : settings.engine) {
      saved += fmt::format(" {}={}{}", value.name, value.value, value.is_default ? " (default)" : "");
    }
    effects_.push_back(std::move(saved));
  }

  static Result<void> outcome(const std::string& file) {
    if (file.find("readonly") != std::string::npos) return Error{"no permission", file};
    return {};
  }

  void event() {
    if (take(rest_, "timer ")) return fire_timer();
    if (rest_ == "interrupted") return session_->interrupted();
    if (rest_ == "gui-closed") return session_->gui_closed();
    if (take(rest_, "engine-lost ")) return session_->engine_lost(rest_);
    if (rest_ == "engine-started") {
      armed_.clear();  // they end with the engine
      return session_->start();
    }
    if (take(rest_, "time ")) return session_->set_time(std::chrono::milliseconds(std::stoll(rest_)));
    complain("unknown event " + rest_);
  }

  void fire_timer() {
    const auto timer = std::ranges::find(armed_, rest_, [](Timer armed) { return name_of(armed); });
    if (timer == armed_.end()) return complain("nobody has armed a timer " + rest_);
    const Timer fired = *timer;
    armed_.erase(timer);
    session_->timer_fired(fired);
  }

  void expect(std::string& actual, std::string_view direction) {
    const std::size_t end = actual.find('\n');
    const std::string line = actual.substr(0, end);
    if (end == std::string::npos || line != rest_) {
      complain(fmt::format("expected \"{} {}\", but there is {}", direction, rest_,
                           end == std::string::npos ? "nothing" : '"' + line + '"'));
    }
    if (end != std::string::npos) actual.erase(0, end + 1);
  }

  void expect_effect() {
    const auto effect = std::ranges::find(effects_, rest_);
    if (effect != effects_.end()) {
      effects_.erase(effect);
    } else {
      complain(fmt::format("expected \"{}\", but there is \"{}\"", rest_, fmt::join(effects_, "\", \"")));
    }
  }

  void expect_nothing_more() {
    if (!to_gui_.empty()) complain("unexpected for the GUI: " + to_gui_);
    if (!to_engine_.empty()) complain("unexpected for the engine: " + to_engine_);
    for (const std::string& effect : effects_) complain("unexpected: " + effect);
  }

  void complain(const std::string& text) {
    complaints_.push_back(fmt::format("line {}: {}", line_number_, text));
  }

  config::Options options_;
  std::vector<config::EngineSetting> settings_;
  std::map<std::string, FakeBook::Entries> books_;  ///< by file; empty: all others
  config::BookSections sections_;
  std::vector<std::string> book_variants_;
  std::optional<EngineProfile> profile_;
  std::optional<Session> session_;
  std::vector<Timer> armed_;
  std::string to_gui_;  ///< of the last event
  std::string to_engine_;
  std::vector<std::string> effects_;  ///< of the last event, those that are no lines
  std::string rest_;
  int line_number_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace

std::vector<std::string> replay(const std::string& file) {
  return Replay().run(file);
}

}  // namespace polyglot::session
