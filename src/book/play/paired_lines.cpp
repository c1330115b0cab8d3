// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/book/paired_lines.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::book {
namespace {

constexpr std::chrono::milliseconds kLockPatience{200};
/// A game that has waited longer for its next book move counts as aborted.
constexpr std::int64_t kLongestWait = 60'000;
/// A limit, because books may have cycles.
constexpr std::size_t kMostPlies = 512;

constexpr char kCounts = '+';  ///< the line is not drawn again
constexpr char kOlder = 'o';   ///< the line may be drawn again, because the book had no other
constexpr char kLeft = '-';    ///< the line's only game has left it

/// One of the two games that follow a line.
struct FollowingGame {
  std::array<std::uint32_t, 2> players{};  ///< by colour; 0: not known, or not a proxy
  std::size_t plies = 0;                   ///< plies of the line, from the start of the game
  std::int64_t moved = 0;                  ///< time of its last move, in milliseconds since 1970; 0: it has
                                           ///< not begun
};

/// A line of the book in the file, and the games that follow it.
struct Record {
  std::uint64_t place = 0;  ///< offset in the file
  char state = kCounts;
  std::size_t first = 0;                 ///< ply of the first book move; earlier moves come from the GUI
  std::array<FollowingGame, 2> games{};  ///< in the second one the colours are reversed
  std::string moves{};                   ///< see text_of()
};

/// Returns the start and the moves of a game as a text to which moves can be added.
std::string text_of(const game::Game& game) {
  std::string moves;
  game.append_uci_moves(game::CastlingNotation::king_takes_rook, moves);
  if (!moves.empty()) moves = moves.substr(1) + ' ';
  return std::string(game.rules()->name()) + ' ' + game.uci_start(game::CastlingNotation::king_takes_rook) +
         '|' + moves;
}

std::string text_of(const game::Game& game, const game::Move& move) {
  return game.to_uci(move, game::CastlingNotation::king_takes_rook) + ' ';
}

/// The text of a game's first `plies` moves.
std::string_view first_moves(std::string_view text, std::size_t plies) {
  std::size_t end = text.find('|') + 1;
  for (; plies > 0; --plies) end = text.find(' ', end) + 1;
  return text.substr(0, end);
}

template <class Number>
std::string padded(Number number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return ' ' + std::string(width - std::min(width, digits.size()), '0') + digits;
}

/// The part of a record before its moves. It has a fixed width, so that it can be changed in place.
std::string head_of(const Record& record) {
  constexpr std::size_t kPliesWidth = 4;
  constexpr std::size_t kPlayerWidth = 10;
  constexpr std::size_t kTimeWidth = 13;
  std::string head = record.state + padded(record.first, kPliesWidth);
  for (const FollowingGame& game : record.games) {
    for (const std::uint32_t player : game.players) head += padded(player, kPlayerWidth);
    head += padded(game.plies, kPliesWidth) + padded(game.moved, kTimeWidth);
  }
  return head + ' ';
}

std::optional<Record> read_record(std::string_view line, std::uint64_t place) {
  Record record{.place = place};
  bool is_sound = true;
  const auto word = [&line] {
    const std::string_view found = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), found.size() + 1));
    return found;
  };
  const auto read = [&](auto& into) {
    const auto number = parse_number<std::remove_reference_t<decltype(into)>>(word());
    is_sound = is_sound && number;
    if (number) into = *number;
  };
  const std::string_view state = word();
  is_sound = state.size() == 1;
  if (is_sound) record.state = state.front();
  read(record.first);
  for (FollowingGame& game : record.games) {
    for (std::uint32_t& player : game.players) read(player);
    read(game.plies);
    read(game.moved);
  }
  record.moves = line;
  if (!is_sound || line.find('|') == std::string_view::npos) return std::nullopt;
  return record;
}

std::size_t side_of(chess::Color color) {
  return color == chess::Color::white ? 0 : 1;
}

/// The file while it is locked.
class Sheet {
 public:
  [[nodiscard]] static Result<Sheet> open(const std::string& path) {
    if (const auto made = os::create_if_missing(path); !made) return made.error();
    auto file = os::open_locked(path, kLockPatience);
    if (!file) return file.error();
    Sheet sheet(std::move(*file));
    if (auto read = sheet.read(); !read) return read.error();
    return sheet;
  }

  [[nodiscard]] std::vector<Record>& records() noexcept { return records_; }

  [[nodiscard]] Result<void> update(const Record& record) { return write(record.place, head_of(record)); }
  /// Adds a record and returns its place.
  [[nodiscard]] Result<std::uint64_t> add(const Record& record) {
    const std::uint64_t place = end_;
    if (auto written = write(place, head_of(record) + record.moves + '\n'); !written) return written.error();
    return place;
  }

 private:
  explicit Sheet(os::File file) : file_(std::move(file)) {}

  /// Reads the file. A last line without a line end is incomplete and ignored.
  [[nodiscard]] Result<void> read() {
    const auto size = file_.size();
    if (!size) return size.error();
    std::string text(*size, '\0');
    const auto got = file_.read_at(0, std::as_writable_bytes(std::span(text)));
    if (!got) return got.error();
    text.resize(*got);
    for (std::size_t end = 0; (end = text.find('\n', end_)) != std::string::npos; end_ = end + 1) {
      if (auto record = read_record(std::string_view(text).substr(end_, end - end_), end_))
        records_.push_back(std::move(*record));
    }
    return {};
  }

  [[nodiscard]] Result<void> write(std::uint64_t place, std::string_view text) {
    return file_.write_at(place, std::as_bytes(std::span(text)));
  }

  os::File file_;
  std::vector<Record> records_;
  std::uint64_t end_ = 0;
};

/// Draws a line that no game has played yet.
class LineDraw {
 public:
  LineDraw(const LineQuestion& question, std::set<std::string> used)
      : question_(question), used_(std::move(used)) {}

  /// Returns the moves from the question's position on. Empty: all lines are used.
  [[nodiscard]] std::string draw() const {
    game::Game game = question_.game;
    std::string text = text_of(game);
    const std::size_t known = text.size();
    std::vector<Candidate> candidates = question_.candidates;
    while (game.ply() < kMostPlies) {
      const auto move = pick(game, text, std::move(candidates));
      if (!move) break;
      text += text_of(game, *move);
      game.push(*move);
      candidates = question_.ahead(game);
    }
    return text.substr(known);
  }

 private:
  /// Draws a candidate by its probability, except those without unused lines.
  [[nodiscard]] std::optional<game::Move> pick(const game::Game& game, const std::string& text,
                                               std::vector<Candidate> candidates) const {
    while (const auto choice = choose(candidates, question_.random)) {
      const game::Move move = choice->candidate.entry.move;
      if (leads_on(game, text, move)) return move;
      std::erase_if(candidates, [&move](const Candidate& other) { return other.entry.move == move; });
    }
    return std::nullopt;
  }

  [[nodiscard]] bool leads_on(game::Game game, const std::string& text, const game::Move& move) const {
    const std::string next = text + text_of(game, move);
    const auto used = used_.lower_bound(next);
    if (used == used_.end() || !used->starts_with(next)) return true;
    game.push(move);
    if (game.ply() >= kMostPlies) return false;
    const std::vector<Candidate> candidates = question_.ahead(game);
    const auto can_be_played = [](const Candidate& candidate) { return candidate.parts > 0; };
    if (std::ranges::none_of(candidates, can_be_played)) return !used_.contains(next);
    return std::ranges::any_of(candidates, [&](const Candidate& candidate) {
      return can_be_played(candidate) && leads_on(game, next, candidate.entry.move);
    });
  }

  const LineQuestion& question_;
  std::set<std::string> used_;
};

/// Searches the file for the answer to a question.
class LineSearch {
 public:
  LineSearch(const LineQuestion& question, Sheet& sheet)
      : question_(question),
        sheet_(sheet),
        text_(text_of(question.game)),
        ply_(question.game.ply()),
        side_(side_of(question.game.turn())),
        now_(std::chrono::duration_cast<std::chrono::milliseconds>(
                 std::chrono::system_clock::now().time_since_epoch())
                 .count()) {
    for (const Candidate& candidate : question.candidates)
      if (candidate.parts > 0) playable_.insert(text_of(question.game, candidate.entry.move));
  }

  struct Found {
    Record* record;
    std::size_t game;
  };

  /// Finds a game that waits for the wanted move.
  [[nodiscard]] std::optional<Found> find() const {
    std::optional<Found> best;
    std::tuple<bool, bool, std::int64_t> best_rank;
    for (Record& record : sheet_.records()) {
      if (!goes_on_from_here(record)) continue;
      for (std::size_t i = 0; i < record.games.size(); ++i) {
        const FollowingGame& game = record.games.at(i);
        if (!waits_here(record, game) || !may_join(record, i)) continue;
        const std::tuple rank(game.players.at(1 - side_) == question_.player,
                              std::max(game.plies, record.first) != ply_, game.moved);
        if (best && rank >= best_rank) continue;
        best = Found{&record, i};
        best_rank = rank;
      }
    }
    return best;
  }

  /// Follows a found line. Returns its moves from here on.
  [[nodiscard]] Result<std::string> follow(const Found& found) {
    FollowingGame& game = found.record->games.at(found.game);
    move_in(game);
    if (auto written = sheet_.update(*found.record); !written) return written.error();
    return {boost::system::in_place_value, found.record->moves.substr(text_.size())};
  }

  /// Begins a new line and sets `place`. Returns its moves from here on. `left`: the line that this process
  /// followed before.
  [[nodiscard]] Result<std::string> begin(const std::optional<Found>& left, std::uint64_t& place) {
    Record record{.first = ply_};
    if (left && has_left(*left)) {
      record.first = left->record->first;
      record.games[0] = left->record->games[0];
      left->record->state = kLeft;
      if (auto written = sheet_.update(*left->record); !written) return written.error();
    }
    move_in(record.games[0]);
    Result<std::string> drawn = draw();
    if (!drawn) return drawn;
    record.moves = text_ + *drawn;
    const auto added = sheet_.add(record);
    if (!added) return added.error();
    place = *added;
    return drawn;
  }

 private:
  [[nodiscard]] bool goes_on_from_here(const Record& record) const {
    if (record.state == kLeft || ply_ < record.first || record.moves.size() <= text_.size() ||
        !record.moves.starts_with(text_))
      return false;
    return playable_.contains(
        record.moves.substr(text_.size(), record.moves.find(' ', text_.size()) + 1 - text_.size()));
  }

  /// Whether a game waits in this position. If the opponent is not a proxy, the opponent's last move is not
  /// in the file.
  [[nodiscard]] bool waits_here(const Record& record, const FollowingGame& game) const {
    const std::size_t plies = std::max(game.plies, record.first);
    const bool is_here = plies == ply_ || plies + 1 == ply_;
    return is_here && (game.moved == 0 || now_ - game.moved < kLongestWait);
  }

  [[nodiscard]] bool may_join(const Record& record, std::size_t place) const {
    const std::uint32_t known = record.games.at(place).players.at(side_);
    if (known != 0) return known == question_.player;
    if (place == 0) return true;
    // Colours are reversed in the second game, so the other colour of the first game counts.
    const auto& first = record.games[0].players;
    if (first.at(1 - side_) != 0) return first.at(1 - side_) == question_.player;
    return first.at(side_) != question_.player;
  }

  [[nodiscard]] bool has_left(const Found& found) const {
    const Record& record = *found.record;
    const FollowingGame& game = record.games.at(found.game);
    return found.game == 0 && record.state != kLeft && record.games[1].moved == 0 && game.plies <= ply_ &&
           game.plies > record.first && game.players.at(side_) == question_.player &&
           now_ - game.moved < kLongestWait && text_.starts_with(first_moves(record.moves, game.plies));
  }

  void move_in(FollowingGame& game) const {
    game.players.at(side_) = question_.player;
    game.plies = ply_ + 1;
    game.moved = now_;
  }

  [[nodiscard]] Result<std::string> draw() {
    std::set<std::string> used;
    for (const Record& record : sheet_.records())
      if (record.state == kCounts && record.moves.starts_with(text_)) used.insert(record.moves);
    std::string drawn = LineDraw(question_, std::move(used)).draw();
    if (!drawn.empty()) return {boost::system::in_place_value, std::move(drawn)};
    for (Record& record : sheet_.records()) {
      if (record.state != kCounts || !record.moves.starts_with(text_)) continue;
      record.state = kOlder;
      if (auto written = sheet_.update(record); !written) return written.error();
    }
    return {boost::system::in_place_value, LineDraw(question_, {}).draw()};
  }

  const LineQuestion& question_;
  Sheet& sheet_;
  std::string text_;
  std::size_t ply_;
  std::size_t side_;
  std::int64_t now_;
  std::set<std::string> playable_;
};

}  // namespace

Result<std::string> PairedLines::choose(const LineQuestion& question) {
  auto sheet = Sheet::open(path_);
  if (!sheet) return sheet.error();
  LineSearch search(question, *sheet);
  if (const auto found = search.find()) {
    followed_ = Followed{.record = found->record->place, .game = found->game};
    return search.follow(*found);
  }
  std::optional<LineSearch::Found> left;
  for (Record& record : sheet->records())
    if (followed_ && record.place == followed_->record) left = LineSearch::Found{&record, followed_->game};
  Followed begun{};
  auto moves = search.begin(left, begun.record);
  if (moves) followed_ = begun;
  return moves;
}

}  // namespace polyglot::book
