#include "tools/output.hpp"
#include <filesystem>
#include <span>
#include <system_error>

#include "tools/lines.hpp"

namespace polyglot::tools {
namespace {

constexpr std::size_t kBlock = 65536;

}  // namespace

Result<void> check_is_none_of(std::span<const std::string> inputs, const std::string& output) {
  std::error_code missing;  // the same as different
  for (const std::string& input : inputs)
    if (std::filesystem::equivalent(input, output, missing))
      return Error{"is read and cannot be the output as well: choose another name", output};
  return {};
}

Result<void> check_is_none_of(std::initializer_list<std::string> inputs, const std::string& output) {
  return check_is_none_of(std::span(inputs.begin(), inputs.size()), output);
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
  auto written = file_ ? file_->write(std::as_bytes(std::span(waiting_))) : write_out(waiting_);
  waiting_.clear();
  return written;
}

}  // namespace polyglot::tools
