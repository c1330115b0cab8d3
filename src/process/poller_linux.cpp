// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <span>
#include <sys/epoll.h>
#include <system_error>

#include <polyglot/os/descriptor_posix.hpp>

#include "process/poller.hpp"

namespace polyglot::process {
namespace {

std::uint32_t to_epoll(unsigned events) {
  return ((events & Poller::kReadable) != 0 ? EPOLLIN : 0U) |
         ((events & Poller::kWritable) != 0 ? EPOLLOUT : 0U) |
         ((events & Poller::kHangUp) != 0 ? EPOLLRDHUP : 0U);
}

unsigned from_epoll(std::uint32_t events) {
  return ((events & EPOLLIN) != 0 ? Poller::kReadable : 0) |
         ((events & EPOLLOUT) != 0 ? Poller::kWritable : 0) |
         ((events & EPOLLRDHUP) != 0 ? Poller::kHangUp : 0) |
         ((events & (EPOLLHUP | EPOLLERR)) != 0 ? Poller::kBroken : 0);
}

}  // namespace

/// One system call waits for all descriptors. A descriptor that is already in the set costs no other call.
struct Poller::Set {
  /// Calls epoll_ctl(2). Returns 0, or -1 with errno set.
  [[nodiscard]] int control(int operation, const os::Descriptor& descriptor, unsigned events,
                            Source& source) const noexcept {
    epoll_event interest{};
    interest.events = to_epoll(events);
    interest.data.ptr = &source;
    return ::epoll_ctl(number_of(epoll), operation, number_of(descriptor), &interest);
  }

  os::Descriptor epoll = os::own(::epoll_create1(EPOLL_CLOEXEC));
};

Poller::Poller() : set_(std::make_unique<Set>()) {
  if (!set_->epoll) throw std::system_error(errno, std::system_category(), "epoll");
}
Poller::~Poller() = default;

bool Poller::add(const os::Descriptor& descriptor, unsigned events, Source& source) {
  if (set_->control(EPOLL_CTL_ADD, descriptor, events, source) == 0) return true;
  if (errno != EPERM) throw std::system_error(errno, std::system_category(), "epoll");
  return false;
}

void Poller::change(const os::Descriptor& descriptor, unsigned events, Source& source) noexcept {
  (void)set_->control(EPOLL_CTL_MOD, descriptor, events, source);
}

void Poller::remove(const os::Descriptor& descriptor) noexcept {
  ::epoll_ctl(number_of(set_->epoll), EPOLL_CTL_DEL, number_of(descriptor), nullptr);
}

void Poller::wait(int limit) {
  std::array<epoll_event, 16> events;
  const int count = ::epoll_wait(number_of(set_->epoll), events.data(), events.size(), limit);
  for (const epoll_event& event : std::span(events).first(static_cast<std::size_t>(std::max(count, 0))))
    static_cast<Source*>(event.data.ptr)->happened(from_epoll(event.events));
}

}  // namespace polyglot::process
