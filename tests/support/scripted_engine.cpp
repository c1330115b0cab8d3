// SPDX-License-Identifier: MIT
// A UCI engine for tests that misbehaves on request. See kFlags.
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>
#include <thread>

#include "support/engine_flags.hpp"
#include "support/engine_system.hpp"

namespace {

namespace test = polyglot::test;

using Milliseconds = std::chrono::milliseconds;

struct Script {
  std::string name = "Scripted 1";
  std::string banner, stderr_noise, echo, pidfile, bestmove, crash_once;
  std::vector<std::string> info, option_lines;
  Milliseconds slow{0}, delay_readyok{0};
  long flood = 0, stderr_flood = 0, options = 0, long_line = 0, verbose = 0;
  std::optional<int> exit_at_start;
  bool crlf = false, silent = false, not_uci = false;
  bool crash_on_go = false, abort_on_go = false, hang_on_go = false, deaf_on_go = false, wait_go = false;
  bool ignore_quit = false, ignore_eof = false, ignore_term = false, endless_quit = false;
  bool half_line_then_die = false, last_words = false, double_fork = false, child = false;
};

const std::vector<test::Flag<Script>> kFlags = {
    {"--name", &Script::name, "N: answers `id name N`"},
    {"--banner", &Script::banner, "TEXT: prints TEXT at the start"},
    {"--crlf", &Script::crlf, "ends lines with CR LF"},
    {"--slow", &Script::slow, "MS: answers uciok after MS milliseconds"},
    {"--silent", &Script::silent, "answers nothing at all"},
    {"--not-uci", &Script::not_uci, "answers uci with an error"},
    {"--options", &Script::options, "N: announces N options"},
    {"--option", &Script::option_lines, "LINE: announces `option LINE` before them; repeatable"},
    {"--exit-at-start", &Script::exit_at_start, "N: exits at once with status N"},
    {"--crash-on-go", &Script::crash_on_go, "dies of SIGSEGV on go"},
    {"--crash-once", &Script::crash_once, "FILE: dies of SIGSEGV on go, unless FILE exists, and makes FILE"},
    {"--abort-on-go", &Script::abort_on_go, "dies of SIGABRT on go"},
    {"--hang-on-go", &Script::hang_on_go, "reads nothing more after go"},
    {"--deaf-on-go", &Script::deaf_on_go, "closes its input on go and stays"},
    {"--verbose", &Script::verbose, "N: prints N info lines before each readyok"},
    {"--wait-go", &Script::wait_go, "searches until stop or ponderhit"},
    {"--delay-readyok", &Script::delay_readyok, "MS: answers isready after MS milliseconds"},
    {"--bestmove", &Script::bestmove, "TEXT: answers `bestmove TEXT`"},
    {"--info", &Script::info, "LINE: prints LINE before bestmove; repeatable"},
    {"--flood", &Script::flood, "N: prints N info lines before bestmove"},
    {"--long-line", &Script::long_line, "BYTES: prints a line of BYTES bytes before bestmove"},
    {"--half-line-then-die", &Script::half_line_then_die,
     "on go prints a line without its end and exits with status 4"},
    {"--last-words", &Script::last_words, "on go prints three lines and exits with status 5"},
    {"--stderr-noise", &Script::stderr_noise, "TEXT: prints TEXT on stderr at the start"},
    {"--stderr-flood", &Script::stderr_flood, "N: prints N lines on stderr on each go"},
    {"--ignore-quit", &Script::ignore_quit, "does not end at quit"},
    {"--ignore-eof", &Script::ignore_eof, "nor at the end of its input"},
    {"--ignore-term", &Script::ignore_term, "nor at SIGTERM"},
    {"--endless-quit", &Script::endless_quit, "answers quit with readyok, for ever"},
    {"--child", &Script::child, "starts a child in the same process group"},
    {"--double-fork", &Script::double_fork,
     "leaves a daemon in a session of its own that ignores everything"},
    {"--echo", &Script::echo, "FILE: appends every line received to FILE"},
    {"--pidfile", &Script::pidfile, "FILE: appends the pid of each of its processes to FILE, a line each"},
};

void append_line(const std::string& path, const std::string& line) {
  if (path.empty() || test::append_line(path, line)) return;
  std::fprintf(stderr, "cannot write %s\n", path.c_str());
  std::exit(2);
}

class Engine {
 public:
  explicit Engine(Script script) : script_(std::move(script)) {}

  int run() {
    start();
    while (!over_) read_input();
    return 0;
  }

 private:
  void start() {
    test::tell_own_pid(script_.pidfile);
    if (script_.exit_at_start) std::exit(*script_.exit_at_start);
    if (script_.ignore_term) test::ignore_termination();
    if (script_.child) test::start_child(script_.pidfile);
    if (script_.double_fork) test::start_daemon(script_.pidfile);
    if (!script_.stderr_noise.empty()) std::fprintf(stderr, "%s\n", script_.stderr_noise.c_str());
    if (!script_.banner.empty()) say(script_.banner);
    flush();
  }

  /// Waits for input.
  void read_input() {
    char buffer[4096];  // as stdio reads
    const auto count = test::read_input(buffer, sizeof buffer);
    if (!count) return;
    if (*count == 0) {
      if (script_.ignore_eof) test::sleep_for_ever();
      over_ = true;
      return;
    }
    pending_.append(buffer, *count);
    for (std::size_t end; !over_ && (end = pending_.find('\n')) != std::string::npos;) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      append_line(script_.echo, line);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      react(line);
      flush();
    }
  }

  void react(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    while (command == "quit" && script_.endless_quit) say("readyok");
    if (command == "quit") over_ = !script_.ignore_quit;
    if (script_.silent) return;
    if (command == "uci") uci();
    if (command == "isready") isready();
    if (command == "position") position(words);
    if (command == "go") go();
    if ((command == "stop" || command == "ponderhit") && searching_) finish_search();
  }

  void uci() {
    if (script_.not_uci) return say("Error (unknown command): uci");
    std::this_thread::sleep_for(script_.slow);
    say("id name " + script_.name);
    say("id author nobody");
    for (const std::string& line : script_.option_lines) say("option " + line);
    for (long i = 1; i <= script_.options; ++i)
      say("option name Option" + std::to_string(i) + " type spin default " + std::to_string(i) +
          " min 0 max 1000000");
    say("uciok");
  }

  void isready() {
    std::this_thread::sleep_for(script_.delay_readyok);
    for (long i = 1; i <= script_.verbose; ++i) say("info string thought " + std::to_string(i));
    say("readyok");
  }

  void position(std::istringstream& words) {
    std::string word;
    while (words >> word && word != "moves") {
    }
    const auto moves = std::distance(std::istream_iterator<std::string>(words), {});
    black_to_move_ = moves % 2 != 0;
  }

  void go() {
    die_if_asked();
    if (script_.hang_on_go || script_.deaf_on_go) {
      flush();
      if (script_.deaf_on_go) test::close_input();
      test::sleep_for_ever();
    }
    for (long i = 1; i <= script_.stderr_flood; ++i) std::fprintf(stderr, "complaint %ld\n", i);
    for (long i = 1; i <= script_.flood; ++i)
      say("info depth " + std::to_string(i % 60 + 1) + " score cp 12 nodes " + std::to_string(i) +
          " time 1 pv a2a3 a7a6");
    if (script_.long_line > 0) say("info string " + std::string(string_bytes(), 'x'));
    for (const std::string& line : script_.info) say(line);
    searching_ = true;
    if (!script_.wait_go) finish_search();
  }

  [[nodiscard]] std::size_t string_bytes() const {
    constexpr long kPrefix = 12;  // "info string "
    return static_cast<std::size_t>(std::max(script_.long_line - kPrefix, 0L));
  }

  void die_if_asked() {
    if (!script_.crash_once.empty() && !std::filesystem::exists(script_.crash_once)) {
      append_line(script_.crash_once, "");
      test::crash();
    }
    if (script_.crash_on_go) test::crash();
    if (script_.abort_on_go) std::abort();
    if (script_.half_line_then_die) {
      std::fputs("info depth 1 sco", stdout);
      std::exit(4);
    }
    if (script_.last_words) {
      for (const char* line : {"info string it was", "info string a good", "info string game"}) say(line);
      std::exit(5);
    }
  }

  void finish_search() {
    searching_ = false;
    const std::string by_side = black_to_move_ ? "a7a5" : "a2a3";
    say("bestmove " + (script_.bestmove.empty() ? by_side : script_.bestmove));
    flush();
  }

  void say(const std::string& line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputs(script_.crlf ? "\r\n" : "\n", stdout);
  }

  static void flush() { std::fflush(stdout); }

  Script script_;
  std::string pending_;  ///< input without its newline yet
  bool black_to_move_ = false;
  bool searching_ = false;
  bool over_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  test::prepare_engine();
  return Engine(test::parse_flags(argc, argv, kFlags)).run();
}
