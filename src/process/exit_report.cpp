#include <cstring>
#include <sys/wait.h>

#include <polyglot/process/exit_report.hpp>

namespace polyglot::process {

ExitReport ExitReport::from_wait_status(int status) noexcept {
  if (WIFEXITED(status)) return {Kind::exited, WEXITSTATUS(status)};
  if (WIFSIGNALED(status)) return {Kind::killed, WTERMSIG(status)};
  return {};
}

std::string ExitReport::text() const {
  switch (kind) {
    case Kind::exited:
      return "exited with status " + std::to_string(code);
    case Kind::killed:
      return "killed by signal " + std::to_string(code) + " (" + ::strsignal(code) + ")";
    case Kind::unguarded:
      break;
  }
  const std::string text = "ended by force: its guardian was killed or hangs";
  return code == 0 ? text : text + ", and " + std::to_string(code) + " of its processes cannot be killed";
}

}  // namespace polyglot::process
