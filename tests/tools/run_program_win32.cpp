// SPDX-License-Identifier: MIT
#include <windows.h>

#include "support/child_win32.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {

namespace windows = polyglot::test;

const char* const kCrash = "crashed with 0xC0000005 (access violation)";

RunningProgram::RunningProgram(const std::string& program, const std::vector<std::string>& arguments,
                               const Surroundings& surroundings) {
  write_text(work_ / "in", surroundings.input);
  windows::check(!surroundings.out_is_full && !surroundings.out_is_unread && !surroundings.err_is_full,
                 "a device without room");
  windows::Pipe silent(&windows::Pipe::read);
  const os::Descriptor input = windows::open_inherited(work_ / "in");
  const os::Descriptor output = windows::create_inherited(work_ / "out");
  const os::Descriptor errors = windows::create_inherited(work_ / "err");
  windows::ChildLaunch launch{.argv = {std::filesystem::absolute(program).make_preferred().string()},
                              .folder = surroundings.folder,
                              .environment = {},
                              .input = (surroundings.silent ? silent.read : input).native(),
                              .output = output.native(),
                              .errors = errors.native(),
                              .flags = CREATE_NO_WINDOW};
  launch.argv.insert(launch.argv.end(), arguments.begin(), arguments.end());
  for (const auto& [name, value] : surroundings.variables)
    launch.environment.push_back(std::string(name).append("=").append(value));
  windows::Child child = windows::start_child(launch);
  // Nobody closes it, so the input never ends.
  if (surroundings.silent) (void)silent.write.release();
  limit_ = surroundings.limit;
  process_ = reinterpret_cast<std::intptr_t>(child.process.native());
  (void)child.process.release();
}

Outcome RunningProgram::end() {
  const os::Descriptor process = os::own(reinterpret_cast<HANDLE>(process_));
  constexpr DWORD kMilliseconds = 1000;
  const DWORD limit = limit_ == 0 ? INFINITE : kMilliseconds * limit_;
  const bool is_late = ::WaitForSingleObject(process.native(), limit) == WAIT_TIMEOUT;
  if (is_late) {
    ::TerminateProcess(process.native(), 1);
    ::WaitForSingleObject(process.native(), INFINITE);
  }
  DWORD code = 0;
  windows::check(::GetExitCodeProcess(process.native(), &code) != 0, "GetExitCodeProcess");
  return {.exit_code = is_late ? -1 : static_cast<int>(code),
          .out = read_text(work_ / "out"),
          .err = read_text(work_ / "err")};
}

}  // namespace polyglot::tools::test
