// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(separator));
    if (!part.empty()) parts.push_back(part);
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
  return parts;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// True for the bytes of a UTF-8 character after its first byte.
bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// Returns an error that quotes the beginning of the wrong text.
Failure wrong(std::string_view what, std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::size_t size = std::min(text.size(), kMost);
  while (size < text.size() && continues_character(text[size])) ++size;
  const std::string_view dots = size < text.size() ? "..." : "";
  return Failure(std::string(what).append(" \"").append(text.substr(0, size)).append(dots).append("\""),
                 "FEN");
}

}  // namespace

/// Reads the fields of a FEN into an empty position. Throws a Failure about a wrong field.
class FenReader {
 public:
  FenReader(const Variant& variant, std::string_view fen)
      : rules_(variant.rules()),
        board_(rules_.board),
        fields_(parts_of(fen, ' ')),
        position_(variant, Position::EmptyBoard()) {}

  Position read() {
    if (fields_.size() < 2) throw Failure("a FEN has a board and a side to move", "FEN");
    read_placement(fields_[0]);
    read_side(fields_[1]);
    if (is_sfen()) {
      position_.side_to_move_ = ~position_.side_to_move_;
      read_holdings(fields_[2]);
      return position_;
    }

    std::size_t next = 2;
    std::vector<std::string_view> words;
    for (; next < fields_.size() && !is_number(fields_[next]); ++next) {
      if (!read_checks(fields_[next])) words.push_back(fields_[next]);
    }
    read_words(words);
    read_counters(next);
    place_castling_kings();
    return position_;
  }

 private:
  void read_placement(std::string_view text) {
    std::string_view holdings;
    if (const std::size_t bracket = text.find('['); bracket != std::string_view::npos) {
      if (!text.ends_with(']')) throw wrong("the bracket of the holdings is not closed in", text);
      has_brackets_ = true;
      holdings = text.substr(bracket + 1, text.size() - bracket - 2);
      text = text.substr(0, bracket);
    }
    std::vector<std::string_view> rows = parts_of(text, '/');
    // In the past, Lichess wrote holdings as an additional rank.
    if (rows.size() == static_cast<std::size_t>(board_.ranks) + 1 && rules_.holdings.exist()) {
      holdings = rows.back();
      rows.pop_back();
    }
    if (rows.size() != static_cast<std::size_t>(board_.ranks)) {
      throw Failure(
          "the board has " + std::to_string(rows.size()) + " ranks, not " + std::to_string(board_.ranks),
          "FEN");
    }
    for (std::size_t i = 0; i < rows.size(); ++i) read_row(rows[i], board_.ranks - 1 - static_cast<int>(i));
    if (!has_brackets_ && holdings.empty() && rules_.holdings.captured == CaptureGoesTo::owner)
      hold_missing_pieces();
    read_holdings(holdings);
  }

  /// Grand chess: if a FEN has no holdings, players may promote to the pieces that they have lost since the
  /// start.
  void hold_missing_pieces() {
    const std::string_view start = std::string_view(rules_.start).substr(0, rules_.start.find('['));
    std::array<std::array<int, kMaxKinds>, 2> missing{};
    const auto count = [&](Piece piece, int by) { missing[index(piece.color())][index(piece.kind())] += by; };
    for (const char c : start) {
      if (const std::optional<Piece> piece = piece_of(std::string_view(&c, 1))) count(*piece, 1);
    }
    for (const Color color : {Color::white, Color::black}) {
      position_.pieces(color).for_each([&](Square square) { count(position_.piece_on(square), -1); });
      for (const Kind kind : rules_.holdings.kinds) {
        if (!rules_.of(kind).is_pawn && missing[index(color)][index(kind)] > 0)
          position_.change_held(color, kind, missing[index(color)][index(kind)]);
      }
    }
  }

  void read_row(std::string_view text, int rank) {
    int file = 0;
    while (!text.empty()) {
      std::size_t size = 1;
      if (is_digit(text[0])) {
        size = std::min(text.find_first_not_of("0123456789"), text.size());
        file += parse_number<int>(text.substr(0, size)).value_or(kMaxFiles + 1);
      } else {
        size = letter_size(text);
        const std::optional<Piece> piece = piece_of(text.substr(0, size));
        if (!piece) throw wrong("there is no piece", text.substr(0, size));
        if (file < board_.files) position_.put(*piece, board_.square(file, rank));
        ++file;
      }
      if (file > board_.files) break;
      text.remove_prefix(size);
    }
    if (file != board_.files)
      throw Failure(
          "rank " + std::to_string(rank + 1) + " has not " + std::to_string(board_.files) + " squares",
          "FEN");
  }

  /// Returns the length of a piece: a letter, perhaps with + before or ~ after it. For other texts, returns
  /// the length of a character.
  static std::size_t letter_size(std::string_view text) {
    std::size_t size = text[0] == '+' && text.size() > 1 ? 2 : 1;
    while (size < text.size() && continues_character(text[size])) ++size;
    if (text.substr(size).starts_with('~')) ++size;
    return size;
  }

  std::optional<Piece> piece_of(std::string_view text) const {
    std::string letter(text);
    std::ranges::transform(letter, letter.begin(), to_upper);
    const Color color = letter == text ? Color::white : Color::black;
    Kind kind = rules_.find(letter);
    // Variants that do not mark promoted pieces accept the mark.
    if (kind == Kind::none && letter.ends_with('~')) kind = rules_.find(letter.substr(0, letter.size() - 1));
    if (kind == Kind::none) return std::nullopt;
    return Piece(kind, color);
  }

  /// Reads holdings: letters, which may have a number before them.
  void read_holdings(std::string_view text) {
    if (text == "-") return;
    while (!text.empty()) {
      const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
      const int count = digits == 0 ? 1 : parse_number<int>(text.substr(0, digits)).value_or(0);
      text.remove_prefix(digits);
      const std::optional<Piece> piece = text.empty() ? std::nullopt : piece_of(text.substr(0, 1));
      if (!piece || !rules_.holdings.place(piece->kind())) throw wrong("cannot be in hand:", text);
      if (count < 1 || position_.held(piece->color(), piece->kind()) + count > 255)
        throw wrong("no number of pieces in hand:", text);
      position_.change_held(piece->color(), piece->kind(), count);
      text.remove_prefix(1);
    }
  }

  void read_side(std::string_view text) {
    if (text != "w" && text != "b") throw wrong("the side to move is w or b, not", text);
    position_.side_to_move_ = text == "w" ? Color::white : Color::black;
  }

  /// Whether the text is in SFEN. There the side that moves first is `b`, and the holdings follow the side to
  /// move. The move number may be missing.
  bool is_sfen() const {
    return rules_.holdings.has_drops && !rules_.castling.has_rights && !has_brackets_ &&
           (fields_.size() == 3 || fields_.size() == 4) && !is_number(fields_[2]);
  }

  /// Reads the remaining checks, "3+3", or the checks given, "+1+0", as on Lichess. White's are first.
  bool read_checks(std::string_view text) {
    const std::size_t plus = text.rfind('+');
    if (rules_.ends.checks == 0 || plus == std::string_view::npos) return false;
    const bool given = text.starts_with('+') && plus != 0;
    const std::optional<int> white = parse_number<int>(text.substr(given ? 1 : 0, plus - (given ? 1 : 0)));
    const std::optional<int> black = parse_number<int>(text.substr(plus + 1));
    if (!white || !black) return false;
    const auto checks_given = [&](int number) {
      return static_cast<std::uint8_t>(std::clamp(given ? number : rules_.ends.checks - number, 0, 255));
    };
    position_.checks_given_ = {checks_given(*white), checks_given(*black)};
    return true;
  }

  /// Reads castling and en passant if the variant has them. Some programs write a "-" for a field that the
  /// variant lacks.
  void read_words(const std::vector<std::string_view>& words) {
    if (words.size() > 2) throw wrong("one field too many:", words[2]);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == "-") continue;
      const std::optional<Square> square = position_.variant().square_from_name(words[i]);
      if (square && i + 1 == words.size()) {
        read_en_passant(*square);
      } else {
        read_castling(words[i]);
      }
    }
  }

  void read_en_passant(Square square) {
    const Color mover = ~position_.side_to_move_;
    const int step = mover == Color::white ? 1 : -1;
    const int rank = board_.rank(square) + step;
    if (rank < 0 || rank >= board_.ranks) return;
    const Square pawn = board_.square(board_.file(square), rank);
    const Piece piece = position_.piece_on(pawn);
    if (!piece.is(mover) || !rules_.of(piece.kind()).is_pawn) return;
    Position::EnPassant en_passant{square, pawn, false};
    if (rules_.berolina) {
      // The field names the file that the pawn has reached. We assume that it came from the left.
      if (board_.file(square) == 0) return;
      en_passant = {board_.square(board_.file(square) - 1, board_.rank(square)), pawn, true};
    }
    if (!position_.piece_on(en_passant.passed).is_none()) return;
    position_.en_passant_ = en_passant;
  }

  void read_castling(std::string_view text) {
    if (!rules_.castling.has_rights) return;
    for (const char letter : text) {
      const Color color = to_upper(letter) == letter ? Color::white : Color::black;
      const int file = to_lower(letter) - 'a';
      const int king = king_file(color);
      if (to_lower(letter) == 'k' || to_lower(letter) == 'q') {
        const bool queen_side = to_lower(letter) == 'q';
        add_right(color, queen_side, outer_rook(color, king, queen_side));
      } else if (file < 0 || file >= board_.files) {
        throw wrong("neither a square nor castling rights:", text);
      } else if (!rules_.holdings.gating.empty()) {
        set_unmoved(color, file);
      } else if (!is_castling_king(color, file)) {
        add_right(color, file < king, file);
      }
    }
  }

  int back_rank(Color color) const { return board_.rank(rules_.castling.rank, color); }

  int king_file(Color color) const {
    if (rules_.castling.king_file) return *rules_.castling.king_file;
    for (int file = 0; file < board_.files; ++file) {
      if (is_castling_king(color, file)) return file;
    }
    return board_.files / 2;
  }

  /// Returns the file of the outermost rook on a side of the king, or of the corner if there is none.
  int outer_rook(Color color, int king, bool queen_side) const {
    const int corner = queen_side ? 0 : board_.files - 1;
    for (int file = corner; file != king; file += queen_side ? 1 : -1) {
      if (is_rook(color, file)) return file;
    }
    return corner;
  }

  bool is_castling_king(Color color, int file) const {
    return position_.piece_on(board_.square(file, back_rank(color))) == Piece(rules_.castling.king, color);
  }

  bool is_rook(Color color, int file) const {
    const Piece piece = position_.piece_on(board_.square(file, back_rank(color)));
    return piece.is(color) && piece.kind() == rules_.castling.rook;
  }

  void add_right(Color color, bool queen_side, int rook_file) {
    const std::size_t right = Position::right_index(color, queen_side);
    position_.castling_rights_ = static_cast<std::uint8_t>(position_.castling_rights_ | (1U << right));
    position_.castling_rooks_[right] = {board_.square(rook_file, back_rank(color)),
                                        is_rook(color, rook_file)};
    set_unmoved(color, rook_file);
    set_unmoved(color, king_file(color));
  }

  void set_unmoved(Color color, int file) {
    auto& files = position_.unmoved_files_[index(color)];
    files = static_cast<std::uint16_t>(files | (1U << file));
  }

  void place_castling_kings() {
    for (const Color color : {Color::white, Color::black})
      position_.castling_kings_[index(color)] = board_.square(king_file(color), back_rank(color));
  }

  /// Reads the counters. A position with a wrong counter is still accepted.
  void read_counters(std::size_t next) {
    constexpr int kHighest = 1'000'000;
    const auto read = [&](std::size_t field, int otherwise) {
      if (field >= fields_.size()) return otherwise;
      return std::min(parse_number<int>(fields_[field]).value_or(otherwise), kHighest);
    };
    position_.halfmove_clock_ = std::max(read(next, 0), 0);
    position_.fullmove_number_ = std::max(read(next + 1, 1), 0);
    if (next + 2 < fields_.size()) read_checks(fields_[next + 2]);
  }

  const Rules& rules_;
  const BoardSize& board_;
  std::vector<std::string_view> fields_;
  bool has_brackets_ = false;
  Position position_;
};

Result<Position> Position::from_fen(const Variant& variant, std::string_view fen) {
  return result_of([&] { return FenReader(variant, fen).read(); });
}

}  // namespace polyglot::variants
