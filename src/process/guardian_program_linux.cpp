// SPDX-License-Identifier: MIT
// engine-guardian ENGINE: ENGINE is a process id, and standard input is the lifeline.
//
// The guardian as a separate program. A fork of the proxy copies about fifty pages. This program needs only a
// few, because it has no C library. It defines the functions of the library that guardian_watch_posix.cpp
// calls.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>

#include "process/guardian_watch_posix.hpp"

/// Makes a system call. A negative result is a negated errno. guardian_entry_*.S defines it.
extern "C" long call_kernel(long number, long a, long b, long c, long d, long e) noexcept;

namespace {

constexpr long kSignalSetSize = 8;  ///< bytes in the kernel; the set of the C library is larger

long value_of(const void* address) noexcept {
  return static_cast<long>(reinterpret_cast<std::intptr_t>(address));
}

/// Makes a system call, and sets errno as the C library does.
long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) noexcept {
  const long result = call_kernel(number, a, b, c, d, e);
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace

// ---- the C library --------------------------------------------------------------------------------------

extern "C" {

int* __errno_location() noexcept {  // NOLINT(bugprone-reserved-identifier): `errno` calls it
  static int last = 0;
  return &last;
}
int sigemptyset(sigset_t* set) noexcept {
  *reinterpret_cast<std::uint64_t*>(set) = 0;
  return 0;
}
int sigaddset(sigset_t* set, int number) noexcept {
  *reinterpret_cast<std::uint64_t*>(set) |= std::uint64_t{1} << (number - 1);
  return 0;
}
int signalfd(int fd, const sigset_t* mask, int flags) noexcept {
  return static_cast<int>(call(SYS_signalfd4, fd, value_of(mask), kSignalSetSize, flags));
}
int poll(pollfd* events, nfds_t count, int /*for ever*/) {
  return static_cast<int>(call(SYS_ppoll, value_of(events), static_cast<long>(count)));
}
int open(const char* path, int flags, ...) {
  return static_cast<int>(call(SYS_openat, AT_FDCWD, value_of(path), flags));
}
int close(int fd) {
  return static_cast<int>(call(SYS_close, fd));
}
ssize_t read(int fd, void* buffer, std::size_t size) {
  return call(SYS_read, fd, value_of(buffer), static_cast<long>(size));
}
ssize_t send(int fd, const void* packet, std::size_t size, int flags) {
  return call(SYS_sendto, fd, value_of(packet), static_cast<long>(size), flags);
}
int kill(pid_t process, int number) noexcept {
  return static_cast<int>(call(SYS_kill, process, number));
}
int waitid(idtype_t kind, id_t process, siginfo_t* info, int options) {
  return static_cast<int>(call(SYS_waitid, static_cast<long>(kind), process, value_of(info), options));
}
pid_t waitpid(pid_t process, int* status, int options) {
  return static_cast<pid_t>(call(SYS_wait4, process, value_of(status), options));
}
void _exit(int status) {
  for (;;) call(SYS_exit_group, status);
}
}

// ---- the program ----------------------------------------------------------------------------------------

namespace {

using polyglot::is_digit;
using polyglot::process::watch_over;

/// Takes a number from the command line and clears it, so that ps and pkill see only our name.
pid_t take_process(char* word) noexcept {
  pid_t process = 0;
  for (; *word != '\0'; *word++ = '\0') process = is_digit(*word) ? process * 10 + (*word - '0') : 0;
  return process;
}

}  // namespace

/// `stack`: the number of arguments and then the arguments, as the kernel has stored them.
extern "C" [[noreturn]] void run_guardian(char** stack) noexcept {
  const auto count = reinterpret_cast<std::intptr_t>(*stack);
  char** const words = stack + 1;
  if (count < 2) ::_exit(2);
  const pid_t engine = take_process(words[1]);
  if (engine <= 1) ::_exit(2);  // no engine has these numbers, and kill() takes them for many processes
  watch_over(engine);
}
