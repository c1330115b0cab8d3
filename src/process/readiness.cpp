// SPDX-License-Identifier: MIT
#include "process/readiness.hpp"
#include <utility>

namespace polyglot::process {

namespace asio = boost::asio;

Readiness::Readiness(const asio::any_io_executor& executor, os::Descriptor descriptor, Event event)
    : loop_(Loop::of(executor)),
      descriptor_(std::move(descriptor)),
      event_(event == Event::readable ? Poller::kReadable : Poller::kWritable) {}

Readiness::Readiness(const asio::any_io_executor& executor, Event event)
    : Readiness(executor, os::Descriptor(), event) {
  is_to_come_ = true;
}

void Readiness::open(os::Descriptor descriptor) noexcept {
  if (!std::exchange(is_to_come_, false)) return;
  descriptor_ = std::move(descriptor);
  loop_.wake(for_event_);
}

asio::awaitable<void> Readiness::wait() {
  const bool can_wait = is_to_come_ || watch(event_);
  return loop_.suspend(for_event_, can_wait ? Loop::kNever : Loop::Clock::time_point::min());
}

asio::awaitable<bool> Readiness::wait_hang_up() {
  if (!is_open() || !watch(Poller::kHangUp)) co_return false;
  co_await loop_.suspend(for_hang_up_);
  co_return is_open();
}

/// Returns false for a file or a device, which is always ready. Throws if the system cannot watch the
/// descriptor.
bool Readiness::watch(unsigned events) {
  if (!is_open() || always_ready_) return false;
  if (watched_ && (events_ & events) == events) return true;
  events_ |= events;
  if (watched_) {
    loop_.poller().change(descriptor(), events_, *this);
  } else {
    watched_ = loop_.poller().add(descriptor(), events_, *this);
    always_ready_ = !watched_;
  }
  return watched_;
}

unsigned Readiness::wanted() const noexcept {
  return (for_event_ != nullptr ? event_ : 0) | (for_hang_up_ != nullptr ? Poller::kHangUp : 0);
}

/// Without a waiter, the poller would report the event again and again. Therefore it stops watching it.
void Readiness::happened(unsigned events) {
  const bool nobody_waits = for_event_ == nullptr && for_hang_up_ == nullptr;
  if (nobody_waits) {
    loop_.poller().remove(descriptor());
    watched_ = false;
    events_ = 0;
  } else if ((events & events_ & ~wanted()) != 0) {
    events_ = wanted();
    loop_.poller().change(descriptor(), events_, *this);
  }
  if ((events & (event_ | Poller::kBroken)) != 0) loop_.wake(for_event_);
  if ((events & (Poller::kHangUp | Poller::kBroken)) != 0) loop_.wake(for_hang_up_);
}

void Readiness::close() noexcept {
  if (watched_) loop_.poller().remove(descriptor());
  watched_ = false;
  is_to_come_ = false;
  descriptor_.reset();
  loop_.wake(for_event_);
  loop_.wake(for_hang_up_);
}

}  // namespace polyglot::process
