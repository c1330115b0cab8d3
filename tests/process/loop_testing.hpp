// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <polyglot/process/event.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

/// What tests of the loop and of its channels use on every system.
namespace polyglot::process::testing {

constexpr std::chrono::seconds kDeadline{60};

/// The loop of a test. It runs one coroutine to its end, and the others meanwhile. It throws at the deadline.
class TestLoop {
 public:
  using Clock = std::chrono::steady_clock;
  boost::asio::io_context loop{1};

  [[nodiscard]] auto executor() { return loop.get_executor(); }

  template <class T>
  T await(boost::asio::awaitable<T> coroutine) {
    std::optional<T> result;
    boost::asio::co_spawn(executor(), std::move(coroutine), [&result](std::exception_ptr error, T value) {
      if (error) std::rethrow_exception(error);
      result.emplace(std::move(value));
    });
    run_until([&result] { return result.has_value(); });
    return std::move(*result);
  }

  void spawn(boost::asio::awaitable<void> coroutine) {
    boost::asio::co_spawn(executor(), std::move(coroutine), boost::asio::detached);
  }

  void run_until(const std::function<bool()>& done) {
    const auto deadline = std::chrono::steady_clock::now() + kDeadline;
    while (!done()) {
      if (!run_one_until(loop, deadline)) throw std::runtime_error("the deadline has passed");
    }
  }
};

/// The value of a temporary result, of which value() is a reference in some versions of Boost, a value in
/// others.
template <class Value>
Value taken(Result<Value> result) {
  return std::move(*result);
}

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Everything up to the end.
inline boost::asio::awaitable<std::string> read_all(LineReader& reader) {
  std::string all;
  for (;;) {
    const auto block = co_await reader.read_lines();
    if (!block || block->empty()) break;
    all += *block;
  }
  co_return all;
}

/// Everything up to the line that starts with `prefix`, that block included.
inline boost::asio::awaitable<std::string> read_until(LineReader& reader, std::string prefix) {
  std::string all;
  for (;;) {
    const auto block = co_await reader.read_lines();
    if (!block || block->empty()) break;
    all += *block;
    if (all.starts_with(prefix) || all.find("\n" + prefix) != std::string::npos) break;
  }
  co_return all;
}

inline boost::asio::awaitable<void> copy_all(LineReader& reader, std::string& all) {
  all = co_await read_all(reader);
}

}  // namespace polyglot::process::testing
