// SPDX-License-Identifier: MIT
#include <polyglot/process/event.hpp>

namespace polyglot::process {

boost::asio::awaitable<void> Event::wait(Milliseconds limit) {
  Loop::Waiter* waiter = nullptr;
  const Registration registered(waiting_, waiter);
  // Not inside the co_await expression, because g++ 12 evaluates both branches of a conditional there.
  const auto deadline = limit == kForEver ? Loop::kNever : Loop::Clock::now() + limit;
  co_await loop_.suspend(waiter, deadline);
}

}  // namespace polyglot::process
