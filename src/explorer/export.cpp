// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <boost/beast/core/string.hpp>
#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/explorer/explorer.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/input.hpp>

#include "explorer/answers.hpp"
#include "explorer/page.hpp"
#include "explorer/text.hpp"

namespace polyglot::explorer {

namespace {

namespace beast = boost::beast;
namespace json = boost::json;

Result<void> check_size(std::uint64_t total) {
  if (total <= kMaxExportBytes) return {};
  return Error{fmt::format("a page holds at most {} bytes of books, these have {}", kMaxExportBytes, total)};
}

/// Checks that the path ends in .html or .htm, and is no book: the command may lack the name of the page.
Result<void> check_target(std::span<const std::string> books, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (!beast::iequals(extension, ".html") && !beast::iequals(extension, ".htm"))
    return Error{"the page would not open in a browser: give it a name that ends in .html", path};
  std::error_code no_such_file;
  const bool is_shown = std::ranges::any_of(
      books, [&](const std::string& book) { return std::filesystem::equivalent(book, path, no_such_file); });
  const auto book = book::open_book(path);
  if (is_shown || (book && (*book)->size() > 0))
    return Error{"is a book, a page is not written over it", path};
  return {};
}

/// Checks the order of a book, because the page finds positions only by a binary search.
Result<void> check_order(const std::string& path) {
  auto reader = book::BinBookReader::open(path);
  if (!reader) return reader.error();
  return reader->visit_blocks([](auto) { return Result<void>(); });
}

/// Returns the bytes that the page searches: the moves of a book of any format, as a `.bin`. `total`: bytes
/// of all books.
Result<std::string> read_moves(const OpenBook& book, std::uint64_t& total) {
  const std::string& path = book.source->path();
  const std::uint64_t least =
      book.bin != nullptr ? std::filesystem::file_size(path) : book.source->size() * book::kRecordSize;
  if (const auto fits = check_size(total + least); !fits) return fits.error();
  std::string content;
  if (book.bin != nullptr) {
    if (const auto ordered = check_order(path); !ordered) return ordered.error();
    if (const auto error = os::read_file(path, content, kMaxExportBytes))
      return Error{"cannot be read: " + error.message(), path};
  } else {
    const auto entries = book::collect_entries(*book.source).entries;
    content.resize(entries.size() * book::kRecordSize);
    auto rest = std::as_writable_bytes(std::span(content));
    for (const book::RawEntry& entry : entries) {
      book::encode_entry(entry, rest.first<book::kRecordSize>());
      rest = rest.subspan(book::kRecordSize);
    }
  }
  total += content.size();
  if (const auto fits = check_size(total); !fits) return fits.error();
  return {boost::system::in_place_value, std::move(content)};
}

/// Returns the answer to GET /api/books with the bytes of each book, or with positions of a variant. It has
/// no `<`, because it is a part of a page.
Result<std::string> books_json(const Setup& setup, const Report& report) {
  const bool is_chess = setup.rules.is_chess();
  auto opened = OpenBooks::open(setup.books, setup.format, setup.rules);
  if (!opened) return opened.error();
  const auto* const names = is_chess ? setup.opening_names.get() : nullptr;
  json::object described = describe_books(*opened, false, names);
  described.erase("setup");
  if (names != nullptr) described["openings"].as_object()["all"] = describe_all(*names);
  if (opens_on_starts(*opened))
    if (json::array starts = describe_starts(*opened); starts.size() > 1)
      described["starts"] = std::move(starts);
  json::array& books = described["books"].as_array();
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < opened->size(); ++i) {
    const auto book = opened->book(i);
    if (!book) return book.error();
    if ((*book)->counts != nullptr)
      return Error{"an exported page cannot show counts; build a book from them first", opened->path(i)};
    if (is_chess) {
      const auto moves = read_moves(**book, total);
      if (!moves) return moves.error();
      books[i].as_object()["data"] = to_base64(std::as_bytes(std::span(*moves)));
    }
    (*book)->note_troubles();
    std::ranges::for_each((*book)->troubles, report);
    books[i].as_object().erase("path");
  }
  std::string text = json_text(described);
  if (!is_chess) {
    const auto answers = reached_answers(*opened, kMaxExportBytes, report);
    if (!answers) return answers.error();
    text.insert(text.size() - 1, ",\"positions\":" + *answers);
  }
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return {boost::system::in_place_value, std::move(text)};
}

/// Writes a hash in the form of a Content-Security-Policy.
std::string policy_hash(std::string_view hexadecimal) {
  std::string bytes;
  for (; hexadecimal.size() >= 2; hexadecimal.remove_prefix(2)) {
    bytes += static_cast<char>(parse_number<unsigned>(hexadecimal.substr(0, 2), 16).value_or(0));
  }
  return "'sha256-" + to_base64(std::as_bytes(std::span(bytes))) + "'";
}

void fill(std::string& page, std::string_view mark, std::string_view content) {
  if (const auto at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), content);
}

}  // namespace

Result<std::string> page_with_books(const Setup& setup, const Report& report) {
  const auto data = books_json(setup, report);
  if (!data) return data.error();
  const ExportPage blank = export_page_template();
  std::string page(blank.content);
  fill(page, kScriptHashMark, policy_hash(blank.script_sha256));
  fill(page, kStyleHashMark, policy_hash(blank.style_sha256));
  fill(page, kBooksMark, *data);
  return {boost::system::in_place_value, std::move(page)};
}

Result<void> export_page(const Setup& setup, const std::string& path, const Report& report) {
  if (const auto harmless = check_target(setup.books, path); !harmless) return harmless.error();
  const auto page = page_with_books(setup, report);
  if (!page) return page.error();
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  if (const auto written = file->write(std::as_bytes(std::span(*page))); !written) return written.error();
  return file->commit();
}

}  // namespace polyglot::explorer
