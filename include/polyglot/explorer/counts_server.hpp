// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

namespace polyglot::explorer {

struct CountsSetup {
  std::vector<std::string> files;  ///< files of counts; counts of games by the same rules are added up
  std::string host = "127.0.0.1";  ///< the address to listen on
  std::uint16_t port = 0;          ///< 0: any free port
  /// Names of openings, for counts of chess. Null: no names.
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;
};

/// Answers requests as Lichess's opening explorer does, until SIGINT or SIGTERM. It answers everybody who can
/// connect, and pages of any site: the contents of the files are public.
///
/// Calls `ready` with the base address, "http://127.0.0.1:4711", as soon as the server answers there. An
/// Error of `ready` ends the server. Error: a file cannot be opened or is for unknown rules, or the address
/// or the port is not free.
[[nodiscard]] Result<void> serve_counts(const CountsSetup& setup,
                                        const std::function<Result<void>(const std::string& url)>& ready,
                                        const Report& report);

}  // namespace polyglot::explorer
