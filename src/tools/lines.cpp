#include "tools/lines.hpp"
#include <span>
#include <string>
#include <utility>

#include <polyglot/os/standard_streams.hpp>

namespace polyglot::tools {
namespace {

constexpr std::size_t kBlockBytes = 1 << 16;

/// Reads up to a block behind `text`; false at the end.
Result<bool> read_block(os::Input& input, std::string& text) {
  const std::size_t size = text.size();
  text.resize(size + kBlockBytes);
  const auto count = input.read(std::span(text).subspan(size));
  text.resize(size + (count ? *count : 0));
  if (!count) return Error{count.error().what};
  return *count > 0;
}

std::string_view without_return(std::string_view line) noexcept {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Editors of some systems put one at the start of a file.
std::string_view without_byte_order_mark(std::string_view line) noexcept {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (line.starts_with(kMark)) line.remove_prefix(kMark.size());
  return line;
}

}  // namespace

Result<void> read_lines(os::Input& input, const std::function<Result<void>(std::string_view)>& line,
                        const std::function<Result<void>()>& pause) {
  std::string text;
  bool first = true;
  for (;;) {
    const std::size_t searched = text.size();
    const auto more = read_block(input, text);
    if (!more) return more.error();
    if (!*more && !text.empty()) text += '\n';
    std::size_t start = 0;
    std::size_t end = text.find('\n', searched);
    for (; end != std::string::npos; end = text.find('\n', start)) {
      const auto whole = std::string_view(text).substr(start, end - start);
      const auto rest = std::exchange(first, false) ? without_byte_order_mark(whole) : whole;
      if (auto done = line(without_return(rest)); !done) return done;
      start = end + 1;
    }
    text.erase(0, start);
    if (auto done = pause(); !done || !*more) return done;
  }
}

std::string place_of_line(std::string_view file, std::size_t line) {
  return line == 0 ? std::string(file) : std::string(file) + ":" + std::to_string(line);
}

Result<void> write_out(std::string_view text) {
  return os::write_output(text);
}

}  // namespace polyglot::tools
