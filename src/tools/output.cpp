// SPDX-License-Identifier: MIT
#include "tools/output.hpp"
#include <filesystem>

#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

namespace polyglot::tools {

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
