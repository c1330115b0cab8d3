// SPDX-License-Identifier: MIT
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/program_start.hpp"

namespace polyglot::process {

using boost::asio::any_io_executor;
using boost::asio::awaitable;

Result<std::shared_ptr<EngineConnection>> EngineConnection::open(const any_io_executor& executor,
                                                                 const EngineLaunch& launch) {
  const auto remote = is_remote(launch);
  if (!remote) return remote.error();
  return *remote ? connect(executor, launch) : start(executor, launch);
}

Result<std::shared_ptr<EngineConnection>> EngineConnection::start(const any_io_executor& executor,
                                                                  const EngineLaunch& launch) {
  if (launch.argv.empty()) return Error{"the command is empty"};
  occupy_standard_descriptors();
  const Result<std::string> executable = find_executable(launch.argv.front(), launch.working_directory);
  if (!executable) return executable.error();
  auto input = make_pipe(executor, StreamUse::writes);
  if (!input) return input.error();
  auto output = make_pipe(executor, StreamUse::reads);
  if (!output) return output.error();
  EngineEnds ends{input->theirs.native(), output->theirs.native(), os::handle_of(os::StandardStream::errors)};
  std::optional<Pipe> errors;
  if (!launch.shares_stderr) {
    auto pipe = make_pipe(executor, StreamUse::reads);
    if (!pipe) return pipe.error();
    errors = *std::move(pipe);
    ends[2] = errors->theirs.native();
  }
  const auto started = start_engine(executor, *executable, launch, ends);
  if (!started) return started.error();
  Self engine = owned(*started, make_stream(std::move(input->ours)), make_stream(std::move(output->ours)),
                      launch.output, errors ? make_stream(std::move(errors->ours)) : nullptr);
  if (launch.nice) engine->warn_of(engine->set_nice(*launch.nice));
  if (launch.affinity != 0) engine->warn_of(engine->set_affinity(launch.affinity));
  return engine;
}

EngineConnection::Self EngineConnection::owned(const Self& engine, std::unique_ptr<ByteStream> input,
                                               std::unique_ptr<ByteStream> output, LineReader::Lines lines,
                                               std::unique_ptr<ByteStream> errors) {
  engine->input_ = make_channel<LineWriter>(std::move(input));
  engine->output_ = make_channel<LineReader>(std::move(output), lines);
  engine->errors_ = make_channel<LineReader>(std::move(errors), LineReader::Lines::messages, kMaxErrorLine);
  return {engine.get(), [engine](EngineConnection* dropped) {
            dropped->end_now();
            dropped->input_.reset();
            dropped->output_.reset();
            dropped->errors_.reset();
          }};
}

void EngineConnection::warn_of(const Result<void>& failed) {
  if (!failed) warnings_.push_back(failed.error().to_string());
}

awaitable<ExitReport> EngineConnection::wait() {
  const auto self = shared_from_this();
  while (running()) co_await changed_.wait();
  co_return *report_;
}

awaitable<ExitReport> EngineConnection::shutdown() {
  constexpr Milliseconds kTermGrace{200};
  const auto self = shared_from_this();
  const auto is_gone = [this] { return !running(); };
  input().close();
  if (running() && ask_to_end()) (void)co_await changed_.wait_for(is_gone, kTermGrace);
  if (running()) end_now();
  co_return *report_;
}

}  // namespace polyglot::process
