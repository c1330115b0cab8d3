// SPDX-License-Identifier: MIT
#include <polyglot/process/event.hpp>

namespace polyglot::process {

boost::asio::awaitable<void> Event::wait(Milliseconds limit) {
  Loop::Waiter* waiter = nullptr;
  const Registration registered(waiting_, waiter);
  // g++ 12 computes both values of a choice that stands in the expression of co_await.
  const auto deadline = limit == kForEver ? Loop::kNever : Loop::Clock::now() + limit;
  co_await loop_.suspend(waiter, deadline);
}

}  // namespace polyglot::process
