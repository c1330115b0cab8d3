// SPDX-License-Identifier: MIT
#include <filesystem>

#include "book/formats/ctg/ctg_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kPageHeadBytes = 4;
constexpr std::size_t kNumbersBytes = 33;  // of an entry, after its moves
constexpr std::size_t kIndexHeadBytes = 16;
constexpr std::size_t kNodeBytes = 4;
constexpr std::uint32_t kSplitNode = 0xffffffff;

template <std::size_t kSize>
std::uint32_t number_at(Bytes bytes, std::size_t offset) {
  return boost::endian::endian_load<std::uint32_t, kSize, boost::endian::order::big>(
      reinterpret_cast<const unsigned char*>(bytes.subspan(offset).first<kSize>().data()));
}

/// The sizes of an entry's key and of the whole entry.
struct EntryExtent {
  std::size_t key = 0;
  std::size_t size = 0;
};

std::optional<EntryExtent> extent_of(Bytes rest) {
  if (rest.empty()) return std::nullopt;
  const std::size_t key = std::to_integer<std::size_t>(rest[0]) & 31U;
  if (key == 0 || key >= rest.size()) return std::nullopt;
  const auto moves = std::to_integer<std::size_t>(rest[key]);
  const std::size_t size = key + moves + kNumbersBytes;
  if (moves % 2 == 0 || size > rest.size()) return std::nullopt;
  return EntryExtent{.key = key, .size = size};
}

/// Opens the `.cto` beside a `.ctg`. The extension may be in capital letters.
Result<os::File> open_index(const std::string& path) {
  std::error_code none;
  for (const char* const extension : {".cto", ".CTO"}) {
    const std::string beside = std::filesystem::path(path).replace_extension(extension).string();
    if (std::filesystem::exists(beside, none)) return os::File::open(beside);
  }
  return Error{"is a ChessBase book without its index: put the .cto file beside it", path};
}

}  // namespace

std::optional<CtgEntry> parse_ctg_entry(Bytes bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto moves = std::to_integer<std::size_t>(bytes[0]);
  if (moves % 2 == 0 || bytes.size() < moves + kNumbersBytes) return std::nullopt;
  CtgEntry entry;
  for (std::size_t at = 1; at < moves; at += 2)
    entry.moves.push_back({.code = std::to_integer<std::uint8_t>(bytes[at]),
                           .annotation = std::to_integer<std::uint8_t>(bytes[at + 1])});
  const Bytes numbers = bytes.subspan(moves, kNumbersBytes);
  entry.games = number_at<3>(numbers, 0);
  entry.wins = number_at<3>(numbers, 3);
  entry.losses = number_at<3>(numbers, 6);
  entry.draws = number_at<3>(numbers, 9);
  entry.points = number_at<4>(numbers, 12);
  entry.recommendation = std::to_integer<std::uint8_t>(numbers[30]);
  entry.learned = static_cast<std::int8_t>(std::to_integer<std::uint8_t>(numbers[31]));
  entry.comment = std::to_integer<std::uint8_t>(numbers[32]);
  return entry;
}

Result<CtgFile> CtgFile::open(const std::string& path) {
  return result_of([&] {
    auto data = os::File::open(path).value();
    CtgFile file(std::move(data), open_index(path).value());
    file.read_headers();
    return file;
  });
}

void CtgFile::read_headers() {
  std::array<std::byte, 32> head{};
  (void)data_.read_at(0, head).value();
  const std::uint64_t size = data_.size().value();
  if (number_at<2>(head, 0) != head.size() || number_at<2>(head, 2) != kPageBytes)
    throw Failure("is not a ChessBase book: its header should have 32 bytes, its pages 4096", path());
  if (size < 2 * kPageBytes)
    throw Failure("the ChessBase book ends here, before its first page: copy it again",
                  path() + ": offset " + std::to_string(size));
  page_count_ = number_at<4>(head, 16);
  pages_there_ = size / kPageBytes - 1;
  position_count_ = number_at<4>(head, 24);

  const std::size_t got = index_.read_at(0, std::span(head).first(kIndexHeadBytes)).value();
  const std::uint64_t index_size = index_.size().value();
  node_count_ = number_at<4>(head, 4);
  if (got < kIndexHeadBytes || number_at<2>(head, 0) != kIndexHeadBytes)
    throw Failure("is not an index of a ChessBase book; copy it again from the source of the book",
                  index_.path());
  if (index_size < kIndexHeadBytes + kNodeBytes * std::uint64_t{node_count_})
    throw Failure("the index of the ChessBase book is cut short: copy it again", index_.path());
}

std::optional<Error> CtgFile::missing_pages() const {
  if (pages_there_ >= page_count_) return std::nullopt;
  return Error{"has " + std::to_string(pages_there_) + " of " + std::to_string(page_count_) +
                   " pages; copy the book again, Polyglot plays from the rest",
               path() + ": offset " + std::to_string((pages_there_ + 1) * kPageBytes)};
}

/// A node either splits by the next bit of the hash, or is a leaf with a page.
std::optional<std::uint32_t> CtgFile::page_of(std::uint32_t hash) const {
  for (std::uint64_t mask = 0;; mask = 2 * mask + 1) {
    const std::uint64_t node = (hash & mask) + mask;
    if (node >= node_count_) return std::nullopt;
    std::array<std::byte, kNodeBytes> bytes{};
    const std::size_t got = index_.read_at(kIndexHeadBytes + kNodeBytes * node, bytes).value();
    if (got < bytes.size()) throw Failure("the index of the ChessBase book is cut short", index_.path());
    const std::uint32_t page = number_at<kNodeBytes>(bytes, 0);
    if (page != kSplitNode) return page;
  }
}

Result<std::optional<CtgEntry>> CtgFile::find(const CtgPosition& position) const {
  return result_of([&]() -> std::optional<CtgEntry> {
    const auto number = page_of(position.hash());
    if (!number) return std::nullopt;
    const std::uint64_t offset = (std::uint64_t{*number} + 1) * kPageBytes;
    const auto damaged = [&] {
      return Failure(
          "page " + std::to_string(*number) +
              " of the ChessBase book is damaged, its positions are not found: copy the book again",
          path() + ": offset " + std::to_string(offset));
    };

    std::array<std::byte, kPageBytes> page;
    const std::size_t got = data_.read_at(offset, page).value();
    if (got < kPageHeadBytes) throw damaged();
    const std::size_t used = number_at<2>(page, 2);
    if (used < kPageHeadBytes || used > got) throw damaged();
    Bytes rest = Bytes(page).first(used).subspan(kPageHeadBytes);
    const Bytes key = std::as_bytes(std::span(position.key()));
    for (std::uint32_t left = number_at<2>(page, 0); left > 0; --left) {
      const auto extent = extent_of(rest);
      if (!extent) throw damaged();
      if (std::ranges::equal(rest.first(extent->key), key))
        return parse_ctg_entry(rest.first(extent->size).subspan(extent->key));
      rest = rest.subspan(extent->size);
    }
    if (!rest.empty()) throw damaged();
    return std::nullopt;
  });
}

namespace {

/// A move and the entry of the position after it.
struct CtgBranch {
  chess::Move move;
  std::uint8_t annotation = 0;
  CtgEntry reached;

  [[nodiscard]] bool has(std::uint8_t recommendation) const noexcept {
    return (reached.recommendation & recommendation) != 0;
  }

  /// Returns true if the author recommends the move without an objection. Objections are a mark to avoid it,
  /// and `?`, `??`, `!?` and `?!`.
  [[nodiscard]] bool is_chosen() const noexcept {
    using namespace ctg_annotation;
    constexpr std::array kObjections{kBad, kBlunder, kInteresting, kDubious};
    return has(ctg_recommendation::kPlay) && !has(ctg_recommendation::kAvoid) &&
           std::ranges::find(kObjections, annotation) == kObjections.end();
  }

  /// The mover's half points. For games without a result, the book stores points, too.
  [[nodiscard]] std::uint32_t half_points() const noexcept {
    constexpr std::uint64_t kGame = 10;  // in tenths of a point
    constexpr std::uint64_t kHalf = kGame / 2;
    const std::uint64_t all = kGame * reached.games;
    return static_cast<std::uint32_t>((all - std::min<std::uint64_t>(all, reached.points)) / kHalf);
  }
};

/// The factor by which an annotation multiplies a weight, in quarters.
std::uint32_t quarters_of(std::uint8_t annotation) {
  switch (annotation) {
    case ctg_annotation::kExcellent:
      return 16;
    case ctg_annotation::kGood:
      return 8;
    case ctg_annotation::kInteresting:
      return 2;
    case ctg_annotation::kDubious:
      return 1;
    case ctg_annotation::kBad:
    case ctg_annotation::kBlunder:
      return 0;
    case ctg_annotation::kOnlyMove:
      return 32;
    default:
      return 4;
  }
}

/// `some_are_chosen`: whether the author has chosen any move of the position.
std::uint32_t weight_of(const CtgBranch& branch, bool some_are_chosen) {
  if (branch.has(ctg_recommendation::kAvoid)) return 0;
  const std::uint32_t points = branch.half_points() + 1;
  if (some_are_chosen) return branch.is_chosen() ? points : 0;
  const std::uint32_t quarters = quarters_of(branch.annotation);
  return quarters == 0 ? 0 : std::max(1U, points * quarters / 4);
}

BookMove as_book_move(const CtgBranch& branch, std::uint32_t weight) {
  const CtgEntry& reached = branch.reached;
  return {.move = branch.move,
          .weight = weight,
          .facts = {{"annotation", static_cast<double>(branch.annotation)},
                    {"recommendation", static_cast<double>(reached.recommendation)},
                    {"games", static_cast<double>(reached.games)},
                    {"wins", static_cast<double>(reached.losses)},
                    {"draws", static_cast<double>(reached.draws)},
                    {"losses", static_cast<double>(reached.wins)}}};
}

/// A ChessBase book of any size. A lookup reads a page of 4 KiB and a dozen numbers for the position and for
/// each of its moves. The facts of a move are those of the position after it, from the mover's view. The book
/// stores positions that differ only in colours as one. Without castling rights, positions mirrored left to
/// right are one, too. Source: docs/ctg-book.md.
class CtgBook final : public ReadOnlyBook {
 public:
  CtgBook(const std::string& path, CtgFile opened)
      : ReadOnlyBook(BookFormat::ctg, path), file_(std::move(opened)) {
    if (auto missing = file_.missing_pages()) troubles_.note(std::move(*missing));
    if (file_.position_count() == 0) troubles_.note({"has no positions: copy the book again", path});
  }

  [[nodiscard]] BookMoves find(const game::Position& any_position) const override {
    BookMoves found;
    if (any_position.chess() == nullptr) return found;
    const chess::Position& position = *any_position.chess();
    if (position.needs_chess960()) return found;
    const auto entry = entry_of(position);
    if (!entry) return found;
    const CtgPosition stored(position);
    std::vector<CtgBranch> branches;
    for (const CtgMove& move : entry->moves) {
      const auto decoded = decode_ctg_move(position, stored, move.code);
      if (!decoded) continue;
      chess::Position next = position;
      next.make(*decoded);
      branches.push_back(
          {.move = *decoded, .annotation = move.annotation, .reached = entry_of(next).value_or(CtgEntry())});
    }
    const bool some_are_chosen = std::ranges::any_of(branches, &CtgBranch::is_chosen);
    for (const CtgBranch& branch : branches) {
      const std::uint32_t weight = weight_of(branch, some_are_chosen);
      found.total_weight += weight;
      found.moves.push_back(as_book_move(branch, weight));
    }
    return found;
  }

  [[nodiscard]] std::uint64_t size() const override { return file_.position_count(); }

 private:
  /// Returns the entry of a position. Nothing if the book lacks it. Records a trouble if it cannot be read.
  /// We do not know whether ChessBase stores an en-passant capture that would leave the king in check.
  /// Therefore we look up both forms.
  [[nodiscard]] std::optional<CtgEntry> entry_of(const chess::Position& position) const {
    auto entry = look_up(CtgPosition(position));
    if (entry || !position.en_passant() || position.has_legal_en_passant()) return entry;
    return look_up(CtgPosition(position, false));
  }

  [[nodiscard]] std::optional<CtgEntry> look_up(const CtgPosition& stored) const {
    auto entry = file_.find(stored);
    if (entry) return std::move(*entry);
    troubles_.note_failure(entry.error());
    return std::nullopt;
  }

  CtgFile file_;
};

}  // namespace

OpenedBook open_ctg(const std::string& path) {
  auto file = CtgFile::open(path);
  if (!file) return file.error();
  return std::make_unique<CtgBook>(path, std::move(*file));
}

}  // namespace polyglot::book
