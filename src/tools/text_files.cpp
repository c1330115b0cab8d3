#include "tools/text_files.hpp"
#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include <polyglot/os/input.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::tools {
namespace {

constexpr std::size_t kBlock = 65536;

}  // namespace

Result<void> read_lines(const std::string& path, const LineSink& line,
                        const std::function<Result<void>()>& pause) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  auto input = os::Input::open(path);
  if (!input) return input.error();
  std::string text;
  std::size_t number = 0;
  for (bool more = true; more;) {
    const std::size_t searched = text.size();
    text.resize(searched + kBlock);
    const auto count = input->read(std::span(text).subspan(searched));
    if (!count) return count.error();
    text.resize(searched + *count);
    more = *count > 0;
    if (!more && !text.empty()) text += '\n';
    std::size_t start = number == 0 && text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    for (std::size_t end = text.find('\n', searched); end != std::string::npos;
         end = text.find('\n', start)) {
      auto next = std::string_view(text).substr(start, end - start);
      if (next.ends_with('\r')) next.remove_suffix(1);
      if (const auto done = line(next, ++number); !done)
        return Error{done.error().to_string(), fmt::format("{}:{}", input->name(), number)};
      start = end + 1;
    }
    if (number > 0) text.erase(0, start);
    if (pause)
      if (auto done = pause(); !done) return done;
  }
  return {};
}

Result<void> check_is_none_of(const std::vector<std::string>& inputs, const std::string& output) {
  std::error_code missing;  // the same as different
  for (const std::string& input : inputs)
    if (std::filesystem::equivalent(input, output, missing))
      return Error{"is read and cannot be the output as well: choose another name", output};
  return {};
}

Result<Output> Output::open(const std::string& path) {
  if (path.empty() || path == "-") return Output(std::nullopt);
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  return Output(std::move(*file));
}

Result<void> Output::put(std::string_view text) {
  waiting_ += text;
  return waiting_.size() < kBlock ? Result<void>() : flush();
}

Result<void> Output::commit() {
  if (auto flushed = flush(); !flushed) return flushed;
  return file_ ? file_->commit() : Result<void>();
}

Result<void> Output::flush() {
  auto written = file_ ? file_->write(std::as_bytes(std::span(waiting_))) : os::write_output(waiting_);
  waiting_.clear();
  return written;
}

}  // namespace polyglot::tools
