// SPDX-License-Identifier: MIT
#include <condition_variable>
#include <mutex>
#include <thread>

#include <boost/asio/error.hpp>
#include <boost/asio/experimental/concurrent_channel.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/os/error.hpp>
#include <polyglot/os/streams.hpp>

#include "process/byte_stream.hpp"
#if defined(_WIN32)
#include <windows.h>
#include <chrono>
#include <winternl.h>
#endif

namespace polyglot::process {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using ErrorCode = ByteStream::ErrorCode;

constexpr std::size_t kRoom = 64UL * 1024;

#if defined(_WIN32)

/// Whether the other end of a pipe is closed. Nobody else may use the handle meanwhile.
bool has_no_peer(HANDLE pipe) noexcept {
  constexpr auto kPipe = static_cast<FILE_INFORMATION_CLASS>(24);  // FilePipeLocalInformation
  constexpr ULONG kClosing = 4;                                    // FILE_PIPE_CLOSING_STATE
  struct {
    ULONG type, configuration, most, instances, inbound, readable, outbound, room, state, end;
  } information{};
  IO_STATUS_BLOCK status{};
  return ::NtQueryInformationFile(pipe, &status, &information, sizeof information, kPipe) == 0 &&
         information.state == kClosing;
}

#endif

/// Wakes the one coroutine that waits for it, also from the thread. It may wake without a reason. A channel
/// needs a single turn of the loop for that; an Event would need two, each several messages under Wine.
using Signal = asio::experimental::concurrent_channel<void(ErrorCode)>;

/// Where coroutines wait for the thread.
struct Waiters {
  explicit Waiters(const asio::any_io_executor& executor) : changed(executor, 1), ended(executor, 1) {}

  Signal changed;  ///< bytes came or went
  Signal ended;    ///< the end came, or a hang-up
};

/// What they share. The thread keeps it after close() until its system call returns.
struct Shared {
  Shared(const asio::any_io_executor& executor, os::Descriptor its_descriptor)
      : descriptor(std::move(its_descriptor)), waiters(std::make_unique<Waiters>(executor)) {}

  os::Descriptor descriptor;
  std::mutex waking;                 ///< locks `waiters` against close()
  std::unique_ptr<Waiters> waiters;  ///< null after close(), because the context may end
  std::mutex mutex;                  ///< locks what follows
  std::condition_variable work_came;
  std::string bytes;  ///< read and not yet taken, or to be written
  ErrorCode error;
  bool has_hung_up = false;
  bool is_closed = false;
};

/// Wakes the coroutines. They need the mutex at once, so that the thread unlocks it meanwhile.
void tell_change(Shared& shared, std::unique_lock<std::mutex>& lock) {
  const bool is_end = shared.error || shared.has_hung_up;
  lock.unlock();
  {
    const std::scoped_lock waking(shared.waking);
    if (shared.waiters) shared.waiters->changed.try_send(ErrorCode());
    if (shared.waiters && is_end) shared.waiters->ended.try_send(ErrorCode());
  }
  lock.lock();
}

/// Waits for room or bytes. Windows tells nobody that a pipe has lost its peer, so the thread looks.
void await_work(Shared& shared, std::unique_lock<std::mutex>& lock) {
#if defined(_WIN32)
  constexpr std::chrono::milliseconds kLook{250};
  const bool is_over = shared.work_came.wait_for(lock, kLook) == std::cv_status::timeout;
  if (!is_over || shared.has_hung_up || !has_no_peer(shared.descriptor.native())) return;
  shared.has_hung_up = true;
  tell_change(shared, lock);
#else
  shared.work_came.wait(lock);
#endif
}

/// The thread. It reads ahead, or writes what the coroutines leave.
void work(const std::shared_ptr<Shared>& shared, StreamUse use) {
  const bool reads = use == StreamUse::reads;
  const os::Descriptor& stream = shared->descriptor;
  std::string& bytes = shared->bytes;
  std::string block;
  std::unique_lock lock(shared->mutex);
  while (!shared->is_closed && !shared->error) {
    if (reads ? bytes.size() >= kRoom : bytes.empty()) {
      await_work(*shared, lock);
      continue;
    }
    if (reads)
      block.resize(kRoom);
    else
      block = bytes;
    lock.unlock();
    ErrorCode error;
    const auto count = reads ? os::wait_and_read(stream, block) : os::wait_and_write(stream, block);
    if (!count) error = {os::last_error().value(), boost::system::system_category()};
    if (reads && (count == 0 || is_end_of_peer(error))) error = asio::error::eof;
    lock.lock();
    reads ? bytes.append(block, 0, count.value_or(0)) : bytes.erase(0, count.value_or(0));
    shared->error = error;
    tell_change(*shared, lock);
  }
}

class BlockingStream final : public ByteStream {
 public:
  /// Nobody joins the thread, because the system may block it for ever.
  BlockingStream(const asio::any_io_executor& executor, os::Descriptor descriptor, StreamUse use)
      : shared_(std::make_shared<Shared>(executor, std::move(descriptor))) {
    std::thread(work, shared_, use).detach();
  }
  ~BlockingStream() override { close(); }

  awaitable<std::size_t> read_some(std::span<char> room, ErrorCode& error) override {
    std::size_t count = 0;
    const auto is_done = [&] {
      count = shared_->bytes.copy(room.data(), room.size());
      shared_->bytes.erase(0, count);
      if (count == 0) error = reason();
      return count > 0 || error;
    };
    co_await wait_until(&Waiters::changed, is_done);
    co_return count;
  }

  awaitable<std::size_t> write_some(std::string_view text, ErrorCode& error) override {
    const std::string_view block = text.substr(0, kRoom);
    bool is_given = false;
    const auto is_done = [&] {
      error = reason();
      if (!error && !std::exchange(is_given, true)) shared_->bytes = block;
      return error || shared_->bytes.empty();
    };
    co_await wait_until(&Waiters::changed, is_done);
    co_return error ? 0 : block.size();
  }

  /// The thread finds the end only while it reads or writes, or on Windows while it does not.
  awaitable<bool> wait_hang_up() override {
    const auto is_done = [this] { return reason() || shared_->has_hung_up; };
    co_await wait_until(&Waiters::ended, is_done);
    co_return !shared_->is_closed;
  }

  void close() noexcept override {
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->is_closed = true;
      shared_->work_came.notify_one();
    }
    const std::scoped_lock waking(shared_->waking);
    shared_->waiters.reset();  // ends the waiting coroutines
  }

 private:
  [[nodiscard]] ErrorCode reason() const {
    return shared_->is_closed ? asio::error::operation_aborted : shared_->error;
  }

  /// Waits until `is_done`, which is called under the mutex and may give the thread work, returns true.
  template <class IsDone>
  awaitable<void> wait_until(Signal Waiters::*signal, IsDone is_done) {
    for (ErrorCode closed;;) {
      {
        const std::scoped_lock lock(shared_->mutex);
        const bool done = is_done();
        shared_->work_came.notify_one();
        if (done) co_return;
      }
      Signal& changed = shared_->waiters.get()->*signal;
      co_await changed.async_receive(asio::redirect_error(asio::use_awaitable, closed));
    }
  }

  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<ByteStream> make_blocking_stream(const asio::any_io_executor& executor,
                                                 os::Descriptor descriptor, StreamUse use) {
  return std::make_unique<BlockingStream>(executor, std::move(descriptor), use);
}

}  // namespace polyglot::process
