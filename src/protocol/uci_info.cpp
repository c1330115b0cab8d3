// SPDX-License-Identifier: MIT
#include <cstring>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

enum class Field : std::uint8_t {
  none,
  ignored,  ///< a keyword whose values are not needed
  currmove,
  currmovenumber,
  depth,
  multipv,
  nodes,
  nps,
  pv,
  score,
  seldepth,
  string,
  tbhits,
  time,
  wdl,
};

/// Compares `text` with a literal, in a few instructions. `text` must have as many characters.
template <std::size_t size>
bool is(const char* text, const char (&literal)[size]) noexcept {
  return std::memcmp(text, literal, size - 1) == 0;
}

/// This must be fast, because engines write millions of keywords. The length leaves one to four candidates.
Field field_of(std::string_view word) noexcept {
  const char* const text = word.data();
  switch (word.size()) {
    case 2:
      return is(text, "pv") ? Field::pv : Field::none;
    case 3:
      return is(text, "nps") ? Field::nps : is(text, "wdl") ? Field::wdl : Field::none;
    case 4:
      return is(text, "time") ? Field::time : Field::none;
    case 5:
      if (is(text, "depth")) return Field::depth;
      if (is(text, "score")) return Field::score;
      return is(text, "nodes") ? Field::nodes : Field::none;
    case 6:
      if (is(text, "tbhits")) return Field::tbhits;
      if (is(text, "string")) return Field::string;
      return is(text, "sbhits") ? Field::ignored : Field::none;
    case 7:
      return is(text, "multipv") ? Field::multipv : is(text, "cpuload") ? Field::ignored : Field::none;
    case 8:
      if (is(text, "seldepth")) return Field::seldepth;
      if (is(text, "hashfull")) return Field::ignored;
      if (is(text, "currmove")) return Field::currmove;
      return is(text, "currline") ? Field::ignored : Field::none;
    case 10:
      return is(text, "refutation") ? Field::ignored : Field::none;
    case 14:
      return is(text, "currmovenumber") ? Field::currmovenumber : Field::none;
    default:
      return Field::none;
  }
}

/// Reads an `info` line in one pass. If a word is not a value of its field, the next round reads it as a
/// keyword or skips it.
class InfoReader {
 public:
  explicit InfoReader(std::string_view line) noexcept : at_(line.data()), end_(line.data() + line.size()) {}

  Info read() noexcept {
    (void)take();  // "info"
    const char* const begin = at_;
    std::string_view word = take();
    if (!word.empty() && field_of(word) == Field::none) {
      at_ = begin;
      info_.text = trim(rest());
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
        info_.text = trim(rest());
        at_ = end_;
        return;
      case Field::ignored:
      case Field::none:
        return;
    }
  }

  template <class Number>
  void read_number(std::optional<Number>& field) noexcept {
    skip_blanks();
    std::string_view rest = this->rest();
    const auto number = take_clamped_number<Number>(rest);
    if (!number || *number < 0 || !ends_word(rest.data())) return;  // a count is never negative
    field = number;
    at_ = rest.data();
  }

  /// Reads `cp` or `mate`, and the bound, in any order. Source: UCI, "score".
  void read_score() noexcept {
    std::optional<Score> score;
    Score::Bound bound = Score::Bound::exact;
    for (std::string_view word = peek();; word = peek()) {
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
    skip_blanks();
    std::string_view rest = this->rest();
    if (rest.size() > 1 && rest[0] == '+' && rest[1] != '-') rest.remove_prefix(1);
    const auto number = take_clamped_number<std::int64_t>(rest);
    if (!number || !ends_word(rest.data())) return std::nullopt;
    at_ = rest.data();
    // Scores are negated for the other side, but the smallest number cannot be negated.
    constexpr std::int64_t kLeast = -std::numeric_limits<std::int64_t>::max();
    return Score{is_mate, std::max(*number, kLeast), Score::Bound::exact};
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
    // Stockfish writes the bound of the score after the chances.
    const std::string_view word = peek();
    if (!info_.score || (word != "lowerbound" && word != "upperbound")) return;
    skip(word);
    info_.score->bound = word == "lowerbound" ? Score::Bound::lower : Score::Bound::upper;
  }

  /// No move is a keyword, so the next keyword ends the variation.
  void read_variation() noexcept {
    skip_blanks();
    const char* const begin = at_;
    const char* last = at_;
    while (true) {
      // Most moves have four characters and a blank. No keyword has this shape.
      while (end_ - at_ > 5 && at_[4] == ' ' && chess::is_rank(at_[1]) && chess::is_rank(at_[3])) {
        last = at_ + 4;
        at_ += 5;
      }
      const std::string_view word = peek();
      if (word.empty() || field_of(word) != Field::none) break;
      skip(word);
      last = at_;
    }
    info_.pv = std::string_view(begin, static_cast<std::size_t>(last - begin));
  }

  [[nodiscard]] std::string_view rest() const noexcept { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  [[nodiscard]] bool ends_word(const char* at) const noexcept { return at == end_ || is_blank(*at); }

  void skip_blanks() noexcept {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }

  [[nodiscard]] std::string_view peek() noexcept {
    skip_blanks();
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
