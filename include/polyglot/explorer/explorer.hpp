// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>

namespace polyglot::explorer {

/// What to serve, and how.
struct PageSettings {
  std::vector<std::string> books;  ///< paths of books, shown side by side in this order
  /// The format of all books; nothing: the contents decide.
  std::optional<book::BookFormat> format = std::nullopt;
  game::Rules rules = {};  ///< the rules of the games in the books
  std::uint16_t port = 0;  ///< 0: any free port
  bool edit = false;       ///< true: the page may change `.bin` books
  /// A file that keeps port and secret for the next time. It is created if it is missing. Empty: they are not
  /// kept.
  std::string address_file = {};
  /// Names of openings, for books of chess. Null: no names.
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;
  std::string store = {};  ///< a store of verdicts, which is only read; empty: none
};

/// Is called with problems that no answer reports: a problem of a book, or a connection that was given up.
using Report = std::function<void(const std::string& problem)>;

/// Serves a page that shows books, on 127.0.0.1 only, until SIGINT or SIGTERM.
///
/// Calls `ready` with the page's address as soon as the server answers there. A Failure of `ready` ends the
/// server. A kept address is used again, unless its port is taken or `port` is another one. The address has a
/// random secret, because other users may use this machine. The server refuses requests without it, pages of
/// other origins, and other names that resolve to this machine (DNS rebinding). Failure: a book or store
/// cannot be opened, a port is not free, or `edit` is set without a `.bin` book.
void serve(const PageSettings& settings, const std::function<void(const std::string& url)>& ready,
           const Report& report);

}  // namespace polyglot::explorer
