// SPDX-License-Identifier: MIT
#include <windows.h>
#include <atomic>
#include <future>
#include <thread>

#include <polyglot/os/descriptor.hpp>

#include "process/program_start.hpp"
#include "proxy/gui.hpp"
#include "proxy/leftovers_win32.hpp"
#include "support/child_win32.hpp"

namespace polyglot::proxy::testing {
namespace {

constexpr std::chrono::milliseconds kPause{1};

/// Writes in a thread. `goes_on` is asked meanwhile, with the number of bytes written: false cancels the
/// rest.
std::size_t write_while(const os::Descriptor& pipe, std::string_view text,
                        const std::function<bool(std::size_t)>& goes_on) {
  constexpr std::size_t kPiece = 4096;
  std::atomic<std::size_t> sent = 0;
  std::atomic<bool> is_cancelled = false;
  const auto write = [&] {
    for (DWORD count = 0; sent < text.size() && !is_cancelled; sent += count) {
      const std::string_view piece = text.substr(sent, kPiece);
      if (::WriteFile(pipe.native(), piece.data(), static_cast<DWORD>(piece.size()), &count, nullptr) == 0)
        return;
    }
  };
  const std::future<void> writer = std::async(std::launch::async, write);
  while (writer.wait_for(kPause) != std::future_status::ready) {
    if (!is_cancelled) is_cancelled = !goes_on(sent);
    if (is_cancelled) ::CancelIoEx(pipe.native(), nullptr);
  }
  return sent;
}

}  // namespace

const char* const kForcedEnd = "exited with status 1";
const char* const kCrash = "crashed with 0xC0000005 (access violation)";

Gui::Gui(const Launch& launch) : errors_file_(launch.folder + "/stderr.txt") {
  test::Pipe to_program(&test::Pipe::read);
  test::Pipe from_program(&test::Pipe::write);
  if (!launch.input.empty()) {
    to_program.read = test::open_inherited(launch.input);
    to_program.write.reset();
  }
  const os::Descriptor errors = test::create_inherited(errors_file_);
  const DWORD console = launch.is_detached ? DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP : CREATE_NO_WINDOW;
  test::Child child = test::start_child({.argv = launch.argv,
                                         .folder = launch.folder,
                                         .environment = launch.environment,
                                         .input = to_program.read.native(),
                                         .output = from_program.write.native(),
                                         .errors = errors.native(),
                                         .flags = console | CREATE_SUSPENDED});
  if (!launch.environment.empty()) mark(child.process, launch.environment.front());
  ::ResumeThread(child.thread.native());
  pid_ = static_cast<int>(child.id);
  process_ = std::move(child.process);
  input_ = std::move(to_program.write);
  output_ = std::move(from_program.read);
}

Gui::~Gui() {
  end_by_force();
}

void Gui::send(std::string_view lines) {
  const std::string text = std::string(lines) + "\n";
  const auto deadline = Clock::now() + kPatience;
  const auto read_meanwhile = [&](std::size_t) {
    if (await_output(std::chrono::milliseconds(0))) read_some(deadline, "output");
    return Clock::now() < deadline;
  };
  if (write_while(input_, text, read_meanwhile) < text.size()) give_up("to read what the GUI sends");
}

std::size_t Gui::send_without_reading(std::string_view text) {
  constexpr std::chrono::milliseconds kNoMoreRoom{500};
  std::size_t before = 0;
  auto deadline = Clock::now() + kNoMoreRoom;
  return write_while(input_, text, [&](std::size_t sent) {
    if (std::exchange(before, sent) != sent) deadline = Clock::now() + kNoMoreRoom;
    return Clock::now() < deadline;
  });
}

void Gui::end_by_force() const {
  ::TerminateProcess(process_.native(), 1);
}

bool Gui::await_output(std::chrono::milliseconds limit) const {
  const auto deadline = Clock::now() + limit;
  for (;;) {
    DWORD available = 0;
    if (::PeekNamedPipe(output_.native(), nullptr, 0, nullptr, &available, nullptr) == 0 || available > 0)
      return true;
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(kPause);
  }
}

std::string Gui::read_block() const {
  std::string block(65536, '\0');
  DWORD count = 0;
  if (::ReadFile(output_.native(), block.data(), static_cast<DWORD>(block.size()), &count, nullptr) == 0)
    count = 0;
  block.resize(count);
  return block;
}

bool Gui::running() const {
  return ::WaitForSingleObject(process_.native(), 0) == WAIT_TIMEOUT;
}

process::ExitReport Gui::wait_unread(std::chrono::milliseconds limit) {
  if (::WaitForSingleObject(process_.native(), static_cast<DWORD>(limit.count())) != WAIT_OBJECT_0)
    give_up("its end");
  DWORD code = 0;
  test::check(::GetExitCodeProcess(process_.native(), &code) != 0, "GetExitCodeProcess");
  return process::report_of(static_cast<int>(code));
}

}  // namespace polyglot::proxy::testing
