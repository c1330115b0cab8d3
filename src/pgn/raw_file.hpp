#pragma once

#include <cstddef>
#include <cstdint>
#include <ios>
#include <optional>
#include <string>
#include <string_view>

#include <boost/iostreams/categories.hpp>

#include <polyglot/io/file_descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// The bytes of a file as they are, the first ones readable twice. A source in the sense of Boost.Iostreams.
class RawFile {
 public:
  using char_type = char;
  using category = boost::iostreams::source_tag;

  [[nodiscard]] static Result<RawFile> open(const std::string& path);
  RawFile(std::string bytes, std::string name);

  /// The first bytes of the file, fewer than `count` only if it is shorter. To be asked before the first
  /// read().
  [[nodiscard]] std::string_view peek(std::size_t count);
  /// How many bytes it got, at least one; -1 at the end, and where the file cannot be read.
  std::streamsize read(char* buffer, std::streamsize count);

  /// True once a read() has met the end.
  [[nodiscard]] bool at_end() const noexcept { return at_end_; }
  /// Why reading ended too early, if so.
  [[nodiscard]] std::optional<Error> error() const;
  [[nodiscard]] std::uint64_t consumed() const noexcept { return consumed_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  RawFile(io::FileDescriptor file, std::string name, std::optional<std::uint64_t> size);
  [[nodiscard]] std::size_t read_file(char* buffer, std::size_t count);

  io::FileDescriptor file_;
  std::string name_;
  std::optional<std::uint64_t> size_;
  std::string ahead_;  ///< peeked at
  std::size_t ahead_taken_ = 0;
  std::uint64_t consumed_ = 0;
  int errno_ = 0;
  bool at_end_ = false;
};

}  // namespace polyglot::pgn
