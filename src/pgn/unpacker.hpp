// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include <polyglot/result.hpp>

#include "pgn/codec.hpp"
#include "pgn/raw_file.hpp"

namespace polyglot::pgn {

/// Unpacks a file part by part. It skips zeros after a part.
class Unpacker {
 public:
  explicit Unpacker(Packing packing) : packing_(packing), codec_(make_codec(packing)) {}

  /// Unpacks into the start of `room`, and moves it past what was written: up to the end of a part, or until
  /// it is full, or before error(). False if no other part follows, or after an error.
  [[nodiscard]] bool read_part(RawFile& file, std::span<char>& room);
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
