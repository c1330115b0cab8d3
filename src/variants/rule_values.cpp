// SPDX-License-Identifier: MIT
#include "variants/rule_values.hpp"

#include <polyglot/ascii.hpp>

namespace polyglot::variants {

namespace {

std::optional<int> file_of(char letter) {
  if (letter < 'a' || letter >= 'a' + kMaxFiles) return std::nullopt;
  return letter - 'a';
}

std::optional<Square> square_of(const BoardSize& board, std::string_view text) {
  const std::optional<int> file = text.empty() ? std::nullopt : file_of(text[0]);
  const std::optional<int> rank = text.empty() ? std::nullopt : parse_number<int>(text.substr(1));
  if (!file || !rank || *file >= board.files || *rank < 1 || *rank > board.ranks) return std::nullopt;
  return board.square(*file, *rank - 1);
}

/// Reads one word of a shuffle: `B/B`, `RKR`, `[QRB]`.
void read_shuffle_step(const Rules& rules, std::string_view word, ShuffleStep& step) {
  using Placing = ShuffleStep::Placing;
  step.placing = Placing::anywhere;
  if (word.starts_with('[') && word.ends_with(']')) {
    step.placing = Placing::chosen;
    return read_kinds(rules, word.substr(1, word.size() - 2), step.kinds);
  }
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos) return read_kinds(rules, word, step.kinds);
  step.placing = Placing::on_both_colours;
  step.kinds.resize(2);
  read_kind(rules, word.substr(0, slash), step.kinds[0]);
  read_kind(rules, word.substr(slash + 1), step.kinds[1]);
}

}  // namespace

void read_number(std::string_view text, int& number) {
  const std::optional<int> read = parse_number<int>(text);
  if (!read || *read < 0) throw Failure(in_quotes(text) + " is not a number");
  number = *read;
}

void read_rank_list(std::string_view text, RankSet& ranks) {
  ranks = read_ranks(text).value();
}

void read_judgement(std::string_view text, std::optional<Judgement>& judgement) {
  judgement.reset();
  if (text != kNothing) read_word(text, kJudgements, judgement.emplace());
}

void read_kind(const Rules& rules, std::string_view letter, Kind& kind) {
  kind = rules.find(letter);
  if (kind == Kind::none) throw Failure("there is no piece " + in_quotes(letter));
}

void read_kinds(const Rules& rules, std::string_view text, std::vector<Kind>& kinds) {
  kinds.clear();
  if (text == kNothing) return;
  while (!text.empty()) {
    std::size_t size = text.front() == '+' ? 2 : 1;
    if (text.size() > size && text[size] == '~') ++size;
    read_kind(rules, text.substr(0, size), kinds.emplace_back(Kind::none));
    text.remove_prefix(std::min(size, text.size()));
  }
}

void read_castling(std::string_view text, Castling& castling) {
  castling.has_rights = text != kNothing;
  castling.ways.clear();
  if (!castling.has_rights) return;
  for (const std::string& word : words_of(text, ' ')) {
    const std::optional<int> from = file_of(word[0]);
    if (!from && word[0] != '*') throw Failure(in_quotes(word) + " does not begin with a file");
    if (!castling.king_file) castling.king_file = from;
    if (word.size() == 1) continue;
    const bool is_whole = word.size() == 4 && word[1] == ':';
    const std::optional<int> king_side = is_whole ? file_of(word[2]) : std::nullopt;
    const std::optional<int> queen_side = is_whole ? file_of(word[3]) : std::nullopt;
    if (!king_side || !queen_side)
      throw Failure(in_quotes(word) + " is not a way to castle, for example e:gc");
    castling.ways.push_back({from, {*king_side, *queen_side}});
  }
}

void read_area(const BoardSize& board, std::string_view text, Area& area) {
  const std::size_t dash = text.find('-');
  const std::optional<Square> first = square_of(board, text.substr(0, dash));
  const std::optional<Square> last =
      dash == std::string_view::npos ? std::nullopt : square_of(board, text.substr(dash + 1));
  if (!first || !last) throw Failure(in_quotes(text) + " is not an area, for example d1-f3");
  area = {board.file(*first), board.file(*last), board.rank(*first), board.rank(*last)};
}

void read_squares(const BoardSize& board, std::string_view text, SquareSet& squares) {
  squares = SquareSet();
  if (text == kNothing) return;
  for (const std::string& word : words_of(text, ' ')) {
    const std::optional<Square> square = square_of(board, word);
    if (!square) throw Failure(in_quotes(word) + " is not a square of the board");
    squares.insert(*square);
  }
}

void read_shuffle(const Rules& rules, std::string_view text, std::vector<ShuffleStep>& steps) {
  steps.clear();
  if (text == kNothing) return;
  for (const std::string& word : words_of(text, ' ')) read_shuffle_step(rules, word, steps.emplace_back());
}

void read_repetition(std::string_view text, HistoryRules& history) {
  history.repetitions = 0;
  if (text == kNothing) return;
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::optional<int> times = parse_number<int>(text.substr(0, blank));
  if (!times || *times < 2) throw Failure(in_quotes(text) + " does not begin with a number, 2 or more");
  history.repetitions = *times;
  text.remove_prefix(std::min(text.find_first_not_of(' ', blank), text.size()));
  read_word(text, kRepetitionResults, history.repetition_result);
}

void read_limit(std::string_view text, int& limit) {
  limit = 0;
  if (text == kNothing) return;
  read_number(text, limit);
  if (limit == 0) throw Failure("the limit cannot be 0 moves; write - for no limit");
}

}  // namespace polyglot::variants
