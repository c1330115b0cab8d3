#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <polyglot/result.hpp>

#include "pgn/codec.hpp"
#include "pgn/raw_file.hpp"

namespace polyglot::pgn {

/// Unpacks a file whose parts follow each other. Zeros behind a part are passed over: tapes and devices fill
/// their blocks with them.
class Unpacker {
 public:
  explicit Unpacker(Packing packing) : packing_(packing), codec_(make_codec(packing)) {}

  /// Fills `buffer` from its start and returns how much it got: less than asked for only at the end, and
  /// before what error() tells.
  [[nodiscard]] std::size_t read(RawFile& file, std::span<char> buffer);
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }

 private:
  [[nodiscard]] bool begin_part(RawFile& file);
  void unpack(RawFile& file, std::span<char>& room);
  void fail(const RawFile& file, std::string what);
  void fail_as_cut(const RawFile& file);

  Packing packing_;
  std::unique_ptr<Codec> codec_;
  bool in_part_ = false;
  std::optional<Error> error_ = std::nullopt;
};

}  // namespace polyglot::pgn
