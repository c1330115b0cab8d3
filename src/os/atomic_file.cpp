// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>

#include "os/temporary_name.hpp"

namespace polyglot::os {

namespace {

Result<PathKind> kind_of_output(const std::string& path) {
  const PathKind kind = kind_of(path);
  if (kind != PathKind::folder && kind != PathKind::other) return kind;
  return Error{"cannot be written: it is neither a file nor a character device, give the path of a file",
               path};
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  if (path == "-") return to_standard_output();
  const auto kind = kind_of_output(path);
  if (!kind) return kind.error();
  return *kind == PathKind::device ? to_device(path) : to_file(path);
}

AtomicFile::AtomicFile(Descriptor file, std::unique_ptr<TemporaryName> name, std::string target) noexcept
    : file_(std::move(file)), name_(std::move(name)), target_(std::move(target)) {}
AtomicFile::AtomicFile(AtomicFile&& other) noexcept = default;

/// A missing file, or one that cannot be examined, is reported by later steps.
Result<void> check_kind_of_output(const std::string& path) {
  const auto kind = kind_of_output(path);
  return kind ? Result<void>() : kind.error();
}

Result<void> copy_file(const std::string& from, const std::string& to) {
  const auto original = File::open(from);
  if (!original) return original.error();
  auto copy = AtomicFile::create(to);
  if (!copy) return copy.error();
  if (auto taken = copy->take_permissions_of(*original); !taken) return taken;
  constexpr std::size_t kBlock = 1U << 20U;
  const auto block = std::make_unique_for_overwrite<std::byte[]>(kBlock);
  for (std::uint64_t offset = 0;;) {
    const auto got = original->read_at(offset, {block.get(), kBlock});
    if (!got) return got.error();
    if (*got == 0) return copy->commit();
    if (auto written = copy->write({block.get(), *got}); !written) return written;
    offset += *got;
  }
}

}  // namespace polyglot::os
