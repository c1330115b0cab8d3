// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>
#include <winternl.h>

#include "process/wire_win32.hpp"

namespace polyglot::process {
namespace {

constexpr std::size_t kRoom = 64UL * 1024;
/// How often a thread checks whether a pipe still has a peer, while a coroutine waits for the end.
constexpr DWORD kLookMilliseconds = 250;

std::error_code system_error(DWORD error) noexcept {
  return {static_cast<int>(error), std::system_category()};
}

/// Whether an error means the end of a pipe.
bool is_end(DWORD error) noexcept {
  constexpr std::array<DWORD, 4> kEnds = {ERROR_BROKEN_PIPE, ERROR_NO_DATA, ERROR_HANDLE_EOF,
                                          ERROR_PIPE_NOT_CONNECTED};
  return std::ranges::find(kEnds, error) != kEnds.end();
}

class HandleWire final : public Wire {
 public:
  explicit HandleWire(os::Descriptor handle) : handle_(std::move(handle)) {}

  Moved read(std::span<char> room) noexcept override { return read_handle(handle_of(handle_), room); }
  Moved write(std::string_view text) noexcept override { return write_handle(handle_of(handle_), text); }
  void cancel() noexcept override { ::CancelIoEx(handle_of(handle_), nullptr); }

  bool has_no_peer() const noexcept override {
    constexpr auto kPipe = static_cast<FILE_INFORMATION_CLASS>(24);  // FilePipeLocalInformation
    constexpr ULONG kClosing = 4;                                    // FILE_PIPE_CLOSING_STATE
    struct {
      ULONG type, configuration, most, instances, inbound, readable, outbound, room, state, end;
    } pipe{};
    IO_STATUS_BLOCK status{};
    return ::NtQueryInformationFile(handle_of(handle_), &status, &pipe, sizeof pipe, kPipe) == 0 &&
           pipe.state == kClosing;
  }

 private:
  os::Descriptor handle_;
};

/// The reading thread and what it has read.
struct InPump {
  explicit InPump(std::shared_ptr<Wire> its_wire) : wire(std::move(its_wire)) {}

  static void run(const std::shared_ptr<InPump>& self);
  [[nodiscard]] bool is_full() const noexcept { return end - begin == kRoom; }
  void wait_for_room(WatchLock& lock) noexcept;
  void close(WatchLock& lock) noexcept;

  std::shared_ptr<Wire> wire;
  CONDITION_VARIABLE room_made = CONDITION_VARIABLE_INIT;
  CONDITION_VARIABLE read_ended = CONDITION_VARIABLE_INIT;
  int owners = 1;
  bool has_begun = false;
  bool is_closed = false;
  bool is_reading = false;    ///< the thread is in a read(), or just before it
  bool is_looked_at = false;  ///< a coroutine waits until no writer remains
  bool has_no_writer = false;
  std::array<char, kRoom> buffer;
  std::size_t begin = 0;
  std::size_t end = 0;
  Moved last;  ///< `end` or `failure` once nothing more comes
};

/// Reads ahead, as long as the buffer has room.
void InPump::run(const std::shared_ptr<InPump>& self) {
  const auto block = std::make_unique_for_overwrite<char[]>(kRoom);
  WatchLock lock;
  while (!self->is_closed) {
    self->is_reading = true;
    const Moved got = lock.without([&] { return self->wire->read({block.get(), kRoom}); });
    self->is_reading = false;
    ::WakeAllConditionVariable(&self->read_ended);
    if (got.outcome == Moved::Outcome::end || got.outcome == Moved::Outcome::failure) {
      self->last = got;
      Watched::notify();
      return;
    }
    for (std::size_t copied = 0; copied < got.bytes;) {
      while (self->is_full() && !self->is_closed) self->wait_for_room(lock);
      if (self->is_closed) return;
      if (self->begin > 0)
        std::memmove(&self->buffer[0], &self->buffer[self->begin], self->end - self->begin);
      self->end -= std::exchange(self->begin, 0);
      const std::size_t count = std::min(kRoom - self->end, got.bytes - copied);
      std::memcpy(&self->buffer[self->end], block.get() + copied, count);
      self->end += count;
      copied += count;
      Watched::notify();
    }
  }
}

/// Waits for room. Meanwhile no read() can find the end of the pipe, so we ask the system for it.
void InPump::wait_for_room(WatchLock& lock) noexcept {
  const bool looks = is_looked_at && !has_no_writer;
  lock.wait(room_made, looks ? kLookMilliseconds : INFINITE);
  if (!looks || !is_full() || is_closed) return;
  has_no_writer = lock.without([this] { return wire->has_no_peer(); });
  if (has_no_writer) Watched::notify();
}

/// Ends the thread. A cancel() just before a read() has no effect, so we repeat it.
void InPump::close(WatchLock& lock) noexcept {
  constexpr int kAttempts = 50;
  constexpr DWORD kPauseMilliseconds = 1;
  is_closed = true;
  ::WakeAllConditionVariable(&room_made);
  for (int i = 0; is_reading && i < kAttempts; ++i) {
    wire->cancel();
    lock.wait(read_ended, kPauseMilliseconds);
  }
}

/// The writing thread and what it has to write.
struct OutPump {
  explicit OutPump(std::shared_ptr<Wire> its_wire) : wire(std::move(its_wire)) {}

  static void run(const std::shared_ptr<OutPump>& self);
  [[nodiscard]] std::size_t unwritten() const noexcept { return waiting.size() + leaving.size(); }
  [[nodiscard]] bool is_full() const noexcept { return unwritten() >= kRoom; }

  std::shared_ptr<Wire> wire;
  CONDITION_VARIABLE work_came = CONDITION_VARIABLE_INIT;
  int owners = 1;
  bool has_begun = false;
  bool is_closed = false;     ///< the thread still writes accepted bytes
  bool is_looked_at = false;  ///< a coroutine waits until no reader remains
  std::string waiting;
  std::string leaving;  ///< the bytes that the thread writes now
  Moved last;           ///< `end` or `failure` once nothing more can be written
};

/// Bytes that all pumps have accepted and not written yet.
std::size_t g_unwritten = 0;
/// The program ends now, and waits until these bytes are written.
bool g_is_ending = false;

/// The program ends only after its last lines have been written, unless their reader reads nothing for a
/// second.
class LastLines {
 public:
  ~LastLines() {
    constexpr DWORD kPatienceMilliseconds = 1000;
    WatchLock lock;
    g_is_ending = true;
    for (std::size_t before = 0; g_unwritten > 0 && g_unwritten != before;) {
      before = g_unwritten;
      const ULONGLONG deadline = ::GetTickCount64() + kPatienceMilliseconds;
      for (ULONGLONG now = ::GetTickCount64(); g_unwritten == before && now < deadline;
           now = ::GetTickCount64())
        Watched::wait(lock, static_cast<DWORD>(deadline - now));
    }
  }
};
const LastLines g_last_lines;

void OutPump::run(const std::shared_ptr<OutPump>& self) {
  WatchLock lock;
  while (self->last.outcome == Moved::Outcome::none_yet) {
    if (!self->waiting.empty()) {
      std::swap(self->waiting, self->leaving);
      std::string_view rest = self->leaving;
      while (!rest.empty()) {
        const Moved gone = lock.without([&] { return self->wire->write(rest); });
        g_unwritten -= gone.bytes;
        rest.remove_prefix(gone.bytes);
        if (gone.error || gone.outcome == Moved::Outcome::end) {
          self->last = gone;
          break;
        }
      }
      const bool was_full = self->is_full();
      self->leaving.clear();
      g_unwritten -= rest.size();
      // A poller has to be woken only if it may wait for room.
      if (!was_full && !g_is_ending) continue;
    } else if (self->is_closed) {
      return;
    } else {
      lock.wait(self->work_came, self->is_looked_at ? kLookMilliseconds : INFINITE);
      if (!self->is_looked_at || !self->waiting.empty()) continue;
      // The system answers only after other calls for the same pipe, which may take long.
      const bool has_no_reader = lock.without([&] { return self->wire->has_no_peer(); });
      if (!has_no_reader || !self->waiting.empty()) continue;
      self->last = {Moved::Outcome::end, 0, system_error(ERROR_NO_DATA)};
    }
    Watched::notify();
  }
  g_unwritten -= std::exchange(self->waiting, {}).size();
  Watched::notify();
}

/// Starts a thread. Nobody has to join it, because it shares the pump.
template <class Pump>
void begin_once(const std::shared_ptr<Pump>& pump) {
  if (!pump || std::exchange(pump->has_begun, true)) return;
  std::thread([pump] { Pump::run(pump); }).detach();
}

class WatchedWire final : public Watched {
 public:
  WatchedWire(std::shared_ptr<InPump> in, std::shared_ptr<OutPump> out)
      : in_(std::move(in)), out_(std::move(out)) {}

  ~WatchedWire() override {
    // A duplicate may still use the pumps.
    WatchLock lock;
    if (in_ && --in_->owners == 0) in_->close(lock);
    if (out_ && --out_->owners == 0) {
      out_->is_closed = true;
      ::WakeAllConditionVariable(&out_->work_came);
    }
  }

  unsigned events() const noexcept override {
    unsigned events = 0;
    if (in_) {
      const bool is_over = in_->last.outcome != Moved::Outcome::none_yet;
      if (is_over || in_->end > in_->begin) events |= Poller::kReadable;
      if (is_over || in_->has_no_writer) events |= Poller::kHangUp;
    }
    if (out_) {
      const bool is_over = out_->last.outcome != Moved::Outcome::none_yet;
      if (is_over || !out_->is_full()) events |= Poller::kWritable;
      if (is_over) events |= Poller::kHangUp | Poller::kBroken;
    }
    return events;
  }

  void begin(unsigned events) override {
    const WatchLock lock;
    if ((events & (Poller::kReadable | Poller::kHangUp)) != 0) begin_once(in_);
    if ((events & Poller::kHangUp) == 0) return;
    if (in_) {
      in_->is_looked_at = true;
      ::WakeAllConditionVariable(&in_->room_made);
    }
    if (!out_) return;
    begin_once(out_);
    out_->is_looked_at = true;
    ::WakeAllConditionVariable(&out_->work_came);
  }

  Moved read(std::span<char> room) noexcept override {
    const WatchLock lock;
    begin_once(in_);
    const std::size_t count = std::min(room.size(), in_->end - in_->begin);
    if (count == 0) return in_->last;
    std::memcpy(room.data(), &in_->buffer[in_->begin], count);
    if (in_->is_full()) ::WakeAllConditionVariable(&in_->room_made);
    in_->begin += count;
    if (in_->begin == in_->end) in_->begin = in_->end = 0;
    return {Moved::Outcome::some, count};
  }

  Moved write(std::string_view text) noexcept override {
    const WatchLock lock;
    if (out_->last.outcome != Moved::Outcome::none_yet) return out_->last;
    begin_once(out_);
    const std::size_t count = std::min(text.size(), kRoom - std::min(kRoom, out_->unwritten()));
    if (count == 0) return {};
    out_->waiting.append(text.substr(0, count));
    g_unwritten += count;
    ::WakeAllConditionVariable(&out_->work_came);
    return {Moved::Outcome::some, count};
  }

  std::size_t unwritten() const noexcept override {
    const WatchLock lock;
    return out_ ? out_->unwritten() : 0;
  }

  os::Descriptor duplicate() const override {
    const WatchLock lock;
    if (in_) ++in_->owners;
    if (out_) ++out_->owners;
    return os::own(std::unique_ptr<os::OpenObject>(new WatchedWire(in_, out_)));
  }

 private:
  std::shared_ptr<InPump> in_;
  std::shared_ptr<OutPump> out_;
};

}  // namespace

std::shared_ptr<Wire> make_wire(os::Descriptor handle) {
  return std::make_shared<HandleWire>(std::move(handle));
}

os::Descriptor watch(std::shared_ptr<Wire> wire, Way way) {
  auto in = way == Way::out ? nullptr : std::make_shared<InPump>(wire);
  auto out = way == Way::in ? nullptr : std::make_shared<OutPump>(std::move(wire));
  return os::own(
      std::unique_ptr<os::OpenObject>(std::make_unique<WatchedWire>(std::move(in), std::move(out))));
}

class Mailbox::Reader final : public Watched {
 public:
  explicit Reader(std::shared_ptr<std::deque<int>> numbers) : numbers_(std::move(numbers)) {}
  unsigned events() const noexcept override { return numbers_->empty() ? 0 : Poller::kReadable; }

 private:
  std::shared_ptr<std::deque<int>> numbers_;
};

os::Descriptor Mailbox::open() const {
  return os::own(std::unique_ptr<os::OpenObject>(std::make_unique<Reader>(numbers_)));
}

void Mailbox::put(int number) const {
  const WatchLock lock;
  numbers_->push_back(number);
  Watched::notify();
}

int Mailbox::take() const {
  const WatchLock lock;
  if (numbers_->empty()) return 0;
  const int number = numbers_->front();
  numbers_->pop_front();
  return number;
}

Moved read_handle(HANDLE handle, std::span<char> room) noexcept {
  using enum Moved::Outcome;
  DWORD count = 0;
  ::SetLastError(ERROR_SUCCESS);
  const bool is_read = ::ReadFile(handle, room.data(), static_cast<DWORD>(room.size()), &count, nullptr) != 0;
  const DWORD error = ::GetLastError();
  if (count > 0) return {some, count};
  if (error == ERROR_OPERATION_ABORTED) return {none_yet};  // Ctrl-C in a console
  if (is_read && os::is_pipe(handle)) return {none_yet};    // the peer wrote 0 bytes
  return is_end(error) || error == ERROR_SUCCESS ? Moved{end} : Moved{failure, 0, system_error(error)};
}

Moved write_handle(HANDLE handle, std::string_view text) noexcept {
  using enum Moved::Outcome;
  DWORD count = 0;
  if (::WriteFile(handle, text.data(), static_cast<DWORD>(text.size()), &count, nullptr) != 0)
    return {some, count};
  const DWORD error = ::GetLastError();
  return {is_end(error) ? end : failure, 0, system_error(error)};
}

}  // namespace polyglot::process
