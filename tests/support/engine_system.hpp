// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

/// What the scripted engines ask of the operating system.
namespace polyglot::test {

/// Call it first. The standard streams pass bytes as they are, and a crash ends the program although it has
/// sanitizers.
void prepare_engine();

/// Waits for input. Returns the number of bytes read, 0 at the end of the input; nothing if none came.
[[nodiscard]] std::optional<std::size_t> read_input(char* buffer, std::size_t size);
void close_input();

[[noreturn]] void sleep_for_ever();
/// Accesses memory that is not there, as far as the system can tell.
[[noreturn]] void crash();

/// SIGTERM does nothing from now on. Windows has no such signal.
void ignore_termination();
/// await_interrupt() waits for a SIGINT that came after hold_interrupts(). On Windows none ever comes.
void hold_interrupts();
void await_interrupt();

/// Appends a line to a file, which several processes may share. False if that fails.
[[nodiscard]] bool append_line(const std::string& path, const std::string& line);

/// These append the number of a process to the file `pids`, if it has a name, before they return.
void tell_own_pid(const std::string& pids);
/// Starts a child in the same process group.
void start_child(const std::string& pids);
/// Leaves a process in a session of its own that ignores everything; on Windows one without a console.
void start_daemon(const std::string& pids);

}  // namespace polyglot::test
