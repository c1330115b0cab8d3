// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/signals.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// A program that inherits it to read from also inherits its other end, so it never sees the end of input.
int silent_pipe() {
  int ends[2] = {-1, -1};
  return ::pipe(ends) == 0 ? ends[0] : -1;
}

/// The end of a pipe to write to, whose other end is closed.
int unread_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return -1;
  ::close(ends[0]);
  return ends[1];
}

/// Files instead of pipes: nobody has to read and write at the same time.
[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const std::string& work, const Surroundings& surroundings) {
  ::dup2(surroundings.silent ? silent_pipe() : ::open((work + "/in").c_str(), O_RDONLY), STDIN_FILENO);
  const auto open_output = [](const std::string& path, bool is_full) {
    const int file = ::creat(path.c_str(), 0600);
    return is_full ? ::open("/dev/full", O_WRONLY) : file;
  };
  ::dup2(surroundings.out_is_unread ? unread_pipe() : open_output(work + "/out", surroundings.out_is_full),
         STDOUT_FILENO);
  ::dup2(open_output(work + "/err", surroundings.err_is_full), STDERR_FILENO);
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::string absolute = std::filesystem::absolute(program);
  if (!surroundings.folder.empty() && ::chdir(surroundings.folder.c_str()) != 0) ::_exit(126);
  for (const auto& [name, value] : surroundings.variables) ::setenv(name.c_str(), value.c_str(), 1);
  ::alarm(surroundings.limit);
  ::execv(absolute.c_str(), argv.data());
  ::_exit(127);
}

}  // namespace

const char* const kCrash = "killed by signal 11 (Segmentation fault)";

RunningProgram::RunningProgram(const std::string& program, const std::vector<std::string>& arguments,
                               const Surroundings& surroundings) {
  write_text(work_ / "in", surroundings.input);
  // They are there even if the process is killed at once.
  for (const char* output : {"out", "err"}) write_text(work_ / output, "");
  const pid_t process = ::fork();
  if (process == 0) become(program, arguments, work_.path(), surroundings);
  process_ = process;
  if (process < 0) throw std::runtime_error("cannot run " + program);
}

void RunningProgram::await_handler(int signal) const {
  polyglot::test::await_handler(static_cast<pid_t>(process_), signal);
}

void RunningProgram::kill(int signal) const {
  ::kill(static_cast<pid_t>(process_), signal);
}

void RunningProgram::send(int signal) const {
  await_handler(signal);
  kill(signal);
}

Outcome RunningProgram::end() {
  int status = 0;
  if (::waitpid(static_cast<pid_t>(process_), &status, 0) != process_)
    throw std::runtime_error("the program is lost");
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_text(work_ / "out"),
          .err = read_text(work_ / "err")};
}

}  // namespace polyglot::tools::test
