#include "session/transcript.hpp"
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include <polyglot/session/session.hpp>

#include "session/fake_book.hpp"

namespace polyglot::session {
namespace {

class Replay {
 public:
  std::vector<std::string> run(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) return {"cannot read " + file};
    for (std::string line; std::getline(stream, line);) {
      ++line_number_;
      if (line.empty() || line.starts_with('#')) continue;
      step(line);
    }
    expect_nothing_more();
    return std::move(complaints_);
  }

 private:
  void step(const std::string& line) {
    if (take(line, "set ")) return set_option();
    if (take(line, "engine ")) return engine_setting();
    if (take(line, "book ")) return book_entry();
    if (!session_) start();
    if (take(line, "gui< ")) return expect(pending_.to_gui, "gui<");
    if (take(line, "eng> ")) return expect(pending_.to_engine, "eng>");
    if (take(line, "expect: ")) return expect_effect();
    expect_nothing_more();
    pending_.clear();
    if (take(line, "gui> ")) {
      session_->gui_lines(rest_ + "\n", pending_);
    } else if (take(line, "eng< ")) {
      session_->engine_lines(rest_ + "\n", pending_);
    } else if (take(line, "event: ")) {
      event();
    } else {
      complain("not understood: " + line);
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

  void engine_setting() {
    const auto [name, value] = name_and_value();
    settings_.push_back({.name = name, .value = value, .where = "test.ini:1"});
  }

  void book_entry() {
    const std::size_t colon = rest_.find(" : ");
    std::string moves = rest_.substr(0, colon);
    chess::Position position;
    if (moves.starts_with("FEN ")) {
      position = chess::Position::from_fen(moves.substr(4)).value();
      moves.clear();
    }
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
      if (move != "-") position.make(chess::move_from_uci(position, move).value());
    }
    std::istringstream entries(rest_.substr(colon + 3));
    std::string move;
    for (std::uint16_t weight = 0; entries >> move >> weight; entries.ignore(1, ',')) {
      book_[position.key()].emplace_back(move, weight);
    }
  }

  void start() {
    Setup setup;
    setup.options = options_;
    setup.engine_settings = settings_;
    setup.open_book = [this](const std::string& path) -> Result<std::unique_ptr<book::BookSource>> {
      if (path.find("missing") != std::string::npos) return Error{"no such file", path};
      const bool damaged = path.find("damaged") != std::string::npos;
      return std::unique_ptr<book::BookSource>(
          damaged ? std::make_unique<FakeBook>(book_, Error{"read failed", path})
                  : std::make_unique<FakeBook>(book_));
    };
    setup.random = [](std::uint32_t) { return 0U; };
    setup.learn_book = [this](const std::string& book, std::span<const book::PlayedMove> moves) {
      return learn(book, moves);
    };
    session_.emplace(std::move(setup));
    session_->start(pending_);
  }

  Result<std::size_t> learn(const std::string& book, std::span<const book::PlayedMove> moves) {
    if (book.find("readonly") != std::string::npos) return Error{"no permission", book};
    std::string lesson = "learn " + book;
    for (const book::PlayedMove& played : moves) {
      const std::string move = chess::to_uci(played.move, chess::CastlingNotation::king_to_destination);
      lesson += fmt::format(" {}={}", move, played.points);
    }
    lessons_.push_back(std::move(lesson));
    return moves.size();
  }

  void event() {
    if (rest_ == "engine-started") return session_->start(pending_);
    if (rest_ == "gui-closed") return session_->gui_closed(pending_);
    if (rest_ == "timer unheard_stop") return session_->timer_fired(Timer::unheard_stop, pending_);
    if (rest_ == "timer engine_start") return session_->timer_fired(Timer::engine_start, pending_);
    if (rest_ == "timer early_quit") return session_->timer_fired(Timer::early_quit, pending_);
    if (rest_ == "timer engine_silence") return session_->timer_fired(Timer::engine_silence, pending_);
    if (rest_ == "timer engine_features") return session_->timer_fired(Timer::engine_features, pending_);
    if (rest_.starts_with("time ")) {
      return session_->set_time(std::chrono::milliseconds(std::stoll(rest_.substr(5))));
    }
    if (rest_ == "timer last_word") return session_->timer_fired(Timer::last_word, pending_);
    if (rest_.starts_with("engine-lost ")) return session_->engine_lost(rest_.substr(12), pending_);
    complain("unknown event " + rest_);
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
    if (rest_ == "end-engine") {
      if (!std::exchange(pending_.end_engine, false)) complain("the engine is not told to end");
    } else if (rest_ == "restart-engine") {
      if (!std::exchange(pending_.restart_engine, false)) complain("the engine is not started again");
    } else if (rest_.starts_with("learn ")) {
      const std::string actual = lessons_.empty() ? "nothing learned" : lessons_.front();
      if (!lessons_.empty()) lessons_.erase(lessons_.begin());
      if (actual != rest_) complain(fmt::format("expected \"{}\", but there is \"{}\"", rest_, actual));
    } else if (rest_.starts_with("log ")) {
      const std::string part = rest_.substr(4);
      for (const LogNote& note : pending_.log) {
        if (note.text.find(part) != std::string::npos) return;
      }
      complain("the log does not say: " + part);
    } else if (rest_.starts_with("exit ")) {
      const auto ending = std::exchange(pending_.ending, std::nullopt);
      const std::string actual = ending ? fmt::format("exit {}{}{}", ending->exit_code,
                                                      ending->message.empty() ? "" : " ", ending->message)
                                        : "no end";
      if (actual != rest_) complain(fmt::format("expected \"{}\", but there is \"{}\"", rest_, actual));
    } else {
      complain("unknown expectation " + rest_);
    }
  }

  void expect_nothing_more() {
    if (!pending_.to_gui.empty()) complain("unexpected for the GUI: " + pending_.to_gui);
    if (!pending_.to_engine.empty()) complain("unexpected for the engine: " + pending_.to_engine);
    if (pending_.end_engine) complain("the engine is told to end");
    if (pending_.restart_engine) complain("the engine is started again");
    for (const std::string& lesson : std::exchange(lessons_, {})) complain("unexpected: " + lesson);
    if (pending_.ending) complain("the session ends: " + pending_.ending->message);
  }

  void complain(const std::string& text) {
    complaints_.push_back(fmt::format("line {}: {}", line_number_, text));
  }

  config::Options options_;
  std::vector<config::EngineSetting> settings_;
  FakeBook::Entries book_;
  std::optional<Session> session_;
  Effects pending_;
  std::vector<std::string> lessons_;  ///< what the book was to learn from the last event
  std::string rest_;
  int line_number_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace

std::vector<std::string> replay(const std::string& file) {
  return Replay().run(file);
}

}  // namespace polyglot::session
