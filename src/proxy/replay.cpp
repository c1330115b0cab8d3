// SPDX-License-Identifier: MIT
#include <chrono>
#include <deque>
#include <filesystem>
#include <istream>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/proxy/replay.hpp>
#include <polyglot/session/session.hpp>

#include "proxy/event_notes.hpp"
#include "proxy/learned_copies.hpp"

namespace polyglot::proxy {
namespace {

using config::OptionId;
using process::Direction;
using process::mark_of;
using session::Effects;

session::Setup setup_of(const Beginning& beginning, session::Sources sources) {
  config::Configuration paths;
  paths.ini_path = beginning.ini_path;
  paths.wants_engine_ini = beginning.has_profile;
  return {.options = beginning.settings.options,
          .engine_settings = beginning.settings.engine_settings,
          .random = book::make_random_source(beginning.seed),
          .seed = beginning.seed,
          .books = beginning.settings.books,
          .has_profile = beginning.has_profile,
          .settings_path =
              [paths](const config::Options& options, std::string_view engine_name) {
                config::Configuration current = paths;
                current.options = options;
                return config::settings_path(current, engine_name);
              },
          .sources = std::move(sources)};
}

Result<void> outcome_of(std::string_view trouble) {
  if (trouble.empty()) return {};
  return Error{std::string(trouble)};
}

/// Returns a line as the session got it. The log drops one CR at the end of a line. That CR only matters if
/// another one is before it.
std::string whole_line(std::string_view logged) {
  return std::string(logged) + (logged.ends_with('\r') ? "\r\n" : "\n");
}

/// Replays one session of the log.
class ReplayedSession {
 public:
  /// `copies`: the session learns in them, and they must outlive it. `sources`: answer from the log.
  ReplayedSession(const Beginning& beginning, LearnedCopies& copies, session::Sources sources)
      : log_file_(beginning.settings.options.text(OptionId::log_file)),
        ini_folder_(beginning.ini_folder),
        copies_(copies),
        session_(setup_of(beginning, std::move(sources))) {
    Effects effects;
    session_.variants_loaded(known_variants(session_.options(), ini_folder_), effects);
    carry_out(effects);
  }

  void take_engine_lines(std::string_view lines, std::chrono::milliseconds time) {
    handle(time, [&](Effects& effects) { session_.engine_lines(lines, effects); });
  }
  void take_gui_line(const LogLine& line) {
    handle(line.time, [&](Effects& effects) { session_.gui_lines(whole_line(line.text), effects); });
  }
  /// Repeats an event. Error: the event is unknown or damaged.
  Result<void> take_event(const EventNote& note, std::chrono::milliseconds time);

  /// Takes the next line of the session in this direction; nothing if there is none.
  std::optional<std::string> take_said(Direction direction) {
    auto& said = direction == Direction::to_gui ? to_gui_ : to_engine_;
    if (said.empty()) return std::nullopt;
    std::string line = std::move(said.front());
    said.pop_front();
    return line;
  }

  /// False after the session has turned its log off or changed its file. Later lines are not in this log.
  [[nodiscard]] bool is_logged() const {
    const config::Options& options = session_.options();
    return options.check(OptionId::log) && options.text(OptionId::log_file) == log_file_;
  }

 private:
  template <class Tell>
  void handle(std::chrono::milliseconds time, Tell tell) {
    session_.set_time(time);
    Effects effects;
    tell(effects);
    carry_out(effects);
  }

  /// Answers the requests that a shell answers at once. The log has the answers to the others.
  void carry_out(Effects& effects) {
    take(effects);
    while (!effects.requests.empty()) {
      const auto asked = std::exchange(effects.requests, {});
      effects.clear();
      for (const session::Request& request : asked) {
        if (const auto* const book = std::get_if<session::OpenBook>(&request)) open(*book, effects);
        if (const auto* const game = std::get_if<session::Learn>(&request)) games_to_learn_.push_back(*game);
      }
      take(effects);
    }
  }

  void open(const session::OpenBook& request, Effects& effects) {
    const auto engine_name = [this] { return name_of_engine(session_.engine_name(), session_.options()); };
    session_.book_opened(request.place, open_for_replay(request, ini_folder_, engine_name, copies_), effects);
  }

  /// `trouble`: why the original session could not learn the game; empty if it did.
  Result<void> learn(std::string_view trouble, Effects& effects) {
    if (games_to_learn_.empty()) return Error{"no game ended before that could be learned"};
    const session::Learn game = std::move(games_to_learn_.front());
    games_to_learn_.pop_front();
    if (trouble.empty()) {
      if (auto learned = copies_.learn(game); !learned) return learned;
    }
    session_.learned(outcome_of(trouble), effects);
    return {};
  }

  Result<void> load_profile(std::string_view text, Effects& effects) {
    auto profile = read_profile(text);
    if (!profile) return profile.error();
    if (profile->options.text(OptionId::variants_file) != session_.options().text(OptionId::variants_file))
      session_.variants_loaded(known_variants(profile->options, ini_folder_), effects);
    session_.profile_loaded(std::move(*profile), effects);
    return {};
  }

  Result<void> fire(std::string_view name, Effects& effects) {
    const auto timer = session::timer_named(name);
    if (!timer) return Error{fmt::format("no timer is called \"{}\"", name)};
    session_.timer_fired(*timer, effects);
    return {};
  }

  void take(const Effects& effects) {
    split(effects.to_engine, to_engine_);
    split(effects.to_gui, to_gui_);
  }
  /// Splits lines as the log does.
  static void split(std::string_view lines, std::deque<std::string>& into) {
    while (!lines.empty()) {
      std::string_view line = take_line(lines);
      if (line.ends_with('\r')) line.remove_suffix(1);
      into.emplace_back(line);
    }
  }

  std::string log_file_;
  std::filesystem::path ini_folder_;
  LearnedCopies& copies_;
  session::Session session_;
  std::deque<session::Learn> games_to_learn_;  ///< the log has not yet shown whether they were learned
  std::deque<std::string> to_engine_;          ///< written by the session, and not compared yet
  std::deque<std::string> to_gui_;
};

Result<void> ReplayedSession::take_event(const EventNote& note, std::chrono::milliseconds time) {
  const std::string_view text = note.text;
  Effects effects;
  Result<void> done;
  const auto is = [&note](std::string_view name) { return note.name == name; };
  // An answer has the time of its question.
  const bool is_answer = is(event::kProfile) || is(event::kSaved) || is(event::kNotice);
  if (!is_answer) session_.set_time(time);
  if (is(event::kProfile)) {
    done = load_profile(text, effects);
  } else if (is(event::kTimer)) {
    done = fire(text, effects);
  } else if (is(event::kEngineStarts)) {
    session_.start(effects);
  } else if (is(event::kEngineLost)) {
    session_.engine_lost(text, effects);
  } else if (is(event::kEngineNotStarted)) {
    session_.engine_not_started(text, effects);
  } else if (is(event::kAbandoned)) {
    session_.abandon(text, effects);
  } else if (is(event::kGuiClosed)) {
    session_.gui_closed(effects);
  } else if (is(event::kInterrupted)) {
    session_.interrupted(effects);
  } else if (is(event::kLearned)) {
    done = learn(text, effects);
  } else if (is(event::kSaved)) {
    session_.saved(outcome_of(text), effects);
  } else if (is(event::kNotice)) {
    session_.notify(std::string(text), effects);
  } else {
    return Error{fmt::format("the event \"{}\" is not known", note.name)};
  }
  carry_out(effects);
  return done;
}

/// Whether an event is the answer to a question of the session, see LogLines.
bool is_answer_to_session(std::string_view event) {
  return event == event::kLine || event == event::kVerdict || event == event::kTablebase;
}

/// Reads the lines of a log. It can look ahead for the answers of the session's Sources. The session needs
/// them before the replay reaches them.
class LogLines {
 public:
  explicit LogLines(std::istream& log) : log_(log) {}

  /// Takes the next line. Returns nothing if there is none, or if it has no line end, see is_whole().
  std::optional<std::string> next() {
    if (std::exchange(has_taken_, false)) {
      ahead_.pop_front();
      for (std::size_t* const seen : {&lines_seen_, &verdicts_seen_, &tables_seen_})
        if (*seen > 0) --*seen;
    }
    if (ahead_.empty() && !read()) return std::nullopt;
    has_taken_ = true;
    return ahead_.front();
  }
  /// Whether the log ends with the end of a line.
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

  /// Returns the moves of the next line of BookPairs.
  Result<std::string> next_choice() {
    const auto text = next_answer(event::kLine, lines_seen_);
    if (!text) return Error{"the log has no more of them"};
    if (!text->starts_with(event::kNoLine)) return {boost::system::in_place_value, *text};
    return Error{text->substr(event::kNoLine.size())};
  }
  /// Returns the next verdict of BookVerifyStore.
  Result<std::optional<book::StoredVerdict>> next_verdict() {
    const auto text = next_answer(event::kVerdict, verdicts_seen_);
    if (!text) return Error{"the log has no more verdicts"};
    return read_verdict(*text);
  }
  /// Returns the next verdict of tablebases, about the last position of this game.
  std::optional<game::TableVerdict> next_tables(const game::Game& game) {
    const auto text = next_answer(event::kTablebase, tables_seen_);
    return text ? read_tables(*text, game) : std::nullopt;
  }

 private:
  bool read() {
    std::string line;
    if (!std::getline(log_, line)) return false;
    is_whole_ = !log_.eof();
    if (is_whole_) ahead_.push_back(std::move(line));
    return is_whole_;
  }

  /// Returns the text of the next event of this name in the session. It also examines the line that was taken
  /// last. The session gets lines of the engine only after the next line is taken. `seen`: how many lines of
  /// ahead_ were examined.
  std::optional<std::string> next_answer(std::string_view name, std::size_t& seen) {
    for (; seen < ahead_.size() || read(); ++seen) {
      const auto line = read_log_line(ahead_[seen]);
      const auto event = line ? read_event(line->text) : std::nullopt;
      if (!event || line->mark != process::TrafficLog::kNote) continue;
      if (event->name == event::kSession) break;
      if (event->name != name) continue;
      ++seen;
      return std::string(event->text);
    }
    return std::nullopt;
  }

  std::istream& log_;
  std::deque<std::string> ahead_;  ///< lines that were read; if has_taken_, the first one is taken
  bool has_taken_ = false;
  std::size_t lines_seen_ = 0;     ///< how many lines of ahead_ were examined for BookPairs
  std::size_t verdicts_seen_ = 0;  ///< how many lines of ahead_ were examined for verdicts
  std::size_t tables_seen_ = 0;    ///< how many lines of ahead_ were examined for tablebases
  bool is_whole_ = true;
};

/// Replays the log line by line.
class LogReplay {
 public:
  explicit LogReplay(LogLines& lines) : lines_(lines) {}

  /// Replays one line. Error: why the log cannot be replayed.
  Result<void> take(std::string_view text) {
    ++number_;
    const auto line = read_log_line(text);
    if (!line) return Error{"this line is not from a log of Polyglot"};
    const bool goes_on = line->mark == mark_of(Direction::from_engine) && line->stamp == block_stamp_;
    if (!goes_on) end_block();
    if (line->mark == process::TrafficLog::kNote) {
      if (const auto event = read_event(line->text)) return take_event(*event, line->time);
    } else if (line->mark == process::TrafficLog::kError && line->text.ends_with("its reader is too slow")) {
      return Error{"lines are missing here, so that nothing can be compared: let Polyglot write to a file"};
    }
    if (session_) take_traffic(*line);
    return {};
  }

  void finish() {
    end_block();
    ++number_;
    end_session();
  }

  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  [[nodiscard]] const Replayed& result() const noexcept { return result_; }

 private:
  void take_traffic(const LogLine& line) {
    if (line.mark == mark_of(Direction::from_gui)) {
      session_->take_gui_line(line);
      forget_unlogged();
    } else if (line.mark == mark_of(Direction::from_engine)) {
      block_ += whole_line(line.text);
      block_stamp_ = line.stamp;
      block_time_ = line.time;
    } else if (line.mark == mark_of(Direction::to_gui)) {
      compare(Direction::to_gui, line.text);
    } else if (line.mark == mark_of(Direction::to_engine)) {
      compare(Direction::to_engine, line.text);
    }
  }

  Result<void> take_event(const EventNote& note, std::chrono::milliseconds time) {
    if (note.name == event::kSession) return begin_session(note.text);
    if (!session_ || is_answer_to_session(note.name)) return {};
    auto taken = session_->take_event(note, time);
    forget_unlogged();
    return taken;
  }

  Result<void> begin_session(std::string_view text) {
    end_session();
    if (result_.difference) return {};
    const auto beginning = read_beginning(text);
    if (!beginning) return beginning.error();
    if (result_.sessions++ == 0) result_.first_line = number_;
    if (beginning->version != POLYGLOT_VERSION) result_.version = beginning->version;
    std::error_code gone;  // if the folder is gone, we search our working directory
    if (!beginning->current_folder.empty()) std::filesystem::current_path(beginning->current_folder, gone);
    os::set_variables(beginning->environment);
    session::Sources logged;
    logged.lines = [this](const book::LineQuestion&) { return lines_.next_choice(); };
    logged.verdicts = [this](const session::VerdictQuestion&) { return lines_.next_verdict(); };
    logged.tablebases = [this](const game::Game& game) { return lines_.next_tables(game); };
    session_ = std::make_unique<ReplayedSession>(*beginning, copies_, std::move(logged));
    return {};
  }

  /// Lines of one read have one stamp, so the session gets them as one block.
  void end_block() {
    if (block_.empty()) return;
    session_->take_engine_lines(std::exchange(block_, {}), block_time_);
    block_stamp_.clear();
  }

  void compare(Direction direction, std::string_view logged) {
    const std::optional<std::string> said = session_->take_said(direction);
    if (said != logged) differ(direction, std::string(logged), said);
  }

  void differ(Direction direction, const std::optional<std::string>& logged,
              const std::optional<std::string>& said) {
    const auto marked = [direction](const std::optional<std::string>& text) -> std::optional<std::string> {
      if (!text) return std::nullopt;
      return std::string(mark_of(direction)) + *text;
    };
    result_.difference = {.line = number_, .log = marked(logged), .session = marked(said)};
  }

  void forget_unlogged() {
    if (!session_->is_logged()) session_.reset();
  }

  void end_session() {
    if (!session_ || result_.difference) return;
    for (const Direction direction : {Direction::to_gui, Direction::to_engine}) {
      const auto unlogged = session_->take_said(direction);
      if (unlogged && !result_.difference) differ(direction, std::nullopt, unlogged);
    }
    session_.reset();
  }

  LogLines& lines_;
  Replayed result_;
  std::size_t number_ = 0;                    ///< the number of the line
  LearnedCopies copies_;                      ///< of all sessions; later ones use what earlier ones learned
  std::unique_ptr<ReplayedSession> session_;  ///< null: no session has begun, or its log has ended
  std::string block_;                         ///< the engine's lines that the session has not got yet
  std::string block_stamp_;
  std::chrono::milliseconds block_time_{0};
};

}  // namespace

Result<Replayed> replay(std::istream& log) {
  LogLines lines(log);
  LogReplay replaying(lines);
  const auto fails = [&replaying](const Error& why, std::size_t beyond) {
    return Error{"it cannot be replayed: " + why.to_string(),
                 fmt::format("line {}", replaying.number() + beyond)};
  };
  while (!replaying.result().difference) {
    const auto line = lines.next();
    if (!line) break;
    if (const auto taken = replaying.take(*line); !taken) return fails(taken.error(), 0);
  }
  if (!replaying.result().difference && !lines.is_whole()) return fails(Error{"this line has no end"}, 1);
  if (!replaying.result().difference) replaying.finish();
  if (replaying.result().sessions > 0) return replaying.result();
  if (replaying.number() <= 1) return Error{"it cannot be replayed: it is empty"};
  return Error{
      "it cannot be replayed: no session begins in it, since a full log was renamed (LogSize), or an older "
      "Polyglot wrote it"};
}

}  // namespace polyglot::proxy
