// SPDX-License-Identifier: MIT
#include <filesystem>
#include <system_error>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/os/file.hpp>

#include "book/formats/formats.hpp"
#include "book/whole/move_places.hpp"

namespace polyglot::book {
namespace {

/// A file of results. It is opened again if another file has taken its name.
class LearnFile {
 public:
  /// The present records of a position; empty if there is no such file, or if it cannot be read.
  [[nodiscard]] std::vector<RawEntry> find(const std::string& path, const game::Position& position) {
    refresh(path);
    if (!results_) return {};
    for (const chess::Key key : keys_of(position)) {
      auto entries = results_->find(key);
      if (!entries) troubles_.note_failure(entries.error());
      if (entries && !entries->empty()) return std::move(*entries);
    }
    return {};
  }

  [[nodiscard]] std::optional<Error> take_trouble() { return troubles_.take(); }

 private:
  void refresh(const std::string& path) {
    const auto now = os::kind_of(path) == os::PathKind::file ? stamp_of(path) : std::nullopt;
    // A file that was changed in place need not be opened again, because each lookup reads it.
    const bool is_same = now && stamp_ && now->is_same_file(*stamp_) && now->size == stamp_->size;
    if (is_same) return;
    stamp_ = now;
    results_.reset();
    if (!now || now->size == 0) return;
    auto opened = BinBook::open(path);
    if (!opened) return troubles_.note_failure(opened.error());
    results_ = std::move(*opened);
    if (is_foreign(results_->learn_layout())) results_.reset();
  }

  [[nodiscard]] std::optional<os::FileStamp> stamp_of(const std::string& path) {
    const auto now = os::stamp_of(path);
    if (now) return *now;
    troubles_.note_failure(now.error());
    return std::nullopt;
  }

  std::optional<os::FileStamp> stamp_;
  std::unique_ptr<BinBook> results_;
  Troubles troubles_;
};

class BookWithLearnFile final : public BookSource {
 public:
  BookWithLearnFile(std::unique_ptr<BookSource> book, LearnFileName name)
      : book_(std::move(book)), name_(std::move(name)) {}

  [[nodiscard]] BookFormat format() const noexcept override { return book_->format(); }
  [[nodiscard]] BookMoves find(const game::Position& position) const override {
    return book_->find(position);
  }

  [[nodiscard]] std::uint64_t size() const override { return book_->size(); }
  [[nodiscard]] const std::string& path() const override { return book_->path(); }
  [[nodiscard]] std::vector<std::string> variants() const override { return book_->variants(); }
  [[nodiscard]] std::vector<chess::Position> starts() const override { return book_->starts(); }
  [[nodiscard]] std::uint64_t variations_left_out() const override { return book_->variations_left_out(); }
  [[nodiscard]] game::Position as_stored(const game::Position& position) const override {
    return book_->as_stored(position);
  }

  [[nodiscard]] std::optional<Error> take_trouble() const override {
    auto trouble = book_->take_trouble();
    return trouble ? std::move(trouble) : file_.take_trouble();
  }

  [[nodiscard]] std::optional<std::string> learn_file() const override {
    std::string path = name_();
    std::error_code none;  // a missing file is not the book
    if (path.empty() || std::filesystem::equivalent(path, book_->path(), none)) return std::nullopt;
    return path;
  }

  [[nodiscard]] std::optional<LearnedMoves> learned(const game::Position& position,
                                                    const BookMoves& moves) const override {
    auto own = book_->learned(position, moves);
    const auto path = learn_file();
    if (!path) return own;
    LearnedMoves learned = own ? std::move(*own) : nothing_learned(moves);
    const std::vector<RawEntry> records = file_.find(*path, position);
    if (records.empty()) return learned;
    MovePlaces places;
    for (const RawEntry& record : records) places.add(record.move);
    for (std::size_t i = 0; i < learned.results.size(); ++i) {
      const BookMove& known = moves.moves[i];
      if (!has_record_code(position, known.move)) continue;
      const auto place = places.find(codes_of(position, known.move));
      if (!place) continue;
      const RawEntry& record = records[*place];
      LearnedResult& result = learned.results[i];
      learned.total_weight -= learned_weight(known.weight, result);
      result = result + LearnedResult{.games = record.learn_games(), .points = record.learn_points()};
      learned.total_weight += learned_weight(known.weight, result);
      places.take(*place);  // if a move has several records in the book, the first one gets the results
    }
    return learned;
  }

 private:
  [[nodiscard]] static LearnedMoves nothing_learned(const BookMoves& moves) {
    LearnedMoves none;
    none.results.resize(moves.moves.size());
    none.total_weight = learned_weight(1, {}) * moves.total_weight;
    return none;
  }

  std::unique_ptr<BookSource> book_;
  LearnFileName name_;
  mutable LearnFile file_;
};

}  // namespace

std::unique_ptr<BookSource> with_learn_file(std::unique_ptr<BookSource> book, LearnFileName name) {
  return std::make_unique<BookWithLearnFile>(std::move(book), std::move(name));
}

std::vector<PlayedMove> moves_of(const BookSource& book, std::vector<PlayedMove> moves) {
  std::erase_if(moves, [&book](const PlayedMove& played) {
    const BookMoves known = book.find(played.position);
    return std::ranges::find(known.moves, played.move, &BookMove::move) == known.moves.end();
  });
  return moves;
}

namespace {

/// A negative score, read as an unsigned number, is at least this. A number of games rarely is.
constexpr std::uint32_t kManyGames = 32768;
constexpr std::uint32_t kGreatestDepth = 99;
/// The minimum number of records for a guess: a few damaged records must not decide it.
constexpr std::uint64_t kFewest = 16;

/// Whether a part is at least nine tenths. It need not be all, because a book may be merged from others.
constexpr bool most(std::uint64_t part, std::uint64_t all) noexcept {
  return part >= all - all / 10;
}
constexpr bool nearly_all(std::uint64_t part, std::uint64_t all) noexcept {
  return part >= all - all / 100;
}

struct LayoutWords {
  std::string_view name;
  std::string_view description;
};
/// Indexed by LearnLayout.
constexpr std::array kLayoutWords{LayoutWords{"none", "empty"},
                                  LayoutWords{"polyglot", "games and half points, as Polyglot writes them"},
                                  LayoutWords{"xboard", "wins and losses, as XBoard writes them"},
                                  LayoutWords{"prodeo", "score and depth, as ProDeo writes them"},
                                  LayoutWords{"unknown", "of an unknown kind"}};

}  // namespace

void LearnLayoutGuess::add(const RawEntry& entry) noexcept {
  if (entry.learn == 0) return;
  ++used_;
  const std::uint32_t high = entry.learn >> 16;
  const std::uint32_t low = entry.learn & 0xffff;
  const std::uint32_t depth = low >> 8;
  if (low <= 2 * high) ++as_games_;
  if (depth >= 1 && depth <= kGreatestDepth) ++as_score_;
  if (high < kManyGames && low < kManyGames) ++small_;
}

LearnLayout LearnLayoutGuess::result() const noexcept {
  if (used_ == 0) return LearnLayout::none;
  const bool looks_like_scores = most(as_score_, used_);
  if (nearly_all(as_games_, used_) && (most(small_, used_) || !looks_like_scores))
    return LearnLayout::polyglot;
  if (looks_like_scores) return LearnLayout::prodeo;
  if (most(small_, used_)) return LearnLayout::xboard;
  return LearnLayout::unknown;
}

LearnLayout LearnLayoutGuess::or_polyglot() const noexcept {
  return used_ < kFewest ? LearnLayout::polyglot : result();
}

std::string_view name_of(LearnLayout layout) noexcept {
  return kLayoutWords[static_cast<std::size_t>(layout)].name;
}

std::string_view describe(LearnLayout layout) noexcept {
  return kLayoutWords[static_cast<std::size_t>(layout)].description;
}

Error foreign_results(const std::string& path, LearnLayout layout) {
  return {"its learn fields are " + std::string(describe(layout)) +
              ": they are neither used nor added to; name another file with BookLearnFile (--learn-file)",
          path};
}

}  // namespace polyglot::book
