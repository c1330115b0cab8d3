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
  std::optional<book::BookFormat> format = std::nullopt;  ///< of all of them; nothing: as their bytes say
  game::Rules rules = {};                                 ///< of the games in them
  std::uint16_t port = 0;                                 ///< 0: any that is free
  bool edit = false;                                      ///< the page may change `.bin` books
  /// Where port and secret are kept for the next time, a file that is made if it is missing; empty: nowhere.
  std::string address_file = {};
  /// Names of openings, for books of chess; null: none.
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;
};

/// Told of what nobody else hears of: a trouble of a book, a connection that had to be given up.
using Report = std::function<void(const std::string& problem)>;

/// Serves a page to look at books with, on 127.0.0.1 only, until SIGINT or SIGTERM.
///
/// Calls `ready` with the page's address as soon as the server answers there; the Error of `ready` ends the
/// serving. A kept address is used again, unless its port is taken or `port` names another. The address holds
/// a random secret, because others may use this machine, too: the server answers nobody without it. It
/// refuses pages of other origins, and names that resolve to this machine (DNS rebinding). Error: a book that
/// cannot be opened, a port that is not free, `edit` without a `.bin` book.
[[nodiscard]] Result<void> serve(const Setup& setup,
                                 const std::function<Result<void>(const std::string& url)>& ready,
                                 const Report& report);

/// Bytes of books that an exported page may hold, of a variant those of answers.
inline constexpr std::uint64_t kMaxExportBytes = 100'000'000;

/// The page with the books in it, which needs no server. Of books of other formats than `.bin` it holds the
/// moves that can be reached and their weights; of books of a variant, whose rules the page does not know,
/// what is said of each position that their moves reach. Error: a book that cannot be read, or too many
/// bytes.
[[nodiscard]] Result<std::string> page_with_books(const Setup& setup, const Report& report);

/// Writes that page to a file, complete or not at all.
/// Error: that of page_with_books(), a file that is a book or is not named `.html` or `.htm`, or the system's
/// reason with the path.
[[nodiscard]] Result<void> export_page(const Setup& setup, const std::string& path, const Report& report);

}  // namespace polyglot::explorer
