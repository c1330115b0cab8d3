// SPDX-License-Identifier: MIT
// A UCI engine for tests that misbehaves on request. See usage() for the flags.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

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

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr, "scripted_engine: %s\n%s", complaint.c_str(),
               "  --name N             answers `id name N`\n"
               "  --banner TEXT        prints TEXT at the start\n"
               "  --crlf               ends lines with CR LF\n"
               "  --slow MS            answers uciok after MS milliseconds\n"
               "  --silent             answers nothing at all\n"
               "  --not-uci            answers uci with an error\n"
               "  --options N          announces N options\n"
               "  --option LINE        announces `option LINE` before them; repeatable\n"
               "  --exit-at-start N    exits at once with status N\n"
               "  --crash-on-go        dies of SIGSEGV on go\n"
               "  --crash-once FILE    dies of SIGSEGV on go, unless FILE exists, and makes FILE\n"
               "  --abort-on-go        dies of SIGABRT on go\n"
               "  --hang-on-go         reads nothing more after go\n"
               "  --deaf-on-go         closes its input on go and stays\n"
               "  --verbose N          prints N info lines before each readyok\n"
               "  --wait-go            searches until stop or ponderhit\n"
               "  --delay-readyok MS   answers isready after MS milliseconds\n"
               "  --bestmove TEXT      answers `bestmove TEXT`\n"
               "  --info LINE          prints LINE before bestmove; repeatable\n"
               "  --flood N            prints N info lines before bestmove\n"
               "  --long-line BYTES    prints a line of BYTES bytes before bestmove\n"
               "  --half-line-then-die on go prints a line without its end and exits with status 4\n"
               "  --last-words         on go prints three lines and exits with status 5\n"
               "  --stderr-noise TEXT  prints TEXT on stderr at the start\n"
               "  --stderr-flood N     prints N lines on stderr on each go\n"
               "  --ignore-quit, --ignore-eof, --ignore-term\n"
               "  --endless-quit       answers quit with readyok, for ever\n"
               "  --child              starts a child in the same process group\n"
               "  --double-fork        leaves a daemon in a session of its own that ignores everything\n"
               "  --echo FILE          appends every line received to FILE\n"
               "  --pidfile FILE       appends the pid of each of its processes to FILE, a line each\n");
  std::exit(2);
}

using Setter = std::function<void(Script&, const std::string&)>;

Setter set(bool Script::*flag) {
  return [flag](Script& script, const std::string&) { script.*flag = true; };
}
Setter set(std::string Script::*text) {
  return [text](Script& script, const std::string& value) { script.*text = value; };
}
Setter set(long Script::*number) {
  return [number](Script& script, const std::string& value) { script.*number = std::stol(value); };
}
Setter set(Milliseconds Script::*time) {
  return [time](Script& script, const std::string& value) { script.*time = Milliseconds(std::stol(value)); };
}

Script parse(int argc, char** argv) {
  const std::map<std::string, Setter> switches = {
      {"--crlf", set(&Script::crlf)},
      {"--silent", set(&Script::silent)},
      {"--not-uci", set(&Script::not_uci)},
      {"--crash-on-go", set(&Script::crash_on_go)},
      {"--abort-on-go", set(&Script::abort_on_go)},
      {"--hang-on-go", set(&Script::hang_on_go)},
      {"--deaf-on-go", set(&Script::deaf_on_go)},
      {"--wait-go", set(&Script::wait_go)},
      {"--ignore-quit", set(&Script::ignore_quit)},
      {"--ignore-eof", set(&Script::ignore_eof)},
      {"--ignore-term", set(&Script::ignore_term)},
      {"--endless-quit", set(&Script::endless_quit)},
      {"--half-line-then-die", set(&Script::half_line_then_die)},
      {"--last-words", set(&Script::last_words)},
      {"--double-fork", set(&Script::double_fork)},
      {"--child", set(&Script::child)},
  };
  const std::map<std::string, Setter> values = {
      {"--name", set(&Script::name)},
      {"--banner", set(&Script::banner)},
      {"--stderr-noise", set(&Script::stderr_noise)},
      {"--echo", set(&Script::echo)},
      {"--pidfile", set(&Script::pidfile)},
      {"--bestmove", set(&Script::bestmove)},
      {"--crash-once", set(&Script::crash_once)},
      {"--slow", set(&Script::slow)},
      {"--delay-readyok", set(&Script::delay_readyok)},
      {"--flood", set(&Script::flood)},
      {"--stderr-flood", set(&Script::stderr_flood)},
      {"--options", set(&Script::options)},
      {"--long-line", set(&Script::long_line)},
      {"--verbose", set(&Script::verbose)},
      {"--info", [](Script& script, const std::string& value) { script.info.push_back(value); }},
      {"--option", [](Script& script, const std::string& value) { script.option_lines.push_back(value); }},
      {"--exit-at-start", [](Script& script, const std::string& v) { script.exit_at_start = std::stoi(v); }},
  };
  Script script;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (const auto it = switches.find(flag); it != switches.end()) {
      it->second(script, {});
    } else if (const auto with = values.find(flag); with != values.end() && i + 1 < argc) {
      with->second(script, argv[++i]);
    } else {
      usage("unknown flag or missing value: " + flag);
    }
  }
  return script;
}

void append_line(const std::string& path, const std::string& line) {
  if (!path.empty() && !test::append_line(path, line)) usage("cannot write " + path);
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
  return Engine(parse(argc, argv)).run();
}
