// SPDX-License-Identifier: MIT
#include <filesystem>

#include <polyglot/book/crafty.hpp>

#include "book/formats/crafty/crafty_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

constexpr std::string_view kCount = "count";
constexpr std::string_view kStatus = "status";
constexpr std::string_view kLearn = "learn";
constexpr std::string_view kPercent = "percent";

/// The name that Crafty gives to start books.
constexpr std::string_view kStartBook = "books.bin";

/// The data of a move in the book and its start book.
struct KnownMove {
  chess::Move move;
  CraftyFacts facts;
};

BookMove as_book_move(const KnownMove& known, bool by_percent) {
  const CraftyFacts& facts = known.facts;
  BookMove move{.move = known.move,
                .weight = by_percent ? facts.percent : facts.count,
                .facts = {{kCount, static_cast<double>(facts.count)},
                          {kStatus, static_cast<double>(facts.status)},
                          {kLearn, static_cast<double>(facts.learn)}}};
  if (facts.percent > 0) move.facts.push_back({kPercent, static_cast<double>(facts.percent)});
  return move;
}

/// Adds the records of the start book to the moves of the book. Others become new moves with count 0.
void add_start_moves(std::vector<KnownMove>& moves, const std::vector<CraftyHit>& start) {
  for (const CraftyHit& hit : start) {
    const auto known = std::ranges::find(moves, hit.move, &KnownMove::move);
    if (known != moves.end()) {
      known->facts.status |= hit.record.status;
      known->facts.percent = hit.record.count;
    } else {
      moves.push_back(
          {.move = hit.move,
           .facts = {.status = hit.record.status, .learn = hit.record.learn, .percent = hit.record.count}});
    }
  }
}

/// A Crafty book. Only its index (128 KiB) is loaded; a lookup reads one cluster. It has no positions of
/// Chess960. Weights are counts, or percentages in positions where the start book has any. A file `books.bin`
/// in the folder of the book is its start book, which adds marks, percentages and moves. If another program
/// writes in place, the next lookup sees that. Source: docs/crafty-book.md.
class CraftyBook final : public ReadOnlyBook {
 public:
  CraftyBook(const std::string& path, CraftyFile opened)
      : ReadOnlyBook(BookFormat::crafty, path), file_(std::move(opened)) {
    if (size() == 0) troubles_.note({"holds no moves: build the book again", path});
    open_start_book();
  }

  [[nodiscard]] BookMoves find(const game::Position& position) const override {
    const chess::Position* const chess = position.chess();
    if (chess == nullptr) return {};
    std::vector<KnownMove> known;
    for (const CraftyHit& hit : find_in(file_, *chess))
      known.push_back(
          {.move = hit.move,
           .facts = {.count = hit.record.count, .status = hit.record.status, .learn = hit.record.learn}});
    if (start_book_) add_start_moves(known, find_in(*start_book_, *chess));
    const bool by_percent =
        std::ranges::any_of(known, [](const KnownMove& move) { return move.facts.percent > 0; });
    BookMoves result;
    for (const KnownMove& move : known) {
      result.moves.push_back(as_book_move(move, by_percent));
      result.total_weight += result.moves.back().weight;
    }
    return result;
  }

  /// Ignores failures. Then each lookup reads its cluster and reports the problem.
  void expect_many_lookups() const override {
    (void)file_.keep_in_memory();
    if (start_book_) (void)start_book_->keep_in_memory();
  }

  [[nodiscard]] std::uint64_t size() const override { return file_.record_count(); }

 private:
  void open_start_book() {
    const std::string start =
        (std::filesystem::path(path()).parent_path() / std::filesystem::path(kStartBook)).string();
    std::error_code none;
    if (!std::filesystem::exists(start, none) || std::filesystem::equivalent(start, path(), none)) return;
    auto opened = CraftyFile::open(start);
    if (opened)
      start_book_ = std::move(*opened);
    else
      troubles_.note(
          {opened.error().what + "; " + path() + " is played without a start book", opened.error().where});
  }

  /// Returns the moves of one book. If it cannot be read, records a trouble and returns none.
  [[nodiscard]] std::vector<CraftyHit> find_in(const CraftyFile& book,
                                               const chess::Position& position) const {
    const auto cluster = book.cluster(crafty_cluster_of(position));
    if (cluster) return find_crafty_moves(position, *cluster);
    troubles_.note_failure(cluster.error());
    return {};
  }

  mutable CraftyFile file_;  ///< mutable: reading it into memory does not change the book
  mutable std::optional<CraftyFile> start_book_;
};

}  // namespace

std::optional<CraftyFacts> CraftyFacts::of(const BookMove& move) {
  const auto value = [&move](std::string_view name) -> std::optional<double> {
    const auto fact = std::ranges::find(move.facts, name, &BookFact::name);
    if (fact == move.facts.end()) return std::nullopt;
    return fact->value;
  };
  const auto status = value(kStatus);
  if (!status) return std::nullopt;
  return CraftyFacts{.count = static_cast<std::uint32_t>(value(kCount).value_or(0)),
                     .status = static_cast<std::uint8_t>(*status),
                     .learn = static_cast<float>(value(kLearn).value_or(0)),
                     .percent = static_cast<std::uint32_t>(value(kPercent).value_or(0))};
}

OpenedBook open_crafty(const std::string& path) {
  auto file = CraftyFile::open(path);
  if (!file) return file.error();
  return std::make_unique<CraftyBook>(path, std::move(*file));
}

}  // namespace polyglot::book
