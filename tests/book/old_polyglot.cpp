// SPDX-License-Identifier: MIT
#include "book/old_polyglot.hpp"
#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace polyglot::book::test {
namespace {

constexpr const char* kPolyglot = "/usr/games/polyglot";
constexpr std::array kEngines{"/usr/games/stockfish", "/usr/games/toga2"};
constexpr int kPatienceMs = 120000;
/// What 2.0.4 prints before a move of its book, and no engine does.
constexpr std::string_view kBookLine = "info depth 1 time 0 nodes 0 nps 0 cpuload 0";

const char* engine() {
  for (const char* path : kEngines)
    if (::access(path, X_OK) == 0) return path;
  return nullptr;
}

[[noreturn]] void run(const std::vector<std::string>& arguments, int input, int output) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::execv(kPolyglot, argv.data());
  ::_exit(127);
}

}  // namespace

bool OldPolyglot::is_installed() {
  return ::access(kPolyglot, X_OK) == 0 && engine() != nullptr;
}

OldPolyglot::OldPolyglot(const std::string& book, const std::vector<std::string>& options,
                         Protocol protocol) {
  // 2.0.4 opens the book when it reads the option Book, and for writing only if BookLearn was set before.
  std::vector<std::string> values = options;
  values.insert(values.end(), {"Book=true", "BookFile=" + book});
  std::vector<std::string> arguments{kPolyglot, "-noini", "-ec", engine()};
  for (const std::string& value : values) arguments.insert(arguments.end(), {"-pg", value});
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  if (::pipe2(input.data(), O_CLOEXEC) != 0 || ::pipe2(output.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("no pipes");
  child_ = ::fork();
  if (child_ == 0) run(arguments, input[0], output[1]);
  ::close(input[0]);
  ::close(output[1]);
  to_child_ = input[1];
  from_child_ = output[0];
  const bool is_uci = protocol == Protocol::uci;
  send(is_uci ? "uci" : "xboard\nprotover 2");
  read_after(is_uci ? "uciok" : "feature done=1");
}

OldPolyglot::~OldPolyglot() {
  ::close(to_child_);
  ::close(from_child_);
  ::kill(child_, SIGTERM);
  ::waitpid(child_, nullptr, 0);
}

std::optional<std::string> OldPolyglot::book_move(const std::string& position_command) {
  send(position_command);
  send("go depth 1");
  bool from_book = false;
  for (;;) {
    const std::string line = read_line();
    if (line == kBookLine) from_book = true;
    if (!line.starts_with("bestmove ")) continue;
    if (!from_book) return std::nullopt;
    return line.substr(9);
  }
}

void OldPolyglot::new_game() {
  send("new");
  send("sd 1");
}

std::string OldPolyglot::move(const std::string& command) {
  send(command);
  return read_after("move ");
}

void OldPolyglot::end_game(const std::string& result) {
  send("result " + result + " {over}");
  send("ping 1");
  read_after("pong 1");
}

void OldPolyglot::send(const std::string& line) const {
  const std::string text = line + "\n";
  if (::write(to_child_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw std::runtime_error("the old Polyglot does not listen");
}

std::string OldPolyglot::read_after(std::string_view beginning) {
  for (;;) {
    const std::string line = read_line();
    if (line.starts_with(beginning)) return line.substr(beginning.size());
  }
}

std::string OldPolyglot::read_line() {
  for (;;) {
    if (const auto end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    pollfd ready{.fd = from_child_, .events = POLLIN, .revents = 0};
    std::array<char, 4096> buffer;
    if (::poll(&ready, 1, kPatienceMs) != 1) throw std::runtime_error("the old Polyglot does not answer");
    const ssize_t got = ::read(from_child_, buffer.data(), buffer.size());
    if (got <= 0) throw std::runtime_error("the old Polyglot has ended");
    unread_.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace polyglot::book::test
