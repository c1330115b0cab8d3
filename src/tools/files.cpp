// SPDX-License-Identifier: MIT
#include "tools/files.hpp"

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_format.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/pgn/input.hpp>

namespace polyglot::tools {

void check_kind(const std::string& path, std::initializer_list<FileKind> wanted) {
  check_kind(path, kind_of_file(path), wanted);
}

void check_kind(const std::string& path, FileKind kind, std::initializer_list<FileKind> wanted) {
  if (std::ranges::find(wanted, kind) != wanted.end()) return;
  const std::string word = config::shell_word(path);
  if (kind == FileKind::book) throw Failure(fmt::format("{} is a book: polyglot info-book {}", path, word));
  if (kind == FileKind::games)
    throw Failure(fmt::format("{} holds games: polyglot make-book {}", path, word));
  if (kind == FileKind::configuration)
    throw Failure(fmt::format("{} is a configuration: polyglot {} --check-config", path, word));
}

std::string use_of_other_kind(const std::string& path) {
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::book)
    return fmt::format(
        "{0} is an opening book, not a configuration file; to look into it: polyglot info-book {1}; "
        "to play from it: polyglot init --book {1}",
        path, config::shell_word(path));
  if (kind == FileKind::games)
    return fmt::format(
        "{} is a PGN file, not a configuration file; to build a book from it: polyglot make-book {}", path,
        config::shell_word(path));
  return {};
}

config::Configuration load_configuration(const config::CommandLine& command_line) {
  auto configuration = config::load(command_line);
  if (configuration) return *std::move(configuration);
  const std::string use = use_of_other_kind(command_line.config_file.value_or(""));
  throw Failure(use.empty() ? configuration.error().to_string() : use);
}

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

void check_output(const std::vector<std::string>& inputs, const std::string& output, FileKind kind) {
  std::error_code missing;  // an error means that the files differ
  for (const std::string& input : inputs)
    if (std::filesystem::equivalent(input, output, missing))
      throw Failure("is read and cannot be the output as well: choose another name", output);
  book::check_output(output, kind).value();
}

void back_up(const std::string& path, std::string& notes, std::string_view ending) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  const std::string old = path + std::string(ending);
  notes = "; the old file is " + old;
  book::check_output(old, FileKind::book).value();
  os::copy_file(path, old).value();
}

Output::Output(const std::string& path) {
  if (!path.empty() && path != "-") file_.emplace(os::AtomicFile::create(path).value());
}

void Output::put(std::string_view text) {
  constexpr std::size_t kBlock = 65536;
  waiting_ += text;
  if (waiting_.size() >= kBlock) flush();
}

void Output::commit() {
  flush();
  if (file_) file_->commit().value();
}

void Output::flush() {
  const std::string text = std::exchange(waiting_, {});
  (file_ ? file_->write(std::as_bytes(std::span(text))) : os::write_output(text)).value();
}

}  // namespace polyglot::tools
