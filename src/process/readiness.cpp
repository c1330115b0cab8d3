// SPDX-License-Identifier: MIT
#include "process/readiness.hpp"
#include <cerrno>
#include <sys/epoll.h>
#include <unistd.h>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

namespace polyglot::process {

namespace asio = boost::asio;
using Base = asio::posix::descriptor_base;

namespace {

std::uint32_t epoll_events(Readiness::Event event) {
  switch (event) {
    case Readiness::Event::readable:
      return EPOLLIN;
    case Readiness::Event::writable:
      return EPOLLOUT;
    case Readiness::Event::hang_up:
      return EPOLLRDHUP;  // EPOLLHUP comes unasked
  }
  return 0;
}

}  // namespace

Readiness::Readiness(const asio::any_io_executor& executor, os::Descriptor descriptor, Event event,
                     Sharing sharing)
    : descriptor_(descriptor.get()),
      shared_(std::move(descriptor)),
      waited_(executor),
      wait_type_(event == Event::readable ? Base::wait_read : Base::wait_write) {
  if (sharing == Sharing::own) {
    waited_.assign(shared_.release());
  } else {
    watch_shared(event);
  }
}

void Readiness::watch_shared(Event event) {
  os::Descriptor set(::epoll_create1(EPOLL_CLOEXEC));
  epoll_event interest{};
  interest.events = epoll_events(event);
  if (!set || ::epoll_ctl(set.get(), EPOLL_CTL_ADD, descriptor_, &interest) != 0) {
    always_ready_ = true;
    return;
  }
  waited_.assign(set.release());
  wait_type_ = Base::wait_read;
}

asio::awaitable<void> Readiness::wait() {
  if (always_ready_) {
    // Others get their turn between two blocks of a long file.
    co_await asio::post(waited_.get_executor(), asio::use_awaitable);
    co_return;
  }
  boost::system::error_code failure;
  co_await waited_.async_wait(wait_type_, asio::redirect_error(asio::use_awaitable, failure));
  // Cancelled from outside: nobody may believe that a blocking descriptor is ready.
  if (failure && is_open()) throw boost::system::system_error(failure);
}

asio::awaitable<std::size_t> Readiness::read(std::span<char> to, boost::system::error_code& failure) {
  if (!shared_ && is_open()) {
    const std::size_t count = co_await waited_.async_read_some(
        asio::buffer(to.data(), to.size()), asio::redirect_error(asio::use_awaitable, failure));
    if (failure == asio::error::operation_aborted && is_open()) throw boost::system::system_error(failure);
    if (failure == asio::error::eof || !is_open()) failure.clear();
    co_return count;
  }
  while (is_open()) {
    co_await wait();
    if (!is_open()) break;
    const ssize_t count = ::read(descriptor_, to.data(), to.size());
    if (count >= 0) co_return static_cast<std::size_t>(count);
    if (errno == EAGAIN || errno == EINTR) continue;
    failure.assign(errno, boost::system::system_category());
    break;
  }
  co_return 0;
}

asio::awaitable<bool> Readiness::wait_hang_up() {
  boost::system::error_code failure;
  co_await waited_.async_wait(Base::wait_error, asio::redirect_error(asio::use_awaitable, failure));
  if (failure && is_open()) throw boost::system::system_error(failure);
  co_return is_open();
}

void Readiness::close() noexcept {
  boost::system::error_code ignored;
  waited_.close(ignored);
  shared_.reset();
  descriptor_ = -1;
}

}  // namespace polyglot::process
