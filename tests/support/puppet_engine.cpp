// SPDX-License-Identifier: MIT
// Takes the place of an engine, so that the test itself can be that engine. It sends its stdin and stdout
// over the Unix socket named on the command line, and lives until the test closes the socket.
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

int connect_to(const char* path) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return -1;
  return socket;
}

bool hand_over(int socket) {
  const int descriptors[2] = {STDIN_FILENO, STDOUT_FILENO};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)]{};
  char byte = 0;
  iovec data{&byte, 1};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
  return ::sendmsg(socket, &message, 0) == 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int socket = connect_to(argv[1]);
  if (socket < 0 || !hand_over(socket)) return 1;
  char ignored = 0;
  while (::read(socket, &ignored, 1) > 0) {
  }
  return 0;
}
