// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "process/poller.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {

struct Poller::Set {
  struct Member {
    Watched* watched = nullptr;
    unsigned events = 0;
    Source* source = nullptr;
    unsigned happened = 0;
  };

  [[nodiscard]] std::vector<Member>::iterator find(const os::Descriptor& descriptor) noexcept {
    return std::ranges::find(members, watched_of(descriptor), &Member::watched);
  }

  /// Notes the events that have happened. Returns false if there are none. Call it with the lock held.
  [[nodiscard]] bool look() noexcept {
    bool has_any = false;
    for (Member& member : members) {
      member.happened = member.watched->events() & (member.events | kBroken);
      has_any |= member.happened != 0;
    }
    return has_any;
  }

  std::vector<Member> members;
};

Poller::Poller() : set_(std::make_unique<Set>()) {}
Poller::~Poller() = default;

bool Poller::add(const os::Descriptor& descriptor, unsigned events, Source& source) {
  Watched* const watched = watched_of(descriptor);
  if (watched == nullptr) return false;
  set_->members.push_back({watched, events, &source});
  watched->begin(events);
  return true;
}

void Poller::change(const os::Descriptor& descriptor, unsigned events, Source& /*source*/) noexcept {
  set_->find(descriptor)->events = events;
  watched_of(descriptor)->begin(events);
}

void Poller::remove(const os::Descriptor& descriptor) noexcept {
  const auto member = set_->find(descriptor);
  if (member == set_->members.end()) return;
  std::swap(*member, set_->members.back());
  set_->members.pop_back();
}

void Poller::wait(int limit) {
  {
    using Clock = std::chrono::steady_clock;
    WatchLock lock;
    const auto deadline = Clock::now() + std::chrono::milliseconds(limit);
    while (!set_->look()) {
      const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (limit >= 0 && rest <= 0) return;
      Watched::wait(lock, limit < 0 ? INFINITE : static_cast<DWORD>(rest));
    }
  }
  // Go backwards, because a source that removes itself gives its place to the last one.
  for (std::size_t i = set_->members.size(); i-- > 0;) {
    auto& member = set_->members[i];
    if (const unsigned events = std::exchange(member.happened, 0)) member.source->happened(events);
  }
}

}  // namespace polyglot::process
