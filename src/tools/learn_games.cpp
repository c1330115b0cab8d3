// SPDX-License-Identifier: MIT
#include <iterator>
#include <thread>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learned_games.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/book_edits.hpp"
#include "tools/game_lessons.hpp"
#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace learn_games_tool {
namespace {

using chess::Color;

struct LessonOptions {
  Strings sources;           ///< a file of games; or books, or files beside books, with learned results
  bool are_results = false;  ///< whether the sources have results
  std::string book;          ///< empty: results are merged into `learn_file`
  std::string engine;        ///< empty: both sides count
  std::string learn_file;    ///< empty: results are in the book
  std::optional<book::BookFormat> format = std::nullopt;
  VariantOptions variant = {};
  bool untagged = false;
  bool again = false;
  bool backs_up = false;
  bool is_dry_run = false;

  void add_to(Command& command) {
    command.add({
        {"pgn", "SOURCE",
         "the games, - for standard input; or files with learned results; the last argument is the book, "
         "unless "
         "--book names it",
         texts(sources), config::kAllPlain, true},
        {"book,bin,in", "BOOK", "the book that the games were played from", text(book)},
        {"engine", "NAME", "count only the moves of this player (default: both players)", text(engine)},
        {"learn-file", "FILE",
         "the file with the results, if they are not in the book; files with results need no BOOK then",
         text(learn_file)},
        {"again", "", "also learn games that were learned before", flag(again)},
        {"backup", "", "keep the replaced book as BOOK~, or with --learn-file the replaced file as FILE~",
         flag(backs_up)},
        {"dry-run", "", "show the entries that would change, but write nothing", flag(is_dry_run)},
        book_format_switch(format),
    });
    variant.add_to(command);
    command.add({untagged_switch(untagged)});
  }
  /// Finds the book among the words. Error: words or options that cannot be combined.
  void complete(const Command& command) {
    are_results = kind_of_file(sources.front()) == FileKind::book;
    if (book.empty() && sources.size() > 1 && !(are_results && !learn_file.empty())) {
      book = sources.back();
      sources.pop_back();
    }
    // Other tools take the book first.
    if (are_results && (results().empty() || kind_of_file(book) == FileKind::games))
      throw Failure(fmt::format("is a book, the games stand before it: polyglot learn-games GAMES.pgn {}",
                                config::shell_word(sources.front())),
                    sources.front());
    if (!are_results && (book.empty() || sources.size() > 1))
      throw Failure("give one file of games and, after it, the book: polyglot learn-games GAMES.pgn BOOK");
    for (const std::string& source : sources)
      check_kind(source, {are_results ? FileKind::book : FileKind::games});
    if (!book.empty()) any_book_file(book).take({std::string(book)});
    if (book == os::kStandardInputFile && (learn_file.empty() || sources.front() == "-"))
      throw Failure("a book on standard input cannot learn; give a file name");
    if (!are_results) return;
    refuse(command, {"engine", "again", "dry-run", "variant", "untagged"},
           " is for games, not for learned results");
    check_output(sources, results(), FileKind::book);
  }
  [[nodiscard]] std::unique_ptr<book::BookSource> open_book(const Command& command) const {
    auto opened = book::open_book(book, format).value();
    tell_note(command, *opened);
    tell_troubles(command, *opened);
    return opened;
  }
  /// The path of the file with the results, and which file it is.
  [[nodiscard]] const std::string& results() const noexcept { return learn_file.empty() ? book : learn_file; }
  [[nodiscard]] book::ResultsIn where() const noexcept {
    return learn_file.empty() ? book::ResultsIn::book : book::ResultsIn::learn_file;
  }
};

/// How long to wait for other programs that lock a file.
constexpr std::chrono::seconds kLearnPatience{60};

/// Whether records have results of a move. Null: there are no records.
bool has_results(const book::BinBook* book, const book::PlayedMove& played) {
  if (book == nullptr || !book::has_record_code(played.position, played.move)) return false;
  for (const chess::Key key : book::keys_of(played.position)) {
    const auto records = book->find(key);
    if (!records || records->empty()) continue;
    const auto record = book::find_record(*records, book::codes_of(played.position, played.move));
    return record != records->end() && record->learn != 0;
  }
  return false;
}

/// Adds up the results of games. The book learns all of them at the end, so that an interrupted run has
/// learned nothing and can be repeated.
class GameLearner {
 public:
  /// `notes`: nothing if learned games cannot be recorded.
  GameLearner(std::unique_ptr<book::BookSource> book, game::Rules rules, const LessonOptions& options,
              std::optional<book::LearnedGames> notes)
      : book_(std::move(book)),
        rules_(std::move(rules)),
        options_(options),
        notes_(std::move(notes)),
        known_(book_->records()) {
    if (options.learn_file.empty()) return;
    // A missing or empty file has no results.
    auto opened = book::BinBook::open(options.learn_file);
    if (opened) file_ = std::move(*opened);
    known_ = file_.get();
  }

  void add(const GameLesson& lesson) {
    std::vector<book::PlayedMove> moves = book::moves_of(*book_, lesson.moves);
    const bool is_of_book = !moves.empty();
    const auto is_known = [this](const book::PlayedMove& played) { return has_results(known_, played); };
    if (is_of_book && std::ranges::none_of(moves, is_known)) forget(lesson);
    BothSides news;
    for (const Color side : BothSides::kColors) news[side] = lesson.sides[side] && is_new(lesson, side);
    std::erase_if(moves,
                  [&news](const book::PlayedMove& played) { return !news[played.position.side_to_move()]; });
    if (moves.empty()) return void(++(is_of_book ? repeated_ : strange_));
    ++learned_;
    note(lesson, moves);
    for (book::PlayedMove& played : moves) add(std::move(played));
  }

  /// Learns the rest. After success all games are recorded.
  void finish() {
    std::vector<book::PlayedMove> moves;
    for (auto& [key, sums] : sums_) std::ranges::move(sums, std::back_inserter(moves));
    if (options_.is_dry_run) {
      for (const book::PlayedMove& played : moves) moves_ += static_cast<std::uint64_t>(played.games);
      return preview(moves);
    }
    // Do all that can fail before the book learns, so that book and records agree.
    if (notes_) notes_->prepare().value();
    moves_ = learn(moves);
    if (notes_) notes_->commit().value();
  }

  [[nodiscard]] int report(const Command& command) const {
    command.say(fmt::format("{}: {} {}learned, {} of the book{}", options_.results(),
                            counted(learned_, "game"), options_.is_dry_run ? "would be " : "",
                            counted(moves_, "move"), backup_));
    if (strange_ > 0)
      command.note(fmt::format("{} without a move of the book skipped", counted(strange_, "game")));
    if (repeated_ > 0)
      command.note(fmt::format("{} learned before skipped (--again learns from them once more)",
                               counted(repeated_, "game")));
    if (forgotten_ > 0)
      command.tell(fmt::format("{} learned again: listed as learned before, but {} has no results of them",
                               counted(forgotten_, "game"), options_.results()));
    return learned_ + repeated_ > 0 ? kSuccess : kFailure;
  }

 private:
  /// Whether the moves of a side were not learned before.
  [[nodiscard]] bool is_new(const GameLesson& lesson, Color side) {
    const std::uint32_t met = ++met_[{lesson.fingerprint, side}];
    return options_.again || !notes_ || met > notes_->times(lesson.fingerprint, side);
  }

  /// Drops the record of a game of which the book has no results: the book was built again, or its file was
  /// removed.
  void forget(const GameLesson& lesson) {
    if (!notes_ || options_.again) return;
    bool was_known = false;
    for (const Color side : BothSides::kColors) {
      // The book learns games that are recorded in this run only at the end.
      if (!lesson.sides[side] || met_.contains({lesson.fingerprint, side})) continue;
      was_known = was_known || notes_->times(lesson.fingerprint, side) > 0;
      notes_->set_times(lesson.fingerprint, side, 0);
    }
    if (was_known) ++forgotten_;
  }

  /// Records that the book learns the moves of a game.
  void note(const GameLesson& lesson, std::span<const book::PlayedMove> moves) {
    BothSides sides;
    for (const book::PlayedMove& played : moves) sides[played.position.side_to_move()] = true;
    for (const Color side : BothSides::kColors)
      if (notes_ && sides[side])
        notes_->set_times(lesson.fingerprint, side, notes_->times(lesson.fingerprint, side) + 1);
  }

  void add(book::PlayedMove played) {
    std::vector<book::PlayedMove>& known = sums_[played.position.key()];
    const auto sum = std::ranges::find(known, played.move, &book::PlayedMove::move);
    if (sum == known.end()) return known.push_back(std::move(played));
    sum->points += played.points;
    ++sum->games;
  }

  void preview(std::span<const book::PlayedMove> moves) const {
    const auto changes = book::preview_learning(options_.results(), moves, options_.where()).value();
    KnownPositions known;
    for (const book::PlayedMove& played : moves)
      for (const chess::Key key : book::keys_of(played.position)) known.emplace(key, played.position);
    ChangeText text(rules_, [&known](chess::Key key) { return std::optional(known.at(key)); });
    for (const auto& [before, after] : changes) text.add(before ? &*before : nullptr, &after);
    os::write_output(changes.empty() ? "nothing would change\n" : text.text()).value();
  }

  [[nodiscard]] std::size_t learn(std::span<const book::PlayedMove> moves) {
    const std::string& results = options_.results();
    if (options_.backs_up && !moves.empty()) back_up(results, backup_);
    book::BeforeReplacing before;
    if (notes_) before = [this](const os::FileStamp& stamp) { return notes_->promise(stamp); };
    const auto deadline = std::chrono::steady_clock::now() + kLearnPatience;
    for (;;) {
      if (const auto learned = book::try_learn(results, moves, options_.where(), before).value())
        return *learned;
      if (std::chrono::steady_clock::now() >= deadline) throw Failure(os::locked_by_another(results));
      std::this_thread::sleep_for(book::kLearnPause);
    }
  }

  std::unique_ptr<book::BookSource> book_;
  game::Rules rules_;
  const LessonOptions& options_;
  std::optional<book::LearnedGames> notes_;
  std::unique_ptr<book::BinBook> file_;
  const book::BinBook* known_;                                    ///< what has the earlier results
  std::map<game::Key, std::vector<book::PlayedMove>> sums_;       ///< the moves of each position, added up
  std::map<std::pair<std::uint64_t, Color>, std::uint32_t> met_;  ///< how often a game occurs in the input
  std::uint64_t learned_ = 0;
  std::uint64_t moves_ = 0;      ///< moves of the learned games
  std::uint64_t strange_ = 0;    ///< games without a move of the book
  std::uint64_t repeated_ = 0;   ///< games that were learned before
  std::uint64_t forgotten_ = 0;  ///< games that were learned before, but the book has no results of them
  std::string backup_;           ///< the message about the backup
};

/// Opens the list of learned games beside the results. If it cannot be written, warns and returns nothing.
std::optional<book::LearnedGames> open_notes(const Command& command, const LessonOptions& options) {
  const std::string path = book::learned_games_file(options.results());
  if (!options.is_dry_run) {
    if (const auto made = os::write_new_file(path, ""); !made) {
      command.tell(made.error().to_string() + "; the games are not noted, and can be learned twice");
      return std::nullopt;
    }
  }
  return (options.is_dry_run ? book::LearnedGames::read(path)
                             : book::LearnedGames::open_locked(path, kLearnPatience))
      .value();
}

int add_results(const Command& command, const LessonOptions& options) {
  std::string backup;
  tell_if_empty(command, options.results());
  if (options.backs_up) back_up(options.results(), backup);
  const auto added = book::add_learned(options.sources, options.results(), options.where()).value();
  command.say(fmt::format("{}: results of {}{}", options.results(), counted(added.records, "entry"), backup));
  if (added.unknown > 0)
    command.tell(fmt::format("moves with results that are not in the book: {}", added.unknown));
  if (added.halved > 0)
    command.tell(
        fmt::format("sums that would exceed 65535: {}; games and points of these are halved", added.halved));
  return kSuccess;
}

int run(Command& command) {
  LessonOptions options;
  options.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  usage([&] { options.complete(command); });
  if (options.are_results) return add_results(command, options);
  // The book is read under the lock of the list: another run may just have replaced both. But a list is only
  // made for a file that can be opened.
  if (options.book != os::kStandardInputFile) (void)os::File::open(options.book).value();
  auto notes = open_notes(command, options);
  auto opened = options.open_book(command);
  const auto rules = options.variant.rules_of(*opened);
  LessonReader reader(rules, options.engine, options.untagged);
  GameLearner learner(std::move(opened), rules, options, std::move(notes));
  reader.read(options.sources.front(), [&](const GameLesson& lesson) { learner.add(lesson); });
  learner.finish();
  const int exit_code = learner.report(command);
  reader.tell_skipped(command);
  return exit_code;
}

}  // namespace
}  // namespace learn_games_tool

const Tool kLearnGames{
    .name = "learn-games",
    .summary = "Updates a book with the results of PGN games.",
    .examples =
        "polyglot learn-games match.pgn book.bin\n"
        "polyglot learn-games monday.learn tuesday.learn book.bin\n"
        "zstdcat m.pgn.zst | polyglot learn-games - book.abk --learn-file my.bin\n",
    .run = learn_games_tool::run,
};

}  // namespace polyglot::tools
