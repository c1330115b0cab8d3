// SPDX-License-Identifier: MIT
#include <polyglot/process/event.hpp>

namespace polyglot::process {

boost::asio::awaitable<void> Event::wait(Milliseconds limit) {
  Loop::Waiter* waiter = nullptr;
  const Registration registered(waiting_, waiter);
  // Inside the co_await expression, g++ 12 would evaluate both branches of the conditional.
  const auto deadline = limit == kForEver ? Loop::kNever : Loop::Clock::now() + limit;
  co_await loop_.suspend(waiter, deadline);
}

}  // namespace polyglot::process
