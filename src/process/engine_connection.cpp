// SPDX-License-Identifier: MIT
#include <utility>

#include <boost/system/system_error.hpp>

#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/engine_start.hpp"

namespace polyglot::process {

using boost::asio::any_io_executor;
using boost::asio::awaitable;

Result<std::shared_ptr<EngineConnection>> EngineConnection::start(const any_io_executor& executor,
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

Result<std::shared_ptr<EngineConnection>> EngineConnection::start_program(const any_io_executor& executor,
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
  auto started = start_engine(executor, executable, launch,
                              {input->theirs.native(), output->theirs.native(), their_errors.native()});
  if (!started) return started.error();
  Self engine = owned(*started);
  engine->input_ = make_channel<LineWriter>(make_stream(std::move(input->ours)));
  engine->output_ = make_channel<LineReader>(make_stream(std::move(output->ours)), launch.output);
  engine->errors_ =
      make_channel<LineReader>(std::move(our_errors), LineReader::Lines::messages, kMaxErrorLine);
  engine->limit(launch);
  return engine;
}

void EngineConnection::limit(const EngineLaunch& launch) {
  const auto check = [this](const Result<void>& done) {
    if (!done) warnings_.push_back(done.error().to_string());
  };
  if (launch.nice) check(set_nice(*launch.nice));
  if (launch.affinity != 0) check(set_affinity(launch.affinity));
}

EngineConnection::Self EngineConnection::owned(const Self& engine) {
  return {engine.get(), [engine](EngineConnection* dropped) {
            dropped->end_now();
            dropped->input_.reset();
            dropped->output_.reset();
            dropped->errors_.reset();
          }};
}

awaitable<ExitReport> EngineConnection::wait(Self self) {
  while (self->running()) co_await self->changed_.wait();
  co_return *self->report_;
}

awaitable<ExitReport> EngineConnection::shutdown(Milliseconds grace) {
  input().close();
  return shutdown(shared_from_this(), grace);
}

awaitable<ExitReport> EngineConnection::shutdown(Self self, Milliseconds grace) {
  const auto is_gone = [&engine = *self] { return !engine.running(); };
  bool over = co_await self->changed_.wait_for(is_gone, grace);
  if (!over && self->ask_to_end()) over = co_await self->changed_.wait_for(is_gone, kTermGrace);
  if (!over) self->end_now();
  co_return *self->report_;
}

}  // namespace polyglot::process
