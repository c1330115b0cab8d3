// SPDX-License-Identifier: MIT
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <polyglot/process/event.hpp>

#include "process/byte_stream.hpp"
#include "process/raw_io.hpp"
#if defined(_WIN32)
#include <polyglot/os/descriptor.hpp>
#endif

namespace polyglot::process {
namespace {

namespace asio = boost::asio;
using asio::awaitable;

constexpr std::size_t kRoom = 64UL * 1024;
#if defined(_WIN32)
constexpr auto kLook = kLookAtPeer;
#else
constexpr auto kLook = Event::kForEver;
#endif

/// What the thread and the coroutines share. The thread keeps it after close() until its system call returns.
///
/// The mutex guards everything but `descriptor`, and `changed`, which belongs to the coroutines.
struct Shared {
  Shared(const asio::any_io_executor& its_executor, os::Descriptor its_descriptor)
      : executor(its_executor), descriptor(std::move(its_descriptor)), changed(its_executor) {}

  asio::any_io_executor executor;
  os::Descriptor descriptor;
  std::mutex mutex;
  std::condition_variable work_came;
  std::string bytes;  ///< read and not yet taken, or to be written
  ByteStream::ErrorCode error;
  bool is_closed = false;
  bool is_in_call = false;  ///< the thread reads or writes
  Event changed;
};

/// Wakes the coroutines. The caller holds the mutex, so that the context outlives the call: close() comes
/// before the end of the context.
void tell_change(const std::shared_ptr<Shared>& shared) {
  if (!shared->is_closed) asio::post(shared->executor, [shared] { shared->changed.happen(); });
}

void read_ahead(const std::shared_ptr<Shared>& shared) {
  std::string block(kRoom, '\0');
  std::unique_lock lock(shared->mutex);
  while (!shared->is_closed && !shared->error) {
    if (shared->bytes.size() >= kRoom) {
      shared->work_came.wait(lock);
      continue;
    }
    shared->is_in_call = true;
    lock.unlock();
    ByteStream::ErrorCode error;
    const std::size_t count = read_blocking(shared->descriptor, block, error);
    lock.lock();
    shared->is_in_call = false;
    shared->bytes.append(block, 0, count);
    shared->error = error;
    tell_change(shared);
  }
}

void write_behind(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (!shared->is_closed && !shared->error) {
    if (shared->bytes.empty()) {
      shared->work_came.wait(lock);
      continue;
    }
    const std::string block = shared->bytes;
    shared->is_in_call = true;
    lock.unlock();
    ByteStream::ErrorCode error;
    const std::size_t count = write_blocking(shared->descriptor, block, error);
    lock.lock();
    shared->is_in_call = false;
    shared->bytes.erase(0, count);
    shared->error = error;
    tell_change(shared);
  }
}

class BlockingStream final : public ByteStream {
 public:
  BlockingStream(const asio::any_io_executor& executor, os::Descriptor descriptor)
      : shared_(std::make_shared<Shared>(executor, std::move(descriptor))) {}
  ~BlockingStream() override { close(); }

  awaitable<std::size_t> read_some(std::span<char> room, ErrorCode& error) override {
    const auto shared = shared_;
    begin(read_ahead);
    for (;;) {
      {
        const std::scoped_lock lock(shared->mutex);
        const std::size_t count = shared->bytes.copy(room.data(), room.size());
        shared->bytes.erase(0, count);
        shared->work_came.notify_one();
        if (count == 0) error = shared->is_closed ? asio::error::operation_aborted : shared->error;
        if (count > 0 || error) co_return count;
      }
      co_await shared->changed.wait();
    }
  }

  awaitable<std::size_t> write_some(std::string_view text, ErrorCode& error) override {
    const auto shared = shared_;
    begin(write_behind);
    const std::string_view block = text.substr(0, kRoom);
    {
      const std::scoped_lock lock(shared->mutex);
      if (!shared->error) shared->bytes = block;
      shared->work_came.notify_one();
    }
    for (;;) {
      {
        const std::scoped_lock lock(shared->mutex);
        error = shared->is_closed ? asio::error::operation_aborted : shared->error;
        if (error) co_return 0;
        if (shared->bytes.empty()) co_return block.size();
      }
      co_await shared->changed.wait();
    }
  }

  std::size_t write_now(std::string_view /*text*/, ErrorCode& /*error*/) noexcept override { return 0; }

  /// The reading thread finds the end only while it has room, and only if somebody has read before. On
  /// Windows this coroutine also looks by itself.
  awaitable<bool> wait_hang_up() override {
    const auto shared = shared_;
    for (;;) {
      {
        const std::scoped_lock lock(shared->mutex);
        if (shared->is_closed || shared->error) co_return !shared->is_closed;
#if defined(_WIN32)
        // The thread makes no call before this coroutine waits again: nobody else gives it room or bytes.
        if (!shared->is_in_call && has_no_peer(handle_of(shared->descriptor))) co_return true;
#endif
      }
      co_await shared->changed.wait(kLook);
    }
  }

  void close() noexcept override {
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->is_closed = true;
      shared_->work_came.notify_one();
    }
    shared_->changed.happen();
  }

 private:
  using Work = void (*)(const std::shared_ptr<Shared>& shared);

  /// Starts the thread. Nobody joins it, because the system may block it for ever.
  void begin(Work work) {
    if (!std::exchange(has_begun_, true)) std::thread(work, shared_).detach();
  }

  std::shared_ptr<Shared> shared_;
  bool has_begun_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> make_blocking_stream(const asio::any_io_executor& executor,
                                                 os::Descriptor descriptor) {
  return std::make_unique<BlockingStream>(executor, std::move(descriptor));
}

}  // namespace polyglot::process
