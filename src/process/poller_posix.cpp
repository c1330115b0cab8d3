// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <polyglot/os/descriptor_posix.hpp>

#include "process/poller.hpp"

namespace polyglot::process {
namespace {

constexpr int kLookMilliseconds = 20;

struct Watched {
  unsigned events = 0;
  bool is_socket = false;
  Poller::Source* source = nullptr;

  /// poll(2) does not report that a peer has closed its half of a socket.
  [[nodiscard]] bool wants_hang_up() const noexcept { return is_socket && (events & Poller::kHangUp) != 0; }
  [[nodiscard]] bool is_to_be_looked_at() const noexcept {
    return wants_hang_up() && (events & Poller::kReadable) == 0;
  }
};

short to_poll(unsigned events) {
  return static_cast<short>(((events & Poller::kReadable) != 0 ? POLLIN : 0) |
                            ((events & Poller::kWritable) != 0 ? POLLOUT : 0));
}

unsigned from_poll(short events) {
  return ((events & POLLIN) != 0 ? Poller::kReadable : 0) |
         ((events & POLLOUT) != 0 ? Poller::kWritable : 0) |
         ((events & (POLLHUP | POLLERR | POLLNVAL)) != 0 ? Poller::kBroken : 0);
}

/// Whether the peer has closed its half. The system shows this only after all data has been read.
bool is_at_end(int socket) {
  char next = 0;
  return ::recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/// poll(2) takes no more descriptors than the process may open. If that limit was lowered, we poll the
/// descriptors one by one.
int wait_for_any(std::vector<pollfd>& polled, int limit) {
  const int all = ::poll(polled.data(), static_cast<nfds_t>(polled.size()), limit);
  if (all >= 0 || errno != EINVAL) return all;
  int ready = 0;
  for (pollfd& one : polled) ready += ::poll(&one, 1, 0) > 0 ? 1 : 0;
  if (ready == 0) ::poll(nullptr, 0, limit < 0 ? kLookMilliseconds : std::min(limit, kLookMilliseconds));
  return ready;
}

bool never_waits(int descriptor, const struct stat& status) {
  const bool is_device = S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0;
  return is_device || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode);
}

}  // namespace

struct Poller::Set {
  [[nodiscard]] std::size_t place_of(const os::Descriptor& descriptor) const noexcept {
    const auto is_it = [&descriptor](const pollfd& one) { return one.fd == number_of(descriptor); };
    return static_cast<std::size_t>(std::ranges::find_if(polled, is_it) - polled.begin());
  }

  /// One entry for each descriptor, in the same order as `watched`.
  std::vector<pollfd> polled;
  std::vector<Watched> watched;
};

Poller::Poller() : set_(std::make_unique<Set>()) {}
Poller::~Poller() = default;

bool Poller::add(const os::Descriptor& descriptor, unsigned events, Source& source) {
  struct stat status {};
  const int number = number_of(descriptor);
  if (::fstat(number, &status) != 0 || never_waits(number, status)) return false;
  set_->polled.push_back({number, to_poll(events), 0});
  set_->watched.push_back({events, S_ISSOCK(status.st_mode), &source});
  return true;
}

void Poller::change(const os::Descriptor& descriptor, unsigned events, Source& /*source*/) noexcept {
  const std::size_t place = set_->place_of(descriptor);
  set_->polled[place].events = to_poll(events);
  set_->watched[place].events = events;
}

void Poller::remove(const os::Descriptor& descriptor) noexcept {
  const std::size_t place = set_->place_of(descriptor);
  std::swap(set_->polled[place], set_->polled.back());
  std::swap(set_->watched[place], set_->watched.back());
  set_->polled.pop_back();
  set_->watched.pop_back();
}

void Poller::wait(int limit) {
  auto& [polled, watched] = *set_;
  if (std::ranges::any_of(watched, &Watched::is_to_be_looked_at))
    limit = limit < 0 ? kLookMilliseconds : std::min(limit, kLookMilliseconds);
  if (wait_for_any(polled, limit) < 0) return;
  // Go backwards, because a source that removes itself gives its place to the last one.
  for (std::size_t i = polled.size(); i-- > 0;) {
    unsigned events = from_poll(polled[i].revents);
    const bool may_be_at_end = watched[i].is_to_be_looked_at() || (events & kReadable) != 0;
    if (watched[i].wants_hang_up() && may_be_at_end && is_at_end(polled[i].fd)) events |= kHangUp;
    if (events != 0) watched[i].source->happened(events);
  }
}

}  // namespace polyglot::process
