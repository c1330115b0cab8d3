// SPDX-License-Identifier: MIT
// Measures a proxy as a GUI on Windows would see it, and a bare relay to compare it with.
//   bench_windows_round_trip measure ROUNDS LINES COMMAND   starts COMMAND with anonymous pipes
//   bench_windows_round_trip relay COMMAND                  copies bytes between its streams and COMMAND's
// The engine behind COMMAND is tests/support/plain_engine.
#include <windows.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Child {
  HANDLE in = nullptr;
  HANDLE out = nullptr;
  HANDLE process = nullptr;
};

/// `command` is the end of our own command line, so that nothing has to be quoted again.
Child start(std::wstring command) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE its_in = nullptr;
  HANDLE its_out = nullptr;
  Child child;
  ::CreatePipe(&its_in, &child.in, &inherited, 0);
  ::CreatePipe(&child.out, &its_out, &inherited, 0);
  ::SetHandleInformation(child.in, HANDLE_FLAG_INHERIT, 0);
  ::SetHandleInformation(child.out, HANDLE_FLAG_INHERIT, 0);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = its_in;
  startup.hStdOutput = its_out;
  startup.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION created{};
  if (::CreateProcessW(nullptr, command.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup,
                       &created) == 0) {
    std::fprintf(stderr, "cannot start the command: error %lu\n", ::GetLastError());
    std::exit(1);
  }
  ::CloseHandle(its_in);
  ::CloseHandle(its_out);
  ::CloseHandle(created.hThread);
  child.process = created.hProcess;
  return child;
}

void write(HANDLE to, std::string_view text) {
  DWORD count = 0;
  while (!text.empty() && ::WriteFile(to, text.data(), static_cast<DWORD>(text.size()), &count, nullptr) != 0)
    text.remove_prefix(count);
}

/// Reads until the text ends with `end`. Returns the number of bytes.
std::size_t read_until(HANDLE from, std::string_view end) {
  static std::vector<char> block(1U << 16U);
  std::string tail;
  std::size_t bytes = 0;
  DWORD count = 0;
  while (::ReadFile(from, block.data(), static_cast<DWORD>(block.size()), &count, nullptr) != 0 &&
         count > 0) {
    bytes += count;
    tail.append(block.data(), count);
    std::erase(tail, '\r');
    if (tail.ends_with(end)) return bytes;
    if (tail.size() > end.size()) tail.erase(0, tail.size() - end.size());
  }
  std::fprintf(stderr, "the command has ended early\n");
  std::exit(1);
}

int measure(int rounds, int lines, const std::wstring& command) {
  const Child child = start(command);
  write(child.in, "uci\n");
  read_until(child.out, "uciok\n");
  write(child.in, "isready\n");
  read_until(child.out, "readyok\n");
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const auto before = Clock::now();
    write(child.in, "isready\n");
    read_until(child.out, "readyok\n");
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - before).count());
  }
  std::sort(times.begin(), times.end());
  const auto before = Clock::now();
  write(child.in, "flood " + std::to_string(lines) + "\n");
  const std::size_t bytes = read_until(child.out, "flooded\n");
  const double seconds = std::chrono::duration<double>(Clock::now() - before).count();
  const auto within = [&times](std::size_t percent) { return times[times.size() * percent / 100]; };
  std::printf("round trip: 10 %% within %.1f us, median %.1f us, 90 %% within %.1f us; flood: %.1f MB/s\n",
              within(10), within(50), within(90), static_cast<double>(bytes) / seconds / 1e6);
  write(child.in, "quit\n");
  ::WaitForSingleObject(child.process, 10000);
  return 0;
}

void copy(HANDLE from, HANDLE to) {
  std::vector<char> block(1U << 16U);
  DWORD count = 0;
  while (::ReadFile(from, block.data(), static_cast<DWORD>(block.size()), &count, nullptr) != 0 && count > 0)
    write(to, {block.data(), count});
  ::CloseHandle(to);
}

int relay(const std::wstring& command) {
  const Child child = start(command);
  std::thread([&child] { copy(::GetStdHandle(STD_INPUT_HANDLE), child.in); }).detach();
  copy(child.out, ::GetStdHandle(STD_OUTPUT_HANDLE));
  std::fflush(nullptr);
  ::ExitProcess(0);
}

/// What follows the first `words` words of our command line. None of them may have blanks.
std::wstring rest_of_command_line(int words) {
  std::wstring_view line = ::GetCommandLineW();
  for (bool is_quoted = false; words > 0 && !line.empty(); line.remove_prefix(1)) {
    if (line.front() == L'"') is_quoted = !is_quoted;
    const bool ends = !is_quoted && line.front() == L' ' && line.size() > 1 && line[1] != L' ';
    if (ends) --words;
  }
  return std::wstring(line);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "relay" && argc > 2) return relay(rest_of_command_line(2));
  if (what == "measure" && argc > 4)
    return measure(std::atoi(argv[2]), std::atoi(argv[3]), rest_of_command_line(4));
  std::fprintf(stderr, "usage: measure ROUNDS LINES COMMAND, or relay COMMAND\n");
  return 2;
}
