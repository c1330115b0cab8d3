// SPDX-License-Identifier: MIT
#include "tools/text_files.hpp"
#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::tools {
namespace {

constexpr std::size_t kBlock = 65536;

}  // namespace

InputStream::InputStream(os::Input input) : std::istream(this), input_(std::move(input)) {
  // A pipe may deliver the mark in parts.
  std::string_view start;
  while (start.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(start)) {
    const std::size_t more = read_behind(start.size());
    if (more == 0) break;
    start = {block_.data(), start.size() + more};
  }
  const bool is_marked = start.starts_with(kByteOrderMark);
  setg(block_.data(), block_.data() + (is_marked ? kByteOrderMark.size() : 0), block_.data() + start.size());
}

int InputStream::underflow() {
  using Traits = std::char_traits<char>;
  const std::size_t got = failure_ ? 0 : read_behind(0);
  if (got == 0) return Traits::eof();
  setg(block_.data(), block_.data(), block_.data() + got);
  return Traits::to_int_type(*gptr());
}

std::size_t InputStream::read_behind(std::size_t held) {
  const auto got = input_.read(std::span(block_).subspan(held));
  if (!got) failure_ = got.error();
  return got ? *got : 0;
}

Result<void> read_lines(const std::string& path, const LineSink& line,
                        const std::function<Result<void>()>& pause) {
  auto input = os::Input::open(path);
  if (!input) return input.error();
  InputStream in(std::move(*input));
  std::string text;
  for (std::size_t number = 1; std::getline(in, text) && !in.failure(); ++number) {
    if (text.ends_with('\r')) text.pop_back();
    if (!trim(text).empty())
      if (const auto done = line(text, number); !done)
        return Error{done.error().to_string(), fmt::format("{}:{}", in.name(), number)};
    if (pause && !in.has_line())
      if (auto done = pause(); !done) return done;
  }
  if (in.failure()) return *in.failure();
  return pause ? pause() : Result<void>();
}

Result<void> check_is_none_of(const std::vector<std::string>& inputs, const std::string& output) {
  std::error_code missing;  // an error means that the files differ
  for (const std::string& input : inputs)
    if (std::filesystem::equivalent(input, output, missing))
      return Error{"is read and cannot be the output as well: choose another name", output};
  return {};
}

Result<void> back_up(const std::string& path, std::string& notes) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const std::string old = path + "~";
  notes = "; the old file is " + old;
  return os::copy_file(path, old);
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

Result<void> write_text(const std::string& path, std::string_view text) {
  auto output = Output::open(path);
  if (!output) return output.error();
  if (auto put = output->put(text); !put) return put;
  return output->commit();
}

}  // namespace polyglot::tools
