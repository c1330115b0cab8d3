// SPDX-License-Identifier: MIT
#include "proxy/cecp/rig.hpp"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLimit{120};
constexpr std::chrono::microseconds kGlance{20};  ///< between two looks at Polyglot

void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what + ": " + std::strerror(errno));
}

os::Descriptor listen_at(const std::string& path) {
  os::Descriptor listener = os::own(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  require(::bind(listener.native(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0, path);
  require(::listen(listener.native(), 1) == 0, path);
  return listener;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

void write_line(int fd, std::string_view line) {
  const std::string text = std::string(line) + '\n';
  // Polyglot may have ended already. Its output shows this.
  (void)!::write(fd, text.data(), text.size());
}

void make_non_blocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// Bytes in a pipe of which we hold the writing end.
int unread_bytes(int fd) {
  int count = 0;
  return fd < 0 || ::ioctl(fd, FIONREAD, &count) != 0 ? 0 : count;
}

}  // namespace

Rig::Rig(const std::string& program, const std::vector<std::string>& arguments, const std::string& folder)
    : program_(program) {
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  const std::string path = folder + "/engine.socket";
  const os::Descriptor listener = listen_at(path);
  // 2.0.4 plays book moves that repeat a position. It ignores the option, which it does not know.
  std::vector<std::string> all = {
      program, "-noini", "-ec", PUPPET_ENGINE " " + path, "-pg", "BookAllowRepetition=true"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  start(program, all, folder);
  status_ = os::own(::open(("/proc/" + std::to_string(pid_) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  accept_engine(listener.native());
  await_greeting();
}

Rig::~Rig() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Rig::start(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& folder) {
  int input[2];
  int output[2];
  require(::pipe2(input, O_CLOEXEC) == 0 && ::pipe2(output, O_CLOEXEC) == 0, "pipe2");
  const os::Descriptor program_input = os::own(input[0]);
  const os::Descriptor program_output = os::own(output[1]);
  gui_input_ = os::own(input[1]);
  to_gui_.fd = os::own(output[0]);
  make_non_blocking(output[0]);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder + "/stderr.txt").c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<std::string> argv = arguments;
  std::vector<std::string> environment = {"HOME=" + folder, "PATH=/usr/bin:/bin"};
  errno = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers(argv).data(),
                        pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  require(errno == 0, program);
}

void Rig::accept_engine(int listener) {
  pollfd event{listener, POLLIN, 0};
  require(::poll(&event, 1, static_cast<int>(std::chrono::milliseconds(kLimit).count())) == 1,
          "the engine has not been started");
  puppet_ = os::own(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
  int descriptors[2] = {-1, -1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)]{};
  char byte = 0;
  iovec data{&byte, 1};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  require(::recvmsg(puppet_.native(), &message, MSG_CMSG_CLOEXEC) == 1, "recvmsg");
  std::memcpy(descriptors, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptors);
  to_engine_.fd = os::own(descriptors[0]);
  engine_output_ = os::own(descriptors[1]);
  make_non_blocking(descriptors[0]);
}

/// Before it greets the engine, Polyglot also sleeps for other reasons than having nothing to do.
void Rig::await_greeting() const {
  pollfd event{to_engine_.fd.native(), POLLIN, 0};
  if (::poll(&event, 1, static_cast<int>(std::chrono::milliseconds(kLimit).count())) != 1) {
    throw std::runtime_error(program_ + " does not come to rest");
  }
}

void Rig::send_from_gui(std::string_view line) {
  write_line(gui_input_.native(), line);
}
void Rig::send_from_engine(std::string_view line) {
  write_line(engine_output_.native(), line);
}

void Rig::settle() {
  const auto deadline = Clock::now() + kLimit;
  while (!ended()) {
    // The order matters: what Polyglot has read before it sleeps, it has handled.
    if (unread_bytes(gui_input_.native()) == 0 && unread_bytes(engine_output_.native()) == 0 && asleep())
      return;
    if (Clock::now() > deadline) throw std::runtime_error(program_ + " does not come to rest");
    std::this_thread::sleep_for(kGlance);
  }
}

bool Rig::ended() const {
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid != 0;
}

bool Rig::asleep() const {
  char text[512];
  const ssize_t count = ::pread(status_.native(), text, sizeof text - 1, 0);
  if (count <= 0) return true;
  // pid (name) state …
  const std::string_view line(text, static_cast<std::size_t>(count));
  return line.substr(line.rfind(')') + 2, 1) == "S";
}

std::vector<std::string> Rig::lines_to_gui() {
  return to_gui_.take_lines();
}
std::vector<std::string> Rig::lines_to_engine() {
  return to_engine_.take_lines();
}

std::vector<std::string> Rig::Source::take_lines() {
  char buffer[16384];
  for (ssize_t count; (count = ::read(fd.native(), buffer, sizeof buffer)) > 0;) {
    pending.append(buffer, static_cast<std::size_t>(count));
  }
  std::vector<std::string> lines;
  for (std::size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1)) {
    lines.push_back(pending.substr(0, end));
  }
  return lines;
}

}  // namespace polyglot::proxy::testing
