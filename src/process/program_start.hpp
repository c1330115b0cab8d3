// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <system_error>

#include <polyglot/os/environment.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/result.hpp>

#include "process/byte_stream.hpp"

/// What the start of a program needs. Boost.Process searches PATH, too, but it knows neither an engine's
/// working directory nor the folders of games, and does not say what is wrong with a file that it found.
namespace polyglot::process {

/// Finds the executable file for `command`, the first word of a command line, where EngineConnection::start()
/// says. `directory`: the engine's working directory; empty: ours. Error: the places tried and the reason.
[[nodiscard]] Result<std::string> find_executable(std::string_view command, const std::string& directory,
                                                  const os::Environment& environment = os::own_environment());

#if defined(_WIN32)

/// Returns the program that runs the file `executable`. A batch file needs the command interpreter.
[[nodiscard]] std::wstring program_of(const std::string& executable);

/// Makes the command line that the program's C library splits into the same words. Boost.Process quotes a
/// backslash before a quotation mark wrongly, and CreateProcess lets a batch file execute parts of words.
/// Error: a batch file cannot get such a word, or has a percent sign in its path.
[[nodiscard]] Result<std::wstring> make_command_line(const std::string& executable,
                                                     const std::vector<std::string>& argv);

/// Explains an error of the start of the file `path`.
[[nodiscard]] Error explain_start_failure(const std::string& path, const std::error_code& error);

#else

/// Whether a file is a text without `#!`, which shells can start, too.
[[nodiscard]] bool is_bare_script(const std::string& path);

/// Explains an errno of the exec of the file `path`.
[[nodiscard]] Error explain_exec_failure(const std::string& path, int error);

#endif

/// The engine's standard input, output and errors.
using EngineEnds = std::array<os::NativeHandle, 3>;

/// Starts the program `executable`: guarded_engine.cpp on Linux, job.cpp on Windows. The caller sets the
/// channels. Error: the system's reason, or why the program cannot be started; no process remains.
[[nodiscard]] Result<std::shared_ptr<EngineConnection>> start_engine(
    const boost::asio::any_io_executor& executor, const std::string& executable, const EngineLaunch& launch,
    const EngineEnds& ends);

/// Makes a report from the status of waitpid(2), or from the exit code of a process of Windows.
[[nodiscard]] ExitReport report_of(int status);

}  // namespace polyglot::process
