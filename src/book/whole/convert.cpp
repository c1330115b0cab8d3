// SPDX-License-Identifier: MIT
#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {
namespace {

class SourceWalk {
 public:
  explicit SourceWalk(const BookSource& book)
      : book_(book), may_leave_(traits_of(book.format()).records == BookRecords::by_move) {
    book.expect_many_lookups();
    for (const chess::Position& start : book.starts()) enter(start, kAtStart);
  }

  /// Calls `visit(position, moves)` once for each position that the book's own moves lead to. A Crafty book
  /// may have the moves of only one side, like a `.bin`. Then games may leave it for a move, as in
  /// ReachedPositions.
  template <class Visit>
  void run(Visit visit) {
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      int& left = left_[next.position.key()];
      if (left > next.left) continue;
      const std::vector<BookMove> moves = book_.find(next.position).moves;
      if (!moves.empty()) {
        left = kVisited;
        visit(next.position, moves);
      }
      follow(next, moves);
    }
  }

 private:
  /// How many moves of a game may follow outside the book.
  static constexpr int kAtStart = 2;
  static constexpr int kBehindMove = 1;
  static constexpr int kVisited = 3;

  struct Waiting {
    chess::Position position;
    int left = 0;
  };

  /// Most positions come after a move that the book lacks. They are not stored.
  void enter(const chess::Position& position, int left) {
    if (left == 0 && !left_.contains(position.key()) && book_.find(position).moves.empty()) return;
    const auto [known, is_new] = left_.try_emplace(position.key(), left);
    if (!is_new && known->second >= left) return;
    known->second = left;
    waiting_.push_back({.position = position, .left = left});
  }

  void follow(const Waiting& from, const std::vector<BookMove>& moves) {
    const auto play = [&](chess::Move move, int left) {
      chess::Position next = from.position;
      next.make(move);
      enter(next, left);
    };
    for (const BookMove& move : moves)
      play(std::get<chess::Move>(move.move), std::max(kBehindMove, from.left - 1));
    if (!may_leave_ || (moves.empty() && from.left == 0)) return;
    const int left = std::max(0, from.left - 1);
    for (const chess::Move move : from.position.legal_moves()) play(move, left);
  }

  const BookSource& book_;
  bool may_leave_;
  std::vector<Waiting> waiting_;
  boost::unordered_flat_map<chess::Key, int, KeyHash> left_;  ///< the highest number of moves left, or
                                                              ///< kVisited
};

/// Returns the weights of a position. If one exceeds `most`, scales all down and counts the position.
std::vector<std::uint32_t> fitting_weights(const std::vector<BookMove>& moves, std::uint32_t most,
                                           std::uint64_t& scaled_positions) {
  std::uint32_t heaviest = 0;
  for (const BookMove& move : moves) heaviest = std::max(heaviest, move.weight);
  if (heaviest > most) ++scaled_positions;
  std::vector<std::uint32_t> weights;
  for (const BookMove& move : moves) {
    const std::uint64_t scaled = heaviest > most ? std::uint64_t{move.weight} * most / heaviest : move.weight;
    weights.push_back(move.weight == 0 ? 0 : std::max(1U, static_cast<std::uint32_t>(scaled)));
  }
  return weights;
}

/// The winners of the games are not known. So we set both marks, as Crafty does for games without a result.
std::uint8_t status_of(std::uint32_t weight) {
  return weight == 0 ? crafty_status::kBad
                     : static_cast<std::uint8_t>(crafty_status::kWhiteWon | crafty_status::kBlackWon);
}

Error nothing_reached(const BookSource& from) {
  return {"no move of it can be reached from a start position: nothing to convert", from.path()};
}

/// Sorts records by key. Joins several records of one move, which a `.bin` may have.
void join_records(std::vector<CraftyRecord>& records) {
  std::ranges::stable_sort(records, {}, &CraftyRecord::key);
  std::size_t kept = 0;
  for (const CraftyRecord& record : records) {
    if (kept == 0 || records[kept - 1].key != record.key) {
      records[kept++] = record;
    } else {
      CraftyRecord& same = records[kept - 1];
      same.count = std::min(same.count + record.count, CraftyRecord::kMostCount);
      same.status = status_of(same.count);
    }
  }
  records.resize(kept);
}

ConvertReport convert_to_polyglot(const BookSource& from, const std::string& out) {
  ConvertReport report;
  std::vector<RawEntry> records;
  if (from.records() != nullptr) {
    // The book is copied unchanged, with its header.
    records = BinBookReader::sound(from.records()->reader()).value().read_all().value();
    chess::Key last = 0;  // key of the header
    for (const RawEntry& record : without_closing(records)) {
      if (record.key == 0) continue;
      if (std::exchange(last, record.key) != record.key) ++report.positions;
      ++report.moves;
    }
  } else {
    records = collect_entries(from, report);
    if (records.empty()) throw Failure(nothing_reached(from));
  }
  replace_book({}, out, [&](BinBookWriter& writer) {
    const auto added = writer.add(records);
    return added ? Result<bool>(true) : added.error();
  }).value();
  return report;
}

ConvertReport convert_to_crafty(const BookSource& from, const std::string& out) {
  const std::vector<std::string> variants = from.variants();
  if (!is_made_for(variants, game::Rules()))
    throw Failure("is for " + variants.front() + ", and Crafty's books know only chess", from.path());
  ConvertReport report;
  std::vector<CraftyRecord> records;
  const auto add = [&](const chess::Position& position, const std::vector<BookMove>& moves) {
    if (position.needs_chess960()) {
      ++report.chess960;
      return;
    }
    const auto weights = fitting_weights(moves, CraftyRecord::kMostCount, report.scaled);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::uint64_t key = crafty_record_key(position, std::get<chess::Move>(moves[i].move));
      records.push_back({.key = key, .status = status_of(weights[i]), .count = weights[i]});
    }
    ++report.positions;
  };
  if (from.records() != nullptr) {
    const LoadedBook book = LoadedBook::load(from.records()->reader()).value();
    const ReachedPositions reached(book);
    book.visit_positions([&](std::span<const RawEntry> entries) {
      const auto position = reached.find(entries.front().key);
      const BookMoves found = position ? from.find(*position) : BookMoves();
      if (!found.moves.empty()) add(*position->chess(), found.moves);
    });
  } else {
    SourceWalk(from).run(add);
  }
  join_records(records);
  report.moves = records.size();
  if (records.empty()) throw Failure(nothing_reached(from));
  CraftyClusters clusters;
  for (const CraftyRecord& record : records) clusters.set(record.cluster());
  write_crafty_book(out, records, clusters).value();
  return report;
}

}  // namespace

std::vector<RawEntry> collect_entries(const BookSource& book, ConvertReport& report) {
  std::vector<RawEntry> entries;
  SourceWalk(book).run([&](const chess::Position& position, const std::vector<BookMove>& moves) {
    const auto weights = fitting_weights(moves, kMostWeight, report.scaled);
    for (std::size_t i = 0; i < moves.size(); ++i)
      entries.push_back({.key = position.key(),
                         .move = record_code(position, moves[i].move),
                         .weight = static_cast<std::uint16_t>(weights[i])});
    ++report.positions;
  });
  sort_entries(entries);
  report.moves = entries.size();
  return entries;
}

Result<ConvertReport> convert_book(const BookSource& from, BookFormat to, const std::string& out) {
  switch (traits_of(to).records) {
    case BookRecords::by_position:
      return result_of([&] { return convert_to_polyglot(from, out); });
    case BookRecords::by_move:
      return result_of([&] { return convert_to_crafty(from, out); });
    case BookRecords::none:
      break;
  }
  return Error{"books of the format " + std::string(name_of(to)) + " are read only: write polyglot or crafty",
               out};
}

}  // namespace polyglot::book
