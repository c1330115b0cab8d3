// SPDX-License-Identifier: MIT
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/tcp_connection.hpp"

namespace polyglot::process {

Result<std::unique_ptr<EngineConnection>> EngineConnection::open(const boost::asio::any_io_executor& executor,
                                                                 const EngineLaunch& launch) {
  const auto address = parse_tcp_address(launch.argv.empty() ? "" : launch.argv.front());
  if (!address) return address.error();
  if (!*address) {
    auto process = EngineProcess::start(executor, launch);
    if (!process) return process.error();
    return std::unique_ptr<EngineConnection>(std::move(*process));
  }
  if (launch.argv.size() > 1)
    return Error{"an engine that runs elsewhere gets no arguments: give them to its server", launch.argv[1]};
  return TcpConnection::open(executor, **address, launch);
}

}  // namespace polyglot::process
