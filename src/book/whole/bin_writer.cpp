// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <tuple>
#include <utility>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/whole/replace_file.hpp"

namespace polyglot::book {
namespace {

/// How often to make a book without a lock. After that, other programs have to wait for the lock.
constexpr int kFreeAttempts = 3;

/// Most file systems have clocks with ticks of 10 ms or less; FAT has steps of two seconds.
constexpr std::chrono::milliseconds kTick{20};
constexpr std::chrono::seconds kCoarseTick{2};

/// How long to wait for a program that has locked the book.
constexpr std::chrono::seconds kPatience{10};

/// The present state of a file, and whether every later change gives it another stamp.
struct Snapshot {
  os::FileStamp stamp;
  bool is_settled;

  static Result<Snapshot> of(const std::string& path) {
    const std::chrono::nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
    const auto stamp = os::stamp_of(path);
    if (!stamp) return stamp.error();
    const std::chrono::nanoseconds modified(stamp->modified);
    const bool is_coarse = modified % std::chrono::seconds(1) == std::chrono::nanoseconds(0);
    return Snapshot{.stamp = *stamp, .is_settled = modified + (is_coarse ? kCoarseTick : kTick) < now};
  }
};

/// Gives a written book the name `out`. The lock protects it from programs that change the old book.
Result<void> commit_over(const std::string& out, os::AtomicFile& file) {
  if (auto flushed = file.flush(); !flushed) return flushed;
  if (os::kind_of(out) != os::PathKind::file) return file.commit();
  const auto lock = os::open_locked(out, kPatience);
  return lock ? file.commit() : lock.error();
}

/// Makes the book beside `out` and gives it the name. False if `out` was changed in the meantime.
Result<bool> try_to_replace(const std::string& out, bool locked, const MakeFile& make) {
  const auto before = Snapshot::of(out);
  if (!before) return before.error();
  auto file = make(true);
  if (!file) return file.error();
  if (!*file) return true;
  if (auto flushed = (*file)->flush(); !flushed) return flushed.error();
  std::optional<os::File> lock;
  if (!locked) {
    auto taken = os::open_locked(out, kPatience);
    if (!taken) return taken.error();
    lock = std::move(*taken);
  }
  const auto now = os::stamp_of(out);
  if (!now) return now.error();
  if (*now != before->stamp || !(locked || before->is_settled)) return false;
  if (auto committed = (*file)->commit(); !committed) return committed.error();
  return true;
}

}  // namespace

struct BinBookWriter::State {
  State(std::string name, os::AtomicFile created) : path(std::move(name)), file(std::move(created)) {}

  std::string path;
  BlockFile file;
  chess::Key last_key = 0;
};

Result<BinBookWriter> BinBookWriter::create(const std::string& path) {
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  return BinBookWriter(std::make_unique<State>(path, std::move(*file)));
}

BinBookWriter::BinBookWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
BinBookWriter::BinBookWriter(BinBookWriter&& other) noexcept = default;
BinBookWriter::~BinBookWriter() = default;

Result<void> BinBookWriter::add(const BookHeader& header) {
  const auto records = make_header(header);
  if (!records) return Error{records.error().what, state_->path};
  return add(*records);
}

Result<void> BinBookWriter::add(const RawEntry& entry) {
  State& state = *state_;
  if (entry.key < state.last_key)
    return Error{"cannot be written: the entries do not come in the order of their keys", state.path};
  state.last_key = entry.key;
  return state.file.add<kRecordSize>([&entry](auto bytes) { encode_entry(entry, bytes); });
}

Result<void> BinBookWriter::add(std::span<const RawEntry> entries) {
  for (const RawEntry& entry : entries)
    if (auto added = add(entry); !added) return added;
  return {};
}

Result<void> BinBookWriter::commit() {
  if (auto written = state_->file.flush(); !written) return written;
  return state_->file.file().commit();
}

void sort_entries(std::vector<RawEntry>& entries) {
  std::ranges::stable_sort(entries, [](const RawEntry& a, const RawEntry& b) {
    return std::tie(a.key, b.weight) < std::tie(b.key, a.weight);
  });
}

Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                            const std::optional<BookHeader>& header) {
  if (std::ranges::find(entries, chess::Key{0}, &RawEntry::key) != entries.end())
    return Error{"cannot be written: an entry has key 0, which marks the header", path};
  sort_entries(entries);
  auto writer = BinBookWriter::create(path);
  if (!writer) return writer.error();
  if (header)
    if (auto added = writer->add(*header); !added) return added;
  if (auto added = writer->add(entries); !added) return added;
  return writer->commit();
}

Result<void> replace_file(std::span<const std::string> sources, const std::string& out,
                          const MakeFile& make) {
  std::error_code none;  // an error means that the files differ
  const auto is_out = [&](const std::string& source) {
    return source == out || std::filesystem::equivalent(source, out, none);
  };
  if (std::ranges::none_of(sources, is_out)) {
    // Test first that the book can be replaced, because making it may take hours.
    if (os::kind_of(out) == os::PathKind::file)
      if (const auto lock = os::try_open_locked(out); !lock) return lock.error();
    auto file = make(false);
    if (!file) return file.error();
    return *file ? commit_over(out, **file) : Result<void>();
  }
  for (int attempt = 0; attempt < kFreeAttempts; ++attempt) {
    if (const auto now = Snapshot::of(out); now && !now->is_settled) std::this_thread::sleep_for(kTick);
    const auto replaced = try_to_replace(out, false, make);
    if (!replaced) return replaced.error();
    if (*replaced) return {};
  }
  const auto lock = os::open_locked(out, kPatience);
  if (!lock) return lock.error();
  const auto replaced = try_to_replace(out, true, make);
  if (!replaced) return replaced.error();
  if (*replaced) return {};
  return Error{"another program has changed the book; nothing was saved, try again", out};
}

Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                          const std::function<Result<bool>(BinBookWriter&)>& make) {
  return replace_file(sources, out, [&](bool is_source) -> Result<std::optional<os::AtomicFile>> {
    // A book of another format must not become a `.bin`.
    if (is_source)
      if (const auto opened = RecordFile::open(out); !opened) return opened.error();
    auto writer = BinBookWriter::create(out);
    if (!writer) return writer.error();
    const auto made = make(*writer);
    if (!made) return made.error();
    if (!*made) return std::optional<os::AtomicFile>();
    if (auto written = writer->state_->file.flush(); !written) return written.error();
    return std::optional(std::move(writer->state_->file.file()));
  });
}

}  // namespace polyglot::book
