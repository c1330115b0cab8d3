#pragma once

#include <memory>
#include <utility>

#include <boost/asio/any_io_executor.hpp>

#include <polyglot/process/engine_process.hpp>

#include "proxy/event.hpp"
#include "proxy/outbox.hpp"

namespace polyglot::proxy {

/// An engine's process and what is known of its end. One that follows another shares nothing with it:
/// lines that the dead one did not take are never the next one's.
struct RunningEngine {
  RunningEngine(const boost::asio::any_io_executor& executor, std::unique_ptr<process::EngineProcess> started)
      : process(std::move(started)), outbox(executor, process->input()), read_out(executor) {}

  std::unique_ptr<process::EngineProcess> process;
  Outbox outbox;
  Event read_out;      ///< both of its outputs have been read to their end
  int readers = 2;     ///< of its stdout and stderr that have not seen the end
  bool going = false;  ///< it has been told to quit
};

}  // namespace polyglot::proxy
