// SPDX-License-Identifier: MIT
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::book {
namespace {

constexpr std::array<std::pair<std::string_view, BookKeys>, 3> kKeyNames{
    {{"auto", BookKeys::automatic}, {"xboard", BookKeys::xboard}, {"plain", BookKeys::plain}}};

/// Decides whether a book is for chess or for a variant with the same plain keys. It plays the moves of both
/// games at once. After moves for which the rules differ, it counts which game's positions the book has. Such
/// moves are captures in atomic chess, or moves that only chess allows.
class ChessLikeness {
 public:
  explicit ChessLikeness(KeyLookup book) : book_(book) {}

  [[nodiscard]] bool is_of_chess(const variants::Position& start) {
    enter({chess::Position(), start}, true);
    for (std::size_t looked_at = 0; looked_at < kMostPositions && !is_done(); ++looked_at) look(take());
    return of_chess_ > of_variant_;
  }

 private:
  struct Boards {
    chess::Position chess;
    variants::Position variant;
  };
  static constexpr std::size_t kMostPositions = 300;

  [[nodiscard]] bool is_done() const { return in_book_.empty() && behind_book_.empty(); }

  /// Takes the next position. The walk goes depth first, because openings begin without captures.
  [[nodiscard]] Boards take() {
    auto& boards = in_book_.empty() ? behind_book_ : in_book_;
    Boards last = boards.back();
    boards.pop_back();
    return last;
  }

  /// Enters positions of the book, and those that directly follow one. Books for one side lack every second
  /// position.
  void enter(const Boards& boards, bool is_behind_book) {
    const bool is_there = book_.has(boards.chess.key());
    if ((!is_there && !is_behind_book) || !met_.insert(boards.chess.key()).second) return;
    (is_there ? in_book_ : behind_book_).push_back(boards);
  }

  void look(const Boards& boards) {
    const bool is_there = book_.has(boards.chess.key());
    const auto variant_moves = boards.variant.legal_moves();
    for (const chess::Move move : boards.chess.legal_moves()) {
      Boards next = boards;
      next.chess.make(move);
      const std::uint16_t code = encode_move(move);
      const auto same = std::ranges::find_if(variant_moves, [&](const variants::Move& other) {
        return variants::book_code(boards.variant, other) == code;
      });
      if (same == variant_moves.end()) {
        of_chess_ += book_.has(next.chess.key()) ? 1 : 0;
        continue;
      }
      next.variant.make(*same);
      if (next.variant.key() == next.chess.key()) {
        enter(next, is_there);
      } else {
        of_chess_ += book_.has(next.chess.key()) ? 1 : 0;
        of_variant_ += book_.has(next.variant.key()) ? 1 : 0;
      }
    }
  }

  KeyLookup book_;
  std::vector<Boards> in_book_;
  std::vector<Boards> behind_book_;
  boost::unordered_flat_set<chess::Key, KeyHash> met_;
  std::size_t of_chess_ = 0;
  std::size_t of_variant_ = 0;
};

/// Chooses the kind of keys for a variant when one of its positions is first looked up. Reports once if the
/// book is probably for a variant and has no header.
class KeyedBook final : public BookSource {
 public:
  KeyedBook(std::unique_ptr<BookSource> book, BookKeys keys) : book_(std::move(book)), keys_(keys) {}

  [[nodiscard]] BookFormat format() const noexcept override { return book_->format(); }
  [[nodiscard]] BookMoves find(const game::Position& position) const override {
    return position.variant() == nullptr ? book_->find(position) : book_->find(as_stored(position));
  }
  void expect_many_lookups() const override { book_->expect_many_lookups(); }
  [[nodiscard]] std::uint64_t size() const override { return book_->size(); }
  [[nodiscard]] const std::string& path() const override { return book_->path(); }
  [[nodiscard]] std::vector<std::string> variants() const override { return book_->variants(); }
  [[nodiscard]] game::Position as_stored(const game::Position& position) const override {
    const variants::Position* const board = position.variant();
    if (board == nullptr || board->variant().has_plain_keys()) return position;
    const BookKeys keys = keys_in(board->variant());
    const variants::Variant* const plain =
        keys == BookKeys::xboard ? nullptr : board->variant().with_plain_keys();
    if (plain == nullptr) return position;
    const game::Position as_plain = board->with_keys_of(*plain);
    const bool is_plain = keys == BookKeys::plain || (!KeyLookup(*book_->records()).has(position.key()) &&
                                                      KeyLookup(*book_->records()).has(as_plain.key()));
    return is_plain ? as_plain : position;
  }

  [[nodiscard]] std::optional<Error> take_trouble() const override {
    auto missing = std::exchange(was_guessed_, true) ? std::nullopt : missing_header();
    return missing ? std::move(missing) : book_->take_trouble();
  }

  [[nodiscard]] std::optional<LearnedMoves> learned(const game::Position& position,
                                                    const BookMoves& moves) const override {
    return book_->learned(as_stored(position), moves);
  }

 private:
  [[nodiscard]] BookKeys keys_in(const variants::Variant& variant) const {
    if (keys_ != BookKeys::automatic) return keys_;
    if (sampled_ != variant.name()) {
      sampled_ = variant.name();
      keys_of_sample_ = sample_keys(*book_->records(), variant).value_or(BookKeys::automatic);
    }
    return keys_of_sample_;
  }

  [[nodiscard]] std::optional<Error> missing_header() const {
    if (size() == 0 || !variants().empty()) return std::nullopt;
    const auto variant = guess_variant(*book_->records());
    if (!variant || *variant == game::Rules().name()) return std::nullopt;
    return Error{"this book looks like " + *variant +
                     "; to write that into its header, use polyglot edit-book BOOK --header-variant " +
                     *variant,
                 path()};
  }

  std::unique_ptr<BookSource> book_;  ///< with records
  BookKeys keys_;
  mutable std::string sampled_;                            ///< the variant of the last sample
  mutable BookKeys keys_of_sample_ = BookKeys::automatic;  ///< automatic: the sample found nothing
  mutable bool was_guessed_ = false;
};

}  // namespace

bool KeyLookup::has(chess::Key key) const {
  if (const auto* const loaded = std::get_if<const LoadedBook*>(&book_)) return !(*loaded)->find(key).empty();
  const auto records = std::get<const BinBook*>(book_)->find(key);
  return records && !records->empty();
}

std::optional<BookKeys> parse_book_keys(std::string_view name) noexcept {
  for (const auto& [known, keys] : kKeyNames)
    if (known == name) return keys;
  return std::nullopt;
}

std::optional<BookKeys> sample_keys(KeyLookup book, const variants::Variant& variant) {
  constexpr int kSampledPlies = 2;
  const variants::Variant* const form = variant.with_plain_keys();
  if (form == nullptr) return std::nullopt;
  const variants::Position start(variant);
  std::vector<variants::Position> level{start};
  for (int ply = 0;; ++ply) {
    const auto count = [&](const auto& key_of) {
      return std::ranges::count_if(level, [&](const auto& board) { return book.has(key_of(board)); });
    };
    const auto by_xboard = count([](const auto& board) { return board.key(); });
    const auto by_plain = count([form](const auto& board) { return board.with_keys_of(*form).key(); });
    if (by_plain > by_xboard) {
      const variants::Position plain = start.with_keys_of(*form);
      const bool begins_as_chess = plain.key() == chess::Position().key();
      return begins_as_chess && ChessLikeness(book).is_of_chess(plain) ? BookKeys::xboard : BookKeys::plain;
    }
    if (by_xboard > 0) return BookKeys::xboard;
    if (ply == kSampledPlies) return std::nullopt;
    std::vector<variants::Position> next;
    for (const variants::Position& board : level)
      for (const variants::Move& move : board.legal_moves()) next.emplace_back(board).make(move);
    level = std::move(next);
  }
}

std::optional<std::string> guess_variant(KeyLookup book) {
  const chess::Position start;
  const std::string chess(game::Rules().name());
  if (book.has(start.key())) return chess;
  // A book for Black has no start position.
  const auto is_in_book_after = [&](chess::Move move) {
    chess::Position next = start;
    next.make(move);
    return book.has(next.key());
  };
  if (std::ranges::any_of(start.legal_moves(), is_in_book_after)) return chess;
  for (auto& [key, name] : variants::Catalogue::builtin().start_keys())
    if (book.has(key)) return std::move(name);
  return std::nullopt;
}

std::unique_ptr<BookSource> with_keys(std::unique_ptr<BookSource> book, BookKeys keys) {
  if (book->records() == nullptr) return book;
  return std::make_unique<KeyedBook>(std::move(book), keys);
}

}  // namespace polyglot::book
