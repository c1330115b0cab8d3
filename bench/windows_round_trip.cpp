// SPDX-License-Identifier: MIT
// The round trip of `isready` on Windows. One program with three roles, because nothing else of bench runs
// there:
//   windows_round_trip gui N COMMAND   starts COMMAND, and prints the median of N round trips in microseconds
//   windows_round_trip relay COMMAND   the least that a relay can do: a thread for each direction
//   windows_round_trip engine          answers `uci` and `isready`
#include <windows.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Child {
  HANDLE process = nullptr;
  HANDLE input = nullptr;
  HANDLE output = nullptr;
};

/// Its pipes are anonymous, as those of most GUIs are.
Child start(std::string command) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  Child child;
  STARTUPINFOA startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
  ::CreatePipe(&startup.hStdInput, &child.input, &inherited, 0);
  ::CreatePipe(&child.output, &startup.hStdOutput, &inherited, 0);
  for (const HANDLE ours : {child.input, child.output}) ::SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
  PROCESS_INFORMATION started{};
  if (::CreateProcessA(nullptr, command.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup,
                       &started) == 0) {
    std::cerr << "cannot start " << command << '\n';
    std::exit(1);
  }
  ::CloseHandle(startup.hStdInput);
  ::CloseHandle(startup.hStdOutput);
  child.process = started.hProcess;
  return child;
}

void write_all(HANDLE to, const char* bytes, DWORD size) {
  DWORD written = 0;
  for (; size > 0 && ::WriteFile(to, bytes, size, &written, nullptr) != 0; size -= written) bytes += written;
}

void pass_on(HANDLE from, HANDLE to) {
  std::array<char, 64 * 1024> block{};
  DWORD count = 0;
  while (::ReadFile(from, block.data(), block.size(), &count, nullptr) != 0 && count > 0)
    write_all(to, block.data(), count);
  ::CloseHandle(to);
}

int relay(const std::string& command) {
  const Child engine = start(command);
  std::thread(pass_on, ::GetStdHandle(STD_INPUT_HANDLE), engine.input).detach();
  pass_on(engine.output, ::GetStdHandle(STD_OUTPUT_HANDLE));
  std::exit(0);  // the thread may still read
}

int play_engine() {
  const HANDLE output = ::GetStdHandle(STD_OUTPUT_HANDLE);
  for (std::string line; std::getline(std::cin, line) && line != "quit";) {
    if (line.starts_with("uci\r") || line == "uci") write_all(output, "id name Echo\nuciok\n", 19);
    if (line.starts_with("isready")) write_all(output, "readyok\n", 8);
  }
  return 0;
}

int play_gui(std::size_t count, const std::string& command) {
  const Child program = start(command);
  const auto ask = [&program](const std::string& question, const std::string& answer) {
    write_all(program.input, question.data(), static_cast<DWORD>(question.size()));
    std::array<char, 4096> block{};
    DWORD size = 0;
    for (std::string said; said.find(answer) == std::string::npos; said.append(block.data(), size)) {
      if (::ReadFile(program.output, block.data(), block.size(), &size, nullptr) == 0) std::exit(1);
    }
  };
  ask("uci\n", "uciok");
  std::vector<double> trips(count);
  for (double& microseconds : trips) {
    const auto begin = std::chrono::steady_clock::now();
    ask("isready\n", "readyok");
    microseconds =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  }
  std::ranges::nth_element(trips, trips.begin() + static_cast<std::ptrdiff_t>(count / 2));
  std::printf("%.1f\n", trips[count / 2]);
  write_all(program.input, "quit\n", 5);
  ::WaitForSingleObject(program.process, 5000);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments, arguments + count);
  if (words.size() == 4 && words[1] == "gui") return play_gui(std::stoul(words[2]), words[3]);
  if (words.size() == 3 && words[1] == "relay") return relay(words[2]);
  if (words.size() == 2 && words[1] == "engine") return play_engine();
  std::cerr << "usage: windows_round_trip gui N COMMAND | relay COMMAND | engine\n";
  return 2;
}
