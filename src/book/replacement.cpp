#include "book/replacement.hpp"
#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include <polyglot/os/lock.hpp>

namespace polyglot::book {
namespace {

/// So often a book is made without a lock, which others would have to wait for.
constexpr int kFreeAttempts = 3;
constexpr std::chrono::seconds kPatience{10};

bool is_same_file(const std::string& a, const std::string& b) {
  const auto of_a = os::stamp_of(a);
  const auto of_b = os::stamp_of(b);
  return of_a && of_b && of_a->is_same_file(*of_b);
}

/// Most file systems have clocks with ticks of 10 ms or less; FAT has steps of two seconds.
constexpr std::chrono::milliseconds kTick{20};
constexpr std::chrono::seconds kCoarseTick{2};

/// What a file is now, and whether any change from now on gives it another stamp.
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

/// Makes the book beside `out` and gives it the name, unless `out` has been changed meanwhile: then false.
Result<bool> try_to_replace(const std::string& out, bool locked,
                            const std::function<Result<bool>(BinBookWriter&)>& make) {
  const auto before = Snapshot::of(out);
  if (!before) return before.error();
  auto writer = BinBookWriter::create(out);
  if (!writer) return writer.error();
  const auto made = make(*writer);
  if (!made) return made.error();
  if (!*made) return true;
  if (auto flushed = writer->flush(); !flushed) return flushed.error();
  std::optional<os::File> lock;
  if (!locked) {
    auto taken = os::open_locked(out, kPatience);
    if (!taken) return taken.error();
    lock = std::move(*taken);
  }
  const auto now = os::stamp_of(out);
  if (!now) return now.error();
  if (*now != before->stamp || !(locked || before->is_settled)) return false;
  if (auto committed = writer->commit(); !committed) return committed.error();
  return true;
}

}  // namespace

Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                          const std::function<Result<bool>(BinBookWriter&)>& make) {
  if (std::ranges::none_of(sources,
                           [&out](const std::string& source) { return is_same_file(source, out); })) {
    auto writer = BinBookWriter::create(out);
    if (!writer) return writer.error();
    const auto made = make(*writer);
    if (!made) return made.error();
    return *made ? writer->commit() : Result<void>();
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
  return Error{"another program has changed the book meanwhile: nothing saved, try again", out};
}

}  // namespace polyglot::book
