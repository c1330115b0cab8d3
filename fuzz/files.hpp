// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>

#include "check.hpp"

namespace polyglot::fuzz {

/// A file in memory, written again for every input.
class MemoryFile {
 public:
  MemoryFile()
      : file_(::memfd_create("input", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(file_)) {
    check(file_ >= 0, "there are files in memory");
  }

  void write(std::span<const std::byte> bytes) const {
    check(::ftruncate(file_, 0) == 0, "the file can be emptied");
    check(::pwrite(file_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
          "the file can be written");
  }
  void write(std::string_view text) const { write(std::as_bytes(std::span(text))); }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  int file_;
  std::string path_;
};

/// A folder of our own for writers, which replace files by rename.
class ScratchFolder {
 public:
  ScratchFolder() : path_(std::filesystem::temp_directory_path() / ("fuzz." + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] std::string file(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  check(static_cast<bool>(file.flush()), "a file can be written");
}

[[nodiscard]] inline std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  check(file.is_open(), "a file that was written is there");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace polyglot::fuzz
