// SPDX-License-Identifier: MIT
#include <optional>
#include <utility>

#include <boost/system/system_error.hpp>

#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/executable.hpp"
#include "process/pipe.hpp"
#include "process/raw_io.hpp"
#include "process/supervision.hpp"

namespace polyglot::process {

using boost::asio::any_io_executor;
using boost::asio::awaitable;

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const any_io_executor& executor,
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

Result<std::unique_ptr<EngineProcess>> EngineProcess::start_program(const any_io_executor& executor,
                                                                    const std::string& executable,
                                                                    const EngineLaunch& launch) {
  auto input = make_pipe(executor, PipeUse::we_write);
  if (!input) return input.error();
  auto output = make_pipe(executor, PipeUse::we_read);
  if (!output) return output.error();
  std::optional<PipeEnd> our_errors;
  os::Descriptor their_errors;
  if (launch.shares_stderr) {
    auto ours = duplicate_standard_stream(2);
    if (!ours) return ours.error();
    their_errors = *std::move(ours);
  } else {
    auto errors = make_pipe(executor, PipeUse::we_read);
    if (!errors) return errors.error();
    our_errors = std::move(errors->ours);
    their_errors = std::move(errors->theirs);
  }
  auto supervision = Supervision::start(
      executor, executable, launch,
      {native_handle_of(input->theirs), native_handle_of(output->theirs), native_handle_of(their_errors)});
  if (!supervision) return supervision.error();
  return std::unique_ptr<EngineProcess>(
      new EngineProcess({LineWriter(executor, make_stream(std::move(input->ours))),
                         LineReader(executor, make_stream(std::move(output->ours)), launch.output),
                         LineReader(executor, our_errors ? make_stream(*std::move(our_errors)) : nullptr,
                                    LineReader::Lines::messages, kMaxErrorLine)},
                        executable, *std::move(supervision)));
}

EngineProcess::EngineProcess(Streams streams, std::string executable,
                             std::shared_ptr<Supervision> supervision)
    : EngineConnection(std::move(streams), std::move(executable), supervision->warnings()),
      supervision_(std::move(supervision)) {}

EngineProcess::~EngineProcess() {
  input().close();
  output().close();
  errors().close();
  supervision_->end_now();
}

ProcessId EngineProcess::id() const noexcept {
  return supervision_->engine();
}
ProcessId EngineProcess::guardian_id() const noexcept {
  return supervision_->guardian();
}
bool EngineProcess::running() const noexcept {
  return !supervision_->gone();
}
awaitable<ExitReport> EngineProcess::wait() {
  return Supervision::wait(supervision_);
}

awaitable<ExitReport> EngineProcess::shutdown(std::chrono::milliseconds grace) {
  input().close();
  return Supervision::shutdown(supervision_, grace, kTermGrace);
}

awaitable<std::string> EngineProcess::ended() {
  const ExitReport report = co_await Supervision::wait(supervision_);
  co_return report.text();
}

awaitable<void> EngineProcess::end(std::chrono::milliseconds grace) {
  (void)co_await shutdown(grace);
}

void EngineProcess::interrupt() noexcept {
  supervision_->interrupt();
}

Result<void> EngineProcess::set_nice(int nice) {
  return running() ? supervision_->set_nice(nice) : Error{"the engine is not running"};
}

Result<void> EngineProcess::set_affinity(std::uint64_t mask) {
  return running() ? supervision_->set_affinity(mask) : Error{"the engine is not running"};
}

}  // namespace polyglot::process
