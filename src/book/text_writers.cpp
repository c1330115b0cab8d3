#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>

namespace polyglot::book {
namespace {

std::string hexadecimal(chess::Key key) {
  constexpr std::size_t kDigits = 16;
  std::array<char, kDigits> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + kDigits, key, 16).ptr;
  const std::string text(digits.data(), end);
  return std::string(kDigits - text.size(), '0') + text;
}

/// Nothing that is written here holds a comma or quotation mark.
class CsvWriter final : public PositionWriter {
 public:
  explicit CsvWriter(TextSink sink) : sink_(std::move(sink)) {}

  Result<void> begin() override { return sink_("key,code,weight,n,sum,move,san,fen\n"); }

  Result<void> add(std::span<const RawEntry> records, const chess::Position* position) override {
    const std::string fen = position == nullptr ? "" : position->to_fen();
    std::string text;
    for (const RawEntry& record : records) {
      const MoveNames names = record.key == 0 ? MoveNames{} : name_move(record, position);
      text += hexadecimal(record.key) + ',' + std::to_string(record.move) + ',' +
              std::to_string(record.weight) + ',' + std::to_string(record.learn_games()) + ',' +
              std::to_string(record.learn_points()) + ',' + names.uci + ',' + names.san + ',' + fen + '\n';
    }
    return sink_(text);
  }

  Result<void> end() override { return {}; }

 private:
  TextSink sink_;
};

/// Nothing that is written here holds a character that JSON would want escaped.
class JsonWriter final : public PositionWriter {
 public:
  explicit JsonWriter(TextSink sink) : sink_(std::move(sink)) {}

  Result<void> begin() override { return sink_("["); }

  Result<void> add(std::span<const RawEntry> records, const chess::Position* position) override {
    std::string text = std::exchange(separator_, ",\n");
    text += "{\"key\": \"" + hexadecimal(records.front().key) + "\", ";
    if (position != nullptr) text += "\"fen\": \"" + position->to_fen() + "\", ";
    text += "\"moves\": [";
    const char* separator = "\n";
    for (const RawEntry& record : records) {
      text += std::exchange(separator, ",\n");
      text += move(record, position);
    }
    return sink_(text + "]}");
  }

  Result<void> end() override { return sink_("\n]\n"); }

 private:
  static std::string move(const RawEntry& record, const chess::Position* position) {
    std::string text = "  {";
    if (record.key != 0) {
      const MoveNames names = name_move(record, position);
      text += "\"move\": \"" + names.uci + "\", ";
      if (!names.san.empty()) text += "\"san\": \"" + names.san + "\", ";
    }
    return text + "\"code\": " + std::to_string(record.move) +
           ", \"weight\": " + std::to_string(record.weight) +
           ", \"n\": " + std::to_string(record.learn_games()) +
           ", \"sum\": " + std::to_string(record.learn_points()) + "}";
  }

  TextSink sink_;
  const char* separator_ = "\n";
};

class EpdWriter final : public PositionWriter {
 public:
  explicit EpdWriter(TextSink sink) : sink_(std::move(sink)) {}

  Result<void> begin() override { return {}; }

  Result<void> add(std::span<const RawEntry> records, const chess::Position* position) override {
    if (position == nullptr) return {};
    unsigned best = 0;
    std::string best_moves;
    std::string weights;
    for (const RawEntry& record : records) {
      const std::string san = name_move(record, position).san;
      if (san.empty() || record.weight == 0) continue;
      if (record.weight > best) best_moves.clear();
      best = std::max<unsigned>(best, record.weight);
      if (record.weight == best) best_moves += ' ' + san;
      weights += (weights.empty() ? "" : " ") + san + '=' + std::to_string(record.weight);
    }
    if (best_moves.empty()) return {};
    return sink_(position->to_epd() + " bm" + best_moves + "; c0 \"" + weights + "\";\n");
  }

  Result<void> end() override { return {}; }

 private:
  TextSink sink_;
};

}  // namespace

std::unique_ptr<PositionWriter> make_csv_writer(TextSink sink) {
  return std::make_unique<CsvWriter>(std::move(sink));
}

std::unique_ptr<PositionWriter> make_json_writer(TextSink sink) {
  return std::make_unique<JsonWriter>(std::move(sink));
}

std::unique_ptr<PositionWriter> make_epd_writer(TextSink sink) {
  return std::make_unique<EpdWriter>(std::move(sink));
}

}  // namespace polyglot::book
