#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Error: the output is one of the files that are read, which it would replace by something else.
[[nodiscard]] Result<void> check_is_none_of(std::span<const std::string> inputs, const std::string& output);
[[nodiscard]] Result<void> check_is_none_of(std::initializer_list<std::string> inputs,
                                            const std::string& output);

/// Where a tool's text goes: a file that appears complete or not at all, or standard output. Buffered.
class Output {
 public:
  /// An empty path or "-" is standard output.
  [[nodiscard]] static Result<Output> open(const std::string& path);

  [[nodiscard]] Result<void> put(std::string_view text);
  /// Writes what is left and gives the file its name. Call it last.
  [[nodiscard]] Result<void> commit();

 private:
  explicit Output(std::optional<os::AtomicFile> file) : file_(std::move(file)) {}

  [[nodiscard]] Result<void> flush();

  std::optional<os::AtomicFile> file_;
  std::string waiting_;
};

}  // namespace polyglot::tools
