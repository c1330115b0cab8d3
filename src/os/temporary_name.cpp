// SPDX-License-Identifier: MIT
#include "os/temporary_name.hpp"
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>

#include <polyglot/os/entropy.hpp>

namespace polyglot::os {

std::string TemporaryName::make_path(const std::string& folder) {
  std::array<std::uint64_t, 2> number{};
  if (!fill_with_entropy(std::as_writable_bytes(std::span(number)))) {
    static std::atomic<std::uint64_t> count = 0;
    number[0] = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    number[1] = ++count;
  }
  std::array<char, 64> name{};
  const int size =
      std::snprintf(name.data(), name.size(), ".polyglot-%016llx%016llx.tmp",
                    static_cast<unsigned long long>(number[0]), static_cast<unsigned long long>(number[1]));
  return (std::filesystem::path(folder) / std::string(name.data(), static_cast<std::size_t>(size))).string();
}

}  // namespace polyglot::os
