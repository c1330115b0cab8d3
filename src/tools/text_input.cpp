// SPDX-License-Identifier: MIT
#include "tools/text_input.hpp"

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/pgn/input.hpp>

namespace polyglot::tools {

InputStream::InputStream(os::Input input, const std::atomic<bool>* stop)
    : std::istream(this), input_(std::move(input)), stop_(stop) {
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
  const auto got = input_.read(std::span(block_).subspan(held), stop_);
  if (!got) failure_ = got.error();
  return got ? *got : 0;
}

void read_lines(const std::string& path, const LineSink& line, const std::function<void()>& pause) {
  // So that an archive is named, and not its first line. A pipe can be opened only once.
  if (os::kind_of(path) == os::PathKind::file) (void)pgn::Input::open(path).value();
  InputStream in(os::Input::open(path).value());
  std::string text;
  for (std::size_t number = 1; std::getline(in, text) && !in.failure(); ++number) {
    if (text.ends_with('\r')) text.pop_back();
    try {
      if (!trim(text).empty()) line(text, number);
    } catch (const Failure& failure) {
      throw Failure(failure.error().to_string(), fmt::format("{}:{}", in.name(), number));
    }
    if (pause && !in.has_line()) pause();
  }
  if (in.failure()) throw Failure(*in.failure());
  if (pause) pause();
}

}  // namespace polyglot::tools
