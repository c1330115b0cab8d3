// SPDX-License-Identifier: MIT
// Stands between a proxy and a real engine, passes on what they say, and misbehaves at moments that a seed
// chooses. See usage() for the flags.
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <random>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace {

using namespace std::chrono_literals;

struct Settings {
  std::uint64_t seed = 1;
  unsigned every = 60;
  std::string journal;
  char** command = nullptr;
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr, "faulty_engine: %s\n%s", complaint.c_str(),
               "faulty_engine [flags] -- COMMAND...\n"
               "  --seed N        chooses faults and their moments, anew for each start\n"
               "  --every N       a fault for each N blocks of lines from the proxy, on average; 0: none\n"
               "  --journal FILE  appends `start`, and the name of each fault before it happens\n");
  std::exit(2);
}

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (flag == "--" && i + 1 < argc) {
      settings.command = argv + i + 1;
      return settings;
    }
    if (i + 1 == argc) break;
    const char* const value = argv[++i];
    if (flag == "--seed") {
      settings.seed = std::strtoull(value, nullptr, 10);
    } else if (flag == "--every") {
      settings.every = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    } else if (flag == "--journal") {
      settings.journal = value;
    } else {
      break;
    }
  }
  usage("unknown flag or missing command");
}

/// What the engine has done, for the test that started it and for its own next start.
class Journal {
 public:
  explicit Journal(const std::string& path)
      : file_(path.empty() ? -1 : ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {}

  void note(const std::string& word) const {
    const std::string line = word + '\n';
    if (file_ >= 0 && ::write(file_, line.data(), line.size()) < 0) usage("cannot write the journal");
  }
  /// Grows with each note.
  [[nodiscard]] std::uint64_t size() const {
    return file_ < 0 ? 0 : static_cast<std::uint64_t>(::lseek(file_, 0, SEEK_END));
  }

 private:
  int file_;
};

/// False if nobody reads.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

class FaultyEngine {
 public:
  explicit FaultyEngine(const Settings& settings)
      : journal_(settings.journal), every_(settings.every), command_(settings.command) {
    std::seed_seq mixed{settings.seed, settings.seed >> 32, journal_.size()};
    random_.seed(mixed);
    journal_.note("start");
  }

  int run() {
    if (every_ != 0 && one_in(8)) start_slowly();
    start_engine();
    std::array<pollfd, 2> sources{{{STDIN_FILENO, POLLIN, 0}, {from_engine_, POLLIN, 0}}};
    for (;;) {
      if (is_deaf_) sources[0].fd = -1;
      if (::poll(sources.data(), sources.size(), -1) < 0) continue;  // stopped and continued
      if (sources[0].revents != 0 && !pass_to_engine()) sources[0].fd = -1;
      if (sources[1].revents != 0 && !pass_to_proxy()) return 0;
    }
  }

 private:
  struct Fault {
    const char* name;
    unsigned weight;  ///< how often it is chosen, in proportion
    void (FaultyEngine::*happens)();
  };
  static constexpr std::size_t kFaultCount = 10;
  static const std::array<Fault, kFaultCount> kFaults;

  void start_engine() {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) usage("no pipes");
    if (::fork() == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::execvp(command_[0], command_);
      usage(std::string("cannot start ") + command_[0]);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_engine_ = in[1];
    from_engine_ = out[0];
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    static_cast<void>(std::signal(SIGCHLD, SIG_IGN));
  }

  [[nodiscard]] bool one_in(unsigned n) { return random_() % n == 0; }

  /// False at the end.
  bool pass_to_engine() {
    const ssize_t count = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (count < 0 && errno == EINTR) return true;
    const bool misbehaves = every_ != 0 && one_in(every_);
    const bool at_once = one_in(2);
    if (count > 0) {
      if (misbehaves && at_once) misbehave();
      write_all(to_engine_, {buffer_.data(), static_cast<std::size_t>(count)});
      if (misbehaves && !at_once) {
        std::this_thread::sleep_for(std::chrono::milliseconds(random_() % 8));
        misbehave();
      }
      return true;
    }
    ::close(to_engine_);
    return false;
  }

  /// Passes whole lines, so that what a fault adds does not spoil the engine's own. False at the end.
  bool pass_to_proxy() {
    const ssize_t count = ::read(from_engine_, buffer_.data(), buffer_.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    pending_.append(buffer_.data(), static_cast<std::size_t>(count));
    const std::size_t end = pending_.rfind('\n') + 1;
    if (end == 0) return true;
    const std::size_t first = splits_ ? end / 2 : end;
    say(std::string_view(pending_).substr(0, first));
    if (std::exchange(splits_, false)) {
      std::this_thread::sleep_for(20ms);
      say(std::string_view(pending_).substr(first, end - first));
    }
    pending_.erase(0, end);
    return true;
  }

  void say(std::string_view text) const { write_all(output_, text); }

  void misbehave() {
    unsigned all = 0;
    for (const Fault& fault : kFaults) all += fault.weight;
    unsigned chosen = static_cast<unsigned>(random_() % all);
    for (const Fault& fault : kFaults) {
      if (chosen < fault.weight) {
        journal_.note(fault.name);
        return (this->*fault.happens)();
      }
      chosen -= fault.weight;
    }
  }

  // ---- Faults that a proxy should not mind --------------------------------------------------------------

  void start_slowly() {
    journal_.note("slow-start");
    std::this_thread::sleep_for(300ms);
  }
  void split() { splits_ = true; }
  void pause() {
    const pid_t self = ::getpid();
    if (::fork() != 0) return;
    ::kill(self, SIGSTOP);
    std::this_thread::sleep_for(30ms);
    ::kill(self, SIGCONT);
    ::_exit(0);
  }
  void print_garbage() {
    constexpr std::size_t kBytes = 300;
    std::string garbage = "\x01";  // not by chance a command
    while (garbage.size() < kBytes) {
      const char c = static_cast<char>(random_());
      if (c != '\n') garbage += c;
    }
    say(garbage + std::string("\r\n\0\r\n\n", 6));
  }
  void print_long_line() { say(std::string(1UL << 20, 'x') + '\n'); }

  // ---- Faults that end its service ----------------------------------------------------------------------

  void die() { ::kill(::getpid(), SIGKILL); }
  void leave() { ::_exit(3); }
  void leave_half_line() {
    say("bestmove e2");
    ::_exit(4);
  }
  void stop() { ::kill(::getpid(), SIGSTOP); }
  void close_output() {
    ::close(STDOUT_FILENO);
    output_ = -1;
  }
  void close_input() {
    ::close(STDIN_FILENO);
    is_deaf_ = true;
  }

  Journal journal_;
  unsigned every_;
  char** command_;
  std::mt19937_64 random_;
  int to_engine_ = -1;
  int from_engine_ = -1;
  int output_ = STDOUT_FILENO;
  std::array<char, 65536> buffer_{};
  std::string pending_;
  bool splits_ = false;
  bool is_deaf_ = false;
};

const std::array<FaultyEngine::Fault, FaultyEngine::kFaultCount> FaultyEngine::kFaults{{
    {"split", 2, &FaultyEngine::split},
    {"pause", 2, &FaultyEngine::pause},
    {"garbage", 2, &FaultyEngine::print_garbage},
    {"long-line", 1, &FaultyEngine::print_long_line},
    {"kill", 2, &FaultyEngine::die},
    {"exit", 1, &FaultyEngine::leave},
    {"half-line", 1, &FaultyEngine::leave_half_line},
    {"stop", 2, &FaultyEngine::stop},
    {"close-output", 1, &FaultyEngine::close_output},
    {"close-input", 1, &FaultyEngine::close_input},
}};

}  // namespace

int main(int argc, char** argv) {
  // The disk is full for the proxy that started us, not for our journal.
  rlimit size{};
  ::getrlimit(RLIMIT_FSIZE, &size);
  size.rlim_cur = size.rlim_max;
  ::setrlimit(RLIMIT_FSIZE, &size);
  FaultyEngine engine(parse(argc, argv));
  return engine.run();
}
