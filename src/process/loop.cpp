// SPDX-License-Identifier: MIT
#include <algorithm>
#include <climits>
#include <stdexcept>

#include <polyglot/process/loop.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/poller.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

Loop::Loop() {
  occupy_standard_descriptors();
  poller_ = std::make_unique<Poller>();
}

Loop::~Loop() {
  // Destroying a coroutine may wake others, so this is a loop.
  while (!ready_.empty() || !waiting_.empty() || !timed_.empty()) {
    for (Waiters* const list : {&ready_, &waiting_, &timed_})
      if (!list->empty()) static_cast<void>(retire(*list, unused_));
  }
}

asio::any_io_executor Loop::get_executor() {
  return Executor(*this);
}

Loop& Loop::of(const asio::any_io_executor& executor) {
  const auto* const ours = executor.target<Executor>();
  if (ours == nullptr) throw std::logic_error("this executor is of no process::Loop");
  return ours->loop();
}

// ---- Running ----------------------------------------------------------------------------------------------

void Loop::run() {
  for (stopped_ = false; !stopped_ && run_one_until(kNever);) {
  }
}

bool Loop::run_one_until(Clock::time_point deadline) {
  while (!ready_.empty() || !waiting_.empty() || !timed_.empty()) {
    await_events(ready_.empty() ? deadline : Clock::time_point::min());
    if (resume_ready()) return true;
    if (deadline != kNever && Clock::now() >= deadline) return false;
  }
  return false;
}

void Loop::poll() {
  while (run_one_until(Clock::time_point::min())) {
  }
}

/// Waits for events until `deadline`, or until the earliest deadline of a waiter.
void Loop::await_events(Clock::time_point deadline) {
  using std::chrono::milliseconds;
  for (const Waiter& waiter : timed_) deadline = std::min(deadline, waiter.deadline_);
  int timeout = 0;
  if (deadline == kNever) {
    timeout = -1;
  } else if (deadline != Clock::time_point::min()) {
    const auto rest = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    timeout = static_cast<int>(std::clamp<decltype(rest)>(rest, 0, INT_MAX));
  }
  poller_->wait(timeout);
  if (!timed_.empty()) wake_late();
}

void Loop::wake_late() noexcept {
  const auto now = Clock::now();
  for (auto next = timed_.begin(); next != timed_.end();) {
    Waiter& waiter = *next++;
    if (waiter.deadline_ <= now) wake(*waiter.place_);
  }
}

/// Resumes only coroutines that are ready now. Later ones wait until the next turn has handled the events.
bool Loop::resume_ready() {
  const std::size_t count = ready_.size();
  for (std::size_t i = 0; i < count && !ready_.empty(); ++i) retire(ready_, unused_)();
  return count > 0;
}

// ---- Waiting ----------------------------------------------------------------------------------------------

Loop::Waiter& Loop::enlist(Waiters& list, Resumption resume) {
  if (unused_.empty()) unused_.emplace_front();
  list.splice(list.end(), unused_, unused_.begin());
  Waiter& waiter = list.back();
  waiter.resume_ = std::move(resume);
  return waiter;
}

void Loop::enlist(Resumption resume, Waiter*& place, Clock::time_point deadline) {
  Waiters& list = deadline == kNever ? waiting_ : timed_;
  Waiter& waiter = enlist(list, std::move(resume));
  waiter.place_ = &place;
  waiter.deadline_ = deadline;
  waiter.self_ = std::prev(list.end());
  place = &waiter;
}

void Loop::wake(Waiter*& place) noexcept {
  Waiter* const waiter = std::exchange(place, nullptr);
  if (waiter == nullptr) return;
  ready_.splice(ready_.end(), waiter->deadline_ == kNever ? waiting_ : timed_, waiter->self_);
  waiter->place_ = nullptr;
}

/// Takes the resumption of the first waiter of `list`, and moves the waiter to `retired`.
Loop::Resumption Loop::retire(Waiters& list, Waiters& retired) noexcept {
  Waiter& first = list.front();
  if (first.place_ != nullptr) *std::exchange(first.place_, nullptr) = nullptr;
  retired.splice(retired.begin(), list, list.begin());
  return std::move(first.resume_);
}

}  // namespace polyglot::process
