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
  std::vector<std::string> files;  ///< of counts; those of games by the same rules are added up
  std::string host = "127.0.0.1";  ///< the address to listen on
  std::uint16_t port = 0;          ///< 0: any that is free
  /// Names of openings, for counts of chess; null: none.
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;
};

/// Answers as Lichess's opening explorer does, until SIGINT or SIGTERM. Whoever can connect is answered, and
/// pages of any site: what it says of the files is public.
///
/// Calls `ready` with the base address, "http://127.0.0.1:4711", as soon as the server answers there; the
/// Error of `ready` ends the serving. Error: a file that cannot be opened or is for rules that are not known,
/// an address or a port that is not free.
[[nodiscard]] Result<void> serve_counts(const CountsSetup& setup,
                                        const std::function<Result<void>(const std::string& url)>& ready,
                                        const Report& report);

}  // namespace polyglot::explorer
