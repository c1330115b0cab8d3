#include <algorithm>

#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>

#include "protocol/numbers.hpp"

namespace polyglot::protocol {
namespace {

enum class Field : std::uint8_t {
  none,
  cpuload,
  currline,
  currmove,
  currmovenumber,
  depth,
  hashfull,
  multipv,
  nodes,
  nps,
  pv,
  refutation,
  sbhits,
  score,
  seldepth,
  string,
  tbhits,
  time,
  wdl,
};

/// Asked about every word of a million lines: the length leaves one to five candidates.
Field field_of(std::string_view word) noexcept {
  switch (word.size()) {
    case 2:
      return word == "pv" ? Field::pv : Field::none;
    case 3:
      return word == "nps" ? Field::nps : word == "wdl" ? Field::wdl : Field::none;
    case 4:
      return word == "time" ? Field::time : Field::none;
    case 5:
      if (word == "depth") return Field::depth;
      if (word == "score") return Field::score;
      return word == "nodes" ? Field::nodes : Field::none;
    case 6:
      if (word == "tbhits") return Field::tbhits;
      if (word == "string") return Field::string;
      return word == "sbhits" ? Field::sbhits : Field::none;
    case 7:
      return word == "multipv" ? Field::multipv : word == "cpuload" ? Field::cpuload : Field::none;
    case 8:
      if (word == "seldepth") return Field::seldepth;
      if (word == "hashfull") return Field::hashfull;
      if (word == "currmove") return Field::currmove;
      return word == "currline" ? Field::currline : Field::none;
    case 10:
      return word == "refutation" ? Field::refutation : Field::none;
    case 14:
      return word == "currmovenumber" ? Field::currmovenumber : Field::none;
    default:
      return Field::none;
  }
}

/// Goes through an `info` line once. A value that is not what its field wants is left standing: the next
/// round takes it for the field that it is, or passes over it.
class InfoReader {
 public:
  explicit InfoReader(std::string_view line) noexcept : at_(line.data()), end_(line.data() + line.size()) {}

  Info read() noexcept {
    (void)take();  // "info"
    const char* const begin = at_;
    std::string_view word = take();
    if (!word.empty() && field_of(word) == Field::none) {
      info_.text = trim(std::string_view(begin, static_cast<std::size_t>(end_ - begin)));
      return info_;
    }
    for (; !word.empty(); word = take()) read_field(field_of(word));
    return info_;
  }

 private:
  void read_field(Field field) noexcept {
    switch (field) {
      case Field::depth:
        return read_number(info_.depth);
      case Field::seldepth:
        return read_number(info_.selective_depth);
      case Field::multipv:
        return read_number(info_.multipv);
      case Field::currmovenumber:
        return read_number(info_.current_move_number);
      case Field::nodes:
        return read_number(info_.nodes);
      case Field::nps:
        return read_number(info_.nps);
      case Field::time:
        return read_number(info_.time);
      case Field::tbhits:
        return read_number(info_.tablebase_hits);
      case Field::score:
        return read_score();
      case Field::wdl:
        return read_win_draw_loss();
      case Field::currmove:
        if (field_of(peek()) == Field::none) info_.current_move = take();
        return;
      case Field::pv:
        return read_variation();
      case Field::string:
        info_.text = trim(std::string_view(at_, static_cast<std::size_t>(end_ - at_)));
        at_ = end_;
        return;
      case Field::cpuload:
      case Field::currline:
      case Field::hashfull:
      case Field::refutation:
      case Field::sbhits:
      case Field::none:
        return;
    }
  }

  /// No count is negative.
  template <class Number>
  void read_number(std::optional<Number>& field) noexcept {
    const std::string_view word = peek();
    const auto value = parse_number<Number>(word);
    if (!value || *value < 0) return;
    field = value;
    skip(word);
  }

  /// `cp` or `mate` and what bounds it, in any order. Source: UCI, "score".
  void read_score() noexcept {
    std::optional<Score> score;
    Score::Bound bound = Score::Bound::exact;
    while (true) {
      const std::string_view word = peek();
      if (word == "cp" || word == "mate") {
        skip(word);
        score = read_score_value(word == "mate");
      } else if (word == "lowerbound" || word == "upperbound") {
        skip(word);
        bound = word == "lowerbound" ? Score::Bound::lower : Score::Bound::upper;
      } else {
        break;
      }
    }
    if (!score) return;
    score->bound = bound;
    info_.score = score;
  }

  std::optional<Score> read_score_value(bool is_mate) noexcept {
    const std::string_view word = peek();
    const bool plus = word.starts_with('+') && !word.starts_with("+-");
    const auto value = parse_number<std::int64_t>(word.substr(plus ? 1 : 0));
    if (!value) return std::nullopt;
    skip(word);
    // The smallest number has no opposite, and scores are shown from either side.
    return Score{is_mate, std::max(*value, -std::numeric_limits<std::int64_t>::max()), Score::Bound::exact};
  }

  void read_win_draw_loss() noexcept {
    std::array<int, 3> parts{};
    for (int& part : parts) {
      std::optional<int> number;
      read_number(number);
      if (!number) return;
      part = *number;
    }
    info_.win_draw_loss = parts;
  }

  /// To the end of the line or the next keyword. No move is one, but moves in coordinate notation, all that
  /// UCI has, are told by their second character alone.
  void read_variation() noexcept {
    std::string_view word = peek();
    const char* const begin = word.data();
    const char* last = begin;
    while (!word.empty()) {
      const bool coordinates = word.size() > 1 && word[1] >= '1' && word[1] <= '8';
      if (!coordinates && field_of(word) != Field::none) break;
      skip(word);
      last = at_;
      word = peek();
    }
    info_.pv = std::string_view(begin, static_cast<std::size_t>(last - begin));
  }

  [[nodiscard]] std::string_view peek() noexcept {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const char* last = at_;
    while (last != end_ && !is_blank(*last)) ++last;
    return {at_, static_cast<std::size_t>(last - at_)};
  }

  void skip(std::string_view word) noexcept { at_ = word.data() + word.size(); }

  std::string_view take() noexcept {
    const std::string_view word = peek();
    skip(word);
    return word;
  }

  const char* at_;
  const char* const end_;
  Info info_;
};

}  // namespace

Info parse_uci_info(std::string_view line) {
  return InfoReader(line).read();
}

}  // namespace polyglot::protocol
