// SPDX-License-Identifier: MIT
#include <filesystem>
#include <thread>
#include <tuple>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_format.hpp>
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

  static Snapshot of(const std::string& path) {
    const std::chrono::nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
    const os::FileStamp stamp = os::stamp_of(path).value();
    const std::chrono::nanoseconds modified(stamp.modified);
    const bool is_coarse = modified % std::chrono::seconds(1) == std::chrono::nanoseconds(0);
    return {.stamp = stamp, .is_settled = modified + (is_coarse ? kCoarseTick : kTick) < now};
  }
};

/// Gives a written book the name `out`. The lock protects it from programs that change the old book.
void commit_over(const std::string& out, os::AtomicFile& file) {
  file.flush().value();
  std::optional<os::File> lock;
  if (os::kind_of(out) == os::PathKind::file) lock = os::open_locked(out, kPatience).value();
  file.commit().value();
}

/// Makes the book beside `out` and gives it the name. False if `out` was changed in the meantime.
bool try_to_replace(const std::string& out, bool locked, const MakeFile& make) {
  const Snapshot before = Snapshot::of(out);
  auto file = make(true);
  if (!file) return true;
  file->flush().value();
  std::optional<os::File> lock;
  if (!locked) lock = os::open_locked(out, kPatience).value();
  if (os::stamp_of(out).value() != before.stamp || !(locked || before.is_settled)) return false;
  file->commit().value();
  return true;
}

}  // namespace

struct BinBookWriter::State {
  State(std::string name, os::AtomicFile created) : path(std::move(name)), file(std::move(created)) {}

  std::string path;
  BlockFile file;
  chess::Key last_key = 0;
  bool is_empty = true;
};

Result<BinBookWriter> BinBookWriter::create(const std::string& path) {
  return result_of(
      [&] { return BinBookWriter(std::make_unique<State>(path, os::AtomicFile::create(path).value())); });
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
  return add(std::span(&entry, 1));
}

Result<void> BinBookWriter::add(std::span<const RawEntry> entries) {
  return result_of([&, &state = *state_] {
    if (!entries.empty()) state.is_empty = false;
    for (const RawEntry& entry : entries) {
      if (entry.key < state.last_key)
        throw Failure("cannot be written: the entries do not come in the order of their keys", state.path);
      state.last_key = entry.key;
      state.file.add<kRecordSize>([&entry](auto bytes) { encode_entry(entry, bytes); });
    }
  });
}

Result<void> BinBookWriter::commit() {
  return result_of([&file = state_->file] {
    file.flush();
    file.file().commit().value();
  });
}

void sort_entries(std::vector<RawEntry>& entries) {
  std::ranges::stable_sort(entries, [](const RawEntry& a, const RawEntry& b) {
    return std::tie(a.key, b.weight) < std::tie(b.key, a.weight);
  });
}

Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                            const std::optional<BookHeader>& header) {
  return result_of([&] {
    if (std::ranges::find(entries, chess::Key{0}, &RawEntry::key) != entries.end())
      throw Failure("cannot be written: an entry has key 0, which marks the header", path);
    sort_entries(entries);
    auto writer = BinBookWriter::create(path).value();
    if (header) writer.add(*header).value();
    writer.add(entries).value();
    writer.commit().value();
  });
}

void replace_file(std::span<const std::string> sources, const std::string& out, const MakeFile& make) {
  std::error_code none;  // an error means that the files differ
  const auto is_out = [&](const std::string& source) {
    return source == out || std::filesystem::equivalent(source, out, none);
  };
  if (std::ranges::none_of(sources, is_out)) {
    check_output(out, FileKind::book).value();
    // Test first that the book can be replaced, because making it may take hours.
    if (os::kind_of(out) == os::PathKind::file) (void)os::try_open_locked(out).value();
    if (auto file = make(false)) commit_over(out, *file);
    return;
  }
  for (int attempt = 0; attempt < kFreeAttempts; ++attempt) {
    if (!Snapshot::of(out).is_settled) std::this_thread::sleep_for(kTick);
    if (try_to_replace(out, false, make)) return;
  }
  const os::File lock = os::open_locked(out, kPatience).value();
  if (!try_to_replace(out, true, make))
    throw Failure("another program has changed the book; nothing was saved, try again", out);
}

Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                          const std::function<Result<bool>(BinBookWriter&)>& make, bool may_be_empty) {
  return result_of([&] {
    replace_file(sources, out, [&](bool is_source) -> std::optional<os::AtomicFile> {
      // A book of another format must not become a `.bin`.
      if (is_source) (void)RecordFile::open(out).value();
      auto writer = BinBookWriter::create(out).value();
      if (!make(writer).value()) return std::nullopt;
      if (writer.state_->is_empty && !may_be_empty)
        throw Failure("is not written: no entry is left for it", out);
      writer.state_->file.flush();
      return std::move(writer.state_->file.file());
    });
  });
}

}  // namespace polyglot::book
