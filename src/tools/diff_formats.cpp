#include "tools/diff_formats.hpp"
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"

namespace polyglot::tools {
namespace {

using book::RawEntry;

/// A line for each position, below it one for each move: - only in A, + only in B, ! changed.
class TextFormat final : public DiffFormat {
 public:
  using DiffFormat::DiffFormat;
  Result<void> begin() override { return {}; }

  Result<void> add(const DiffRow& row) override {
    std::string text;
    if (std::exchange(last_key_, row.key) != row.key) text = fmt::format("{:016x} {}\n", row.key, row.fen());
    const char mark = !row.b ? '-' : !row.a ? '+' : '!';
    text += fmt::format("  {} {:<7}", mark, row.names.san.empty() ? row.names.uci : row.names.san);
    if (row.a) text += " " + values(*row.a);
    if (row.a && row.b) text += " ->";
    if (row.b) text += " " + values(*row.b);
    return put(text + "\n");
  }

  Result<void> end(const book::DiffCounts& counts) override {
    if (counts.equal()) return {};
    return put(
        fmt::format("{}only in A: {} moves, {} whole positions; only in B: {} moves, {} whole positions; "
                    "changed: {} moves\n",
                    counts.headers_differ ? "the headers differ; " : "", counts.moves_only_a,
                    counts.positions_only_a, counts.moves_only_b, counts.positions_only_b, counts.changed));
  }

 private:
  static std::string values(const RawEntry& entry) {
    if (entry.learn == 0) return fmt::format("{}", entry.weight);
    return fmt::format("{} ({}/{})", entry.weight, entry.learn_games(), entry.learn_points());
  }

  chess::Key last_key_ = 0;
};

class CsvFormat final : public DiffFormat {
 public:
  using DiffFormat::DiffFormat;
  Result<void> begin() override {
    return put("difference,key,code,move,san,weight_a,n_a,sum_a,weight_b,n_b,sum_b,fen\n");
  }

  Result<void> add(const DiffRow& row) override {
    const RawEntry& any = row.a ? *row.a : *row.b;
    return put(fmt::format("{},{:016x},{},{},{},{},{},{}\n", row.kind(), row.key, any.move, row.names.uci,
                           row.names.san, values(row.a), values(row.b), row.fen()));
  }

  Result<void> end(const book::DiffCounts&) override { return {}; }

 private:
  static std::string values(const std::optional<RawEntry>& entry) {
    return entry ? fmt::format("{},{},{}", entry->weight, entry->learn_games(), entry->learn_points()) : ",,";
  }
};

/// Nothing in it has a character that JSON would want escaped.
class JsonFormat final : public DiffFormat {
 public:
  using DiffFormat::DiffFormat;
  Result<void> begin() override { return put("["); }

  Result<void> add(const DiffRow& row) override {
    const RawEntry& any = row.a ? *row.a : *row.b;
    std::string text = fmt::format("{}{{\"difference\": \"{}\", \"key\": \"{:016x}\"",
                                   std::exchange(separator_, ",\n"), row.kind(), row.key);
    if (row.position != nullptr) text += fmt::format(", \"fen\": \"{}\"", row.fen());
    text += fmt::format(", \"move\": \"{}\"", row.names.uci);
    if (!row.names.san.empty()) text += fmt::format(", \"san\": \"{}\"", row.names.san);
    text += fmt::format(", \"code\": {}", any.move);
    if (row.a) text += ", \"a\": " + values(*row.a);
    if (row.b) text += ", \"b\": " + values(*row.b);
    return put(text + "}");
  }

  Result<void> end(const book::DiffCounts&) override { return put("\n]\n"); }

 private:
  static std::string values(const RawEntry& entry) {
    return fmt::format("{{\"weight\": {}, \"n\": {}, \"sum\": {}}}", entry.weight, entry.learn_games(),
                       entry.learn_points());
  }

  const char* separator_ = "\n";
};

using Rows = std::vector<DiffRow>;

/// Position by position, those whose position is not known left out.
class PositionFormat final : public DiffFormat {
 public:
  /// Tells all rows of a position.
  using Describe = std::string (*)(const chess::Position& position, const Rows& rows);

  PositionFormat(Output& output, Describe describe) : DiffFormat(output), describe_(describe) {}

  Result<void> begin() override { return {}; }

  Result<void> add(const DiffRow& row) override {
    if (row.names.san.empty()) return {};
    if (!rows_.empty() && rows_.front().key != row.key) {
      if (auto put = put_position(); !put) return put;
    }
    rows_.push_back(row);
    return {};
  }

  Result<void> end(const book::DiffCounts&) override {
    return rows_.empty() ? Result<void>() : put_position();
  }

 private:
  Result<void> put_position() {
    auto written = put(describe_(*rows_.front().position, rows_));
    rows_.clear();
    return written;
  }

  Describe describe_;
  Rows rows_;
};

std::string weights(const Rows& rows, std::optional<RawEntry> DiffRow::*book) {
  std::string text;
  for (const DiffRow& row : rows) {
    if (row.*book)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", row.names.san, (row.*book)->weight);
  }
  return text;
}

/// c0 has the weights in A, c1 those in B.
std::string as_epd(const chess::Position& position, const Rows& rows) {
  return fmt::format("{} c0 \"{}\"; c1 \"{}\";\n", position.to_epd(), weights(rows, &DiffRow::a),
                     weights(rows, &DiffRow::b));
}

/// Each position is a game.
std::string as_pgn(const chess::Position& position, const Rows& rows) {
  const auto weight = [](const std::optional<RawEntry>& entry) {
    return entry ? fmt::format("{}", entry->weight) : "-";
  };
  std::vector<NotedMove> moves;
  moves.reserve(rows.size());
  for (const DiffRow& row : rows)
    moves.push_back({.san = row.names.san, .note = fmt::format("A {}, B {}", weight(row.a), weight(row.b))});
  return position_as_game("Differences between two books", position, moves);
}

template <class Format>
std::unique_ptr<DiffFormat> make(Output& output) {
  return std::make_unique<Format>(output);
}

template <PositionFormat::Describe describe>
std::unique_ptr<DiffFormat> make_of_positions(Output& output) {
  return std::make_unique<PositionFormat>(output, describe);
}

}  // namespace

config::Action diff_format(MakeDiffFormat& place) {
  place = &make<TextFormat>;
  return choice(place, {{"text", &make<TextFormat>},
                        {"csv", &make<CsvFormat>},
                        {"json", &make<JsonFormat>},
                        {"epd", &make_of_positions<as_epd>},
                        {"pgn", &make_of_positions<as_pgn>}});
}

}  // namespace polyglot::tools
