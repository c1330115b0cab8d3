// SPDX-License-Identifier: MIT
#include <utility>

#include <boost/system/system_error.hpp>

#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/engine_peer.hpp"
#include "process/executable.hpp"

namespace polyglot::process {

using boost::asio::any_io_executor;
using boost::asio::awaitable;

Result<std::unique_ptr<EngineConnection>> EngineConnection::start(const any_io_executor& executor,
                                                                  const EngineLaunch& launch) {
  if (launch.argv.empty()) return Error{"the command is empty"};
  occupy_standard_descriptors();
  const Result<std::string> executable = find_executable(launch.argv.front(), launch.working_directory);
  if (!executable) return executable.error();
  try {
    return start_program(executor, *executable, launch);
  } catch (const boost::system::system_error& failure) {  // no descriptor is free to watch a pipe
    return Error{"cannot create a process: " + failure.code().message(), *executable};
  }
}

Result<std::unique_ptr<EngineConnection>> EngineConnection::start_program(const any_io_executor& executor,
                                                                          const std::string& executable,
                                                                          const EngineLaunch& launch) {
  auto input = make_pipe(executor, StreamUse::writes);
  if (!input) return input.error();
  auto output = make_pipe(executor, StreamUse::reads);
  if (!output) return output.error();
  std::unique_ptr<ByteStream> our_errors;
  os::Descriptor their_errors;
  if (launch.shares_stderr) {
    auto ours = duplicate_standard_stream(2);
    if (!ours) return ours.error();
    their_errors = *std::move(ours);
  } else {
    auto errors = make_pipe(executor, StreamUse::reads);
    if (!errors) return errors.error();
    our_errors = make_stream(std::move(errors->ours));
    their_errors = std::move(errors->theirs);
  }
  auto peer = start_engine(executor, executable, launch,
                           {input->theirs.native(), output->theirs.native(), their_errors.native()});
  if (!peer) return peer.error();
  return std::unique_ptr<EngineConnection>(new EngineConnection(
      {make_channel<LineWriter>(make_stream(std::move(input->ours))),
       make_channel<LineReader>(make_stream(std::move(output->ours)), launch.output),
       make_channel<LineReader>(std::move(our_errors), LineReader::Lines::messages, kMaxErrorLine)},
      executable, *std::move(peer)));
}

EngineConnection::EngineConnection(Streams streams, std::string place, std::shared_ptr<EnginePeer> peer)
    : streams_(std::move(streams)),
      place_(std::move(place)),
      peer_(std::move(peer)),
      warnings_(peer_->warnings()) {}

EngineConnection::~EngineConnection() {
  peer_->end_now();
}

bool EngineConnection::was_reached() const noexcept {
  return peer_->was_reached();
}
bool EngineConnection::running() const noexcept {
  return !peer_->gone();
}
ProcessId EngineConnection::id() const noexcept {
  return peer_->id();
}
awaitable<ExitReport> EngineConnection::wait() {
  return EnginePeer::wait(peer_);
}
awaitable<ExitReport> EngineConnection::shutdown(std::chrono::milliseconds grace) {
  input().close();
  return EnginePeer::shutdown(peer_, grace);
}
void EngineConnection::interrupt() noexcept {
  peer_->interrupt();
}
Result<void> EngineConnection::set_nice(int nice) {
  return running() ? peer_->set_nice(nice) : Error{"the engine is not running"};
}
Result<void> EngineConnection::set_affinity(std::uint64_t mask) {
  return running() ? peer_->set_affinity(mask) : Error{"the engine is not running"};
}

// ---- The peer ---------------------------------------------------------------------------------------------

void EnginePeer::set_gone(ExitReport report) {
  state_ = State::gone;
  report_ = std::move(report);
  changed_.happen();
}

/// Returns true when all processes have ended, false when the time is over.
awaitable<bool> EnginePeer::wait_gone(Self self, Milliseconds limit) {
  const auto is_gone = [&peer = *self] { return peer.gone(); };
  const bool over = co_await self->changed_.wait_for(is_gone, limit);
  co_return over;
}

awaitable<void> EnginePeer::await_clean_up(Self self) {
  const bool cleared = co_await wait_gone(self, kCleanUpLimit);
  if (!cleared) self->give_up();
}

awaitable<ExitReport> EnginePeer::wait(Self self) {
  while (!self->gone()) co_await self->changed_.wait();
  co_return self->report_;
}

awaitable<ExitReport> EnginePeer::shutdown(Self self, Milliseconds grace) {
  bool over = co_await wait_gone(self, grace);
  if (!over && self->ask_to_end()) over = co_await wait_gone(self, EngineConnection::kTermGrace);
  if (!over) {
    self->end_all();
    co_await await_clean_up(self);
  }
  co_return self->report_;
}

}  // namespace polyglot::process
