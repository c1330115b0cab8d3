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
#include <polyglot/result.hpp>

namespace polyglot::explorer {

struct Setup {
  std::vector<std::string> books;                         ///< paths, shown side by side in this order
  std::optional<book::BookFormat> format = std::nullopt;  ///< of all books; nothing: recognised by their
                                                          ///< contents
  game::Rules rules = {};                                 ///< of the games in the books
  std::uint16_t port = 0;                                 ///< 0: any free port
  bool edit = false;                                      ///< the page may change `.bin` books
  /// The file that keeps port and secret for the next time. It is created if it is missing; empty: they are
  /// not kept.
  std::string address_file = {};
  /// Names of openings for books of chess; null: none.
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;
  std::string store = {};  ///< a store of verdicts, which is only read; empty: none. Not in an exported page
};

/// Called with problems that no answer reports: a trouble of a book, or a connection that was given up.
using Report = std::function<void(const std::string& problem)>;

/// Serves a page that shows books, on 127.0.0.1 only, until SIGINT or SIGTERM.
///
/// Calls `ready` with the page's address as soon as the server answers there; an Error of `ready` ends the
/// server. A kept address is used again, unless its port is taken or `port` is another one. The address has a
/// random secret, because other users may use this machine: the server answers no request without it. It
/// refuses pages of other origins, and other names that resolve to this machine (DNS rebinding). Error: a
/// book or store that cannot be opened, a port that is not free, or `edit` without a `.bin` book.
[[nodiscard]] Result<void> serve(const Setup& setup,
                                 const std::function<Result<void>(const std::string& url)>& ready,
                                 const Report& report);

/// The maximum bytes of books, or of answers for a variant, in an exported page.
inline constexpr std::uint64_t kMaxExportBytes = 100'000'000;

/// Makes a page that includes the books and needs no server. For formats other than `.bin` it holds the
/// reachable moves and their weights. The page does not know the rules of variants, so for their books it
/// holds the answers for all reachable positions. Error: a book that cannot be read, or too many bytes.
[[nodiscard]] Result<std::string> page_with_books(const Setup& setup, const Report& report);

/// Writes this page to a file, completely or not at all. Error: as page_with_books(); a file that is a book
/// or whose name does not end in `.html` or `.htm`; or the system's reason with the path.
[[nodiscard]] Result<void> export_page(const Setup& setup, const std::string& path, const Report& report);

}  // namespace polyglot::explorer
