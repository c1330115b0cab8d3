// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

/// Bytes packed with zstd, or as they are if that would not be shorter.
namespace polyglot::counts {

/// Packs one piece after another.
class Packer {
 public:
  Packer();
  Packer(Packer&&) noexcept;
  Packer& operator=(Packer&&) noexcept;
  ~Packer();

  /// Appends `bytes`, packed.
  void pack(std::string_view bytes, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Unpacks `packed` into `bytes`. `size`: number of unpacked bytes. False if it is damaged. Several threads
/// may call it. Memory for `size` bytes is taken first, so the caller compares it with what is possible.
[[nodiscard]] bool unpack(std::string_view packed, std::size_t size, std::string& bytes);

}  // namespace polyglot::counts
