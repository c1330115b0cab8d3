// SPDX-License-Identifier: MIT
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/tcp_connection.hpp"

namespace polyglot::process {

namespace {

/// The address of a remote engine; nothing if the engine is a program. Error: what is wrong with the address.
Result<std::optional<TcpAddress>> address_of(const EngineLaunch& launch) {
  auto address = parse_tcp_address(launch.argv.empty() ? "" : launch.argv.front());
  if (address && *address && launch.argv.size() > 1)
    return Error{"an engine that runs elsewhere gets no arguments: give them to its server", launch.argv[1]};
  return address;
}

}  // namespace

Result<bool> EngineConnection::is_elsewhere(const EngineLaunch& launch) {
  const auto address = address_of(launch);
  if (!address) return address.error();
  return address->has_value();
}

Result<std::unique_ptr<EngineConnection>> EngineConnection::open(const boost::asio::any_io_executor& executor,
                                                                 const EngineLaunch& launch) {
  const auto address = address_of(launch);
  if (!address) return address.error();
  if (!*address) {
    auto process = EngineProcess::start(executor, launch);
    if (!process) return process.error();
    return std::unique_ptr<EngineConnection>(std::move(*process));
  }
  return TcpConnection::open(executor, **address, launch);
}

}  // namespace polyglot::process
