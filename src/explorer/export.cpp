#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/io/atomic_file.hpp>

#include "explorer/answers.hpp"
#include "explorer/base64.hpp"
#include "explorer/page.hpp"

namespace polyglot::explorer {

namespace {

namespace json = boost::json;

Result<void> check_size(std::span<const std::string> books) {
  std::uint64_t total = 0;
  for (const std::string& path : books) total += std::filesystem::file_size(path);
  if (total <= kMaxExportBytes) return {};
  return Error{fmt::format("a page holds at most {} bytes of books, these have {}", kMaxExportBytes, total)};
}

Result<std::string> read_base64(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  if (!file) return Error{"cannot be read", path};
  return {boost::system::in_place_value, to_base64(std::as_bytes(std::span(content)))};
}

/// What GET /api/books tells, with the bytes of each book. No `<`: it stands in a page.
Result<std::string> books_json(std::span<const std::string> paths) {
  auto shelf = Shelf::open(paths);
  if (!shelf) return shelf.error();
  if (const auto fits = check_size(paths); !fits) return fits.error();
  json::object described = describe_books(*shelf, false);
  json::array& books = described["books"].as_array();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto data = read_base64(paths[i]);
    if (!data) return data.error();
    books[i].as_object()["data"] = *data;
    books[i].as_object().erase("path");
  }
  std::string text = json::serialize(described);
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return {boost::system::in_place_value, std::move(text)};
}

/// A hash as a Content-Security-Policy names it.
std::string policy_hash(std::string_view hexadecimal) {
  std::string bytes;
  for (; hexadecimal.size() >= 2; hexadecimal.remove_prefix(2)) {
    unsigned byte = 0;
    std::from_chars(hexadecimal.data(), hexadecimal.data() + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return "'sha256-" + to_base64(std::as_bytes(std::span(bytes))) + "'";
}

void fill(std::string& page, std::string_view mark, std::string_view content) {
  if (const auto at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), content);
}

}  // namespace

Result<void> export_page(std::span<const std::string> books, const std::string& path) {
  const auto data = books_json(books);
  if (!data) return data.error();
  const ExportPage blank = export_page_template();
  std::string page(blank.content);
  fill(page, kScriptHashMark, policy_hash(blank.script_sha256));
  fill(page, kStyleHashMark, policy_hash(blank.style_sha256));
  fill(page, kBooksMark, *data);
  auto file = io::AtomicFile::create(path);
  if (!file) return file.error();
  if (const auto written = file->write(std::as_bytes(std::span(page))); !written) return written.error();
  return file->commit();
}

}  // namespace polyglot::explorer
