// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/definition.hpp"
#include "variants/rule_values.hpp"

namespace polyglot::variants {
namespace {

constexpr std::string_view kPiecePrefix = "piece ";
constexpr std::string_view kPromotionOfPrefix = "promotion of ";
/// Higher numbers would have the same key terms as lower ones.
constexpr int kLastPieceNumber = 47;

/// True if a piece may reach a square in more than one way.
bool has_several_ways(const PieceKind& kind) {
  for (auto leap = kind.leaps.begin(); leap != kind.leaps.end(); ++leap) {
    const bool meets =
        std::any_of(kind.leaps.begin(), leap, [&](const Leap& other) { return meet(*leap, other); });
    if (meets || leap->passage == Passage::any_lame) return true;
  }
  return false;
}

/// Reads the lines of one variant. Board and pieces come first, because other lines name squares and letters.
class RulesReader {
 public:
  explicit RulesReader(const Definition& definition) : definition_(definition) {
    rules_.name = definition.name;
  }

  Rules read() {
    each_line([this](const DefinitionLine& line) {
      if (line.name == "board") read_board(line.value);
      if (is_piece(line) && line.value != kNothing) add_piece(line);
    });
    each_line(
        [this](const DefinitionLine& line) { is_piece(line) ? read_properties(line) : read_line(line); });
    check("", definition_.line, [this] { complete(); });
    return std::move(rules_);
  }

 private:
  static bool is_piece(const DefinitionLine& line) { return line.name.starts_with(kPiecePrefix); }

  /// Calls a function. Adds the variant, `subject` and the number of the line to its Failure.
  template <class Function>
  void check(const std::string& subject, std::size_t line, Function function) const {
    try {
      function();
    } catch (const Failure& failure) {
      throw Failure("[" + definition_.name + "] " + subject + failure.error().what, std::to_string(line));
    }
  }

  template <class Read>
  void each_line(Read read) {
    for (const DefinitionLine& line : definition_.lines)
      check(line.name + ": ", line.line, [&] { read(line); });
  }

  static bool is_piece_letter(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.ends_with('~')) text.remove_suffix(1);
    return text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z';
  }

  void add_piece(const DefinitionLine& line) {
    const std::vector<std::string> letters =
        words_of(std::string_view(line.name).substr(kPiecePrefix.size()), ' ');
    if (letters.empty() || letters.size() > 2) throw Failure("a piece has one letter, or two");
    for (const std::string& letter : letters) {
      if (!is_piece_letter(letter))
        throw Failure(in_quotes(letter) +
                      " is not a capital letter, which may have + before it and ~ after it");
      if (rules_.find(letter) != Kind::none) throw Failure("there are two pieces " + in_quotes(letter));
    }
    if (rules_.kinds.size() == kMaxKinds) throw Failure("there are too many kinds of pieces");
    PieceKind kind;
    kind.letter = letters[0];
    if (letters.size() == 2) kind.other_letter = letters[1];
    const std::vector<std::string> words = words_of(line.value, ' ');
    const std::optional<int> number = words.empty() ? std::nullopt : parse_number<int>(words[0]);
    if (!number) throw Failure(in_quotes(line.value) + " does not begin with the piece's number");
    if (*number < -1 || *number > kLastPieceNumber)
      throw Failure("numbers of pieces go to " + std::to_string(kLastPieceNumber) + ", and -1 is for none");
    kind.book_number = *number;
    rules_.kinds.push_back(std::move(kind));
  }

  /// Reads moves and properties. Moves have a capital letter. Properties have none before a "=".
  void read_properties(const DefinitionLine& line) {
    if (line.value == kNothing) return;
    const std::vector<std::string> words = words_of(line.value, ' ');
    PieceKind& kind = rules_.kinds[next_piece_++];
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i];
      const std::string_view name = std::string_view(word).substr(0, word.find('='));
      const std::string_view value =
          name.size() == word.size() ? "" : std::string_view(word).substr(name.size() + 1);
      const bool is_move = std::ranges::any_of(name, [](char c) { return c >= 'A' && c <= 'Z'; });
      is_move ? read_moves(word, kind.leaps) : read_property(name, value, kind);
    }
    if (kind.leaps.empty()) throw Failure("has no moves");
  }

  static void read_moves(std::string_view text, std::vector<Leap>& leaps) {
    const std::vector<Leap> more = read_betza(text).value();
    leaps.insert(leaps.end(), more.begin(), more.end());
  }

  void read_property(std::string_view name, std::string_view value, PieceKind& kind) {
    if (name == "royal") {
      kind.is_royal = true;
    } else if (name == "pawn") {
      kind.is_pawn = true;
    } else if (name == "marked") {
      kind.book_mark = true;
    } else if (name == "promotes") {
      read_kinds(rules_, value, kind.promotes_to);
    } else if (name == "held") {
      read_kind(rules_, value, kind.held_as);
    } else if (name == "drops") {
      read_rank_list(value, kind.drop_ranks);
    } else if (name == "lion") {
      read_moves(value, kind.lion);
    } else if (name == "within") {
      read_area(rules_.board, value, kind.area);
    } else {
      throw Failure(in_quotes(name) + " is not a property of a piece");
    }
  }

  void read_line(const DefinitionLine& line) {
    const std::string& value = line.value;
    if (line.name.starts_with(kPromotionOfPrefix)) return read_promotion_of(line);
    if (line.name == "names") return void(rules_.other_names = words_of(value, ','));
    if (line.name == "board") return;
    if (line.name == "key") return read_number(value, rules_.key_number);
    if (line.name == "start") return void(rules_.start = value);
    if (line.name == "tell start") return read_word(value, kYesNo, rules_.uci_needs_start);
    if (line.name == "shuffle") return read_shuffle(rules_, value, rules_.shuffle);
    if (line.name == "castling") return read_castling(value, rules_.castling);
    if (line.name == "castling rank") return read_castling_rank(value);
    if (line.name == "castling king") return read_castling_king(value);
    if (line.name == "castling text") return read_word(value, kCastlingWays, rules_.castling.king_takes_rook);
    if (line.name == "promotion") return read_kinds(rules_, value, rules_.promotion.pieces);
    if (line.name == "promotion ranks") return read_rank_list(value, rules_.promotion.zone);
    if (line.name == "promotion forced on") return read_forced(value);
    if (line.name == "promotion when") return read_word(value, kPromotionMoments, rules_.promotion.moment);
    if (line.name == "promotion from") return read_word(value, kPromotionSources, rules_.promotion.from);
    if (line.name == "holdings") return read_kinds(rules_, value, rules_.holdings.kinds);
    if (line.name == "captures go to") return read_word(value, kCaptureOwners, rules_.holdings.captured);
    if (line.name == "drops") return read_word(value, kYesNo, rules_.holdings.has_drops);
    if (line.name == "gating") return read_kinds(rules_, value, rules_.holdings.gating);
    if (line.name == "captures") return read_word(value, kCaptureDuty, rules_.must_capture);
    if (line.name == "royals") return read_word(value, kRoyalSafeties, rules_.ends.royals);
    if (line.name == "checkmate") return read_word(value, kJudgements, rules_.ends.checkmate);
    if (line.name == "stalemate") return read_word(value, kJudgements, rules_.ends.stalemate);
    if (line.name == "no pieces") return read_judgement(value, rules_.ends.no_pieces);
    if (line.name == "bare king") return read_judgement(value, rules_.ends.bare_king);
    if (line.name == "goal") return read_squares(rules_.board, value, rules_.ends.goal);
    if (line.name == "goal pieces") return read_goal_pieces(value);
    if (line.name == "checks") return read_number(value, rules_.ends.checks);
    if (line.name == "repetition") return read_repetition(value, rules_.history);
    if (line.name == "perpetual check")
      return read_word(value, kPerpetualChecks, rules_.history.perpetual_check_loses);
    if (line.name == "quiet moves") return read_limit(value, rules_.history.quiet_moves);
    if (line.name == "last of") return read_kinds(rules_, value, rules_.ends.last_of);
    if (line.name == "last of left") return read_number(value, rules_.ends.last_of_left);
    if (line.name == "last of is") return read_word(value, kJudgements, rules_.ends.last_of_result);
    if (line.name == "special") return read_special(value);
    throw Failure("a variant has no such option");
  }

  void read_board(std::string_view text) {
    const std::size_t cross = text.find('x');
    const std::optional<int> files = parse_number<int>(text.substr(0, cross));
    const std::optional<int> ranks =
        cross == std::string_view::npos ? std::nullopt : parse_number<int>(text.substr(cross + 1));
    if (!files || !ranks || *files < 1 || *files > kMaxFiles || *ranks < 1 || *ranks > kMaxRanks)
      throw Failure(in_quotes(text) + " is not a board size from 1x1 to 16x16, for example 8x8");
    rules_.board = {*files, *ranks};
  }

  void read_promotion_of(const DefinitionLine& line) {
    Kind kind = Kind::none;
    read_kind(rules_, std::string_view(line.name).substr(kPromotionOfPrefix.size()), kind);
    read_kinds(rules_, line.value, rules_.kinds[index(kind)].promotes_to);
  }

  void read_castling_rank(std::string_view text) {
    int number = 0;
    read_number(text, number);
    if (number == 0 || number > rules_.board.ranks)
      throw Failure(in_quotes(text) + " is not a rank of the board");
    rules_.castling.rank = number - 1;
  }

  void read_castling_king(std::string_view text) {
    if (text != "any") throw Failure(in_quotes(text) + " is not \"any\"");
    king_castles_from_anywhere_ = true;
  }

  void read_forced(std::string_view text) {
    forced_ = 0;
    if (text != kNothing) read_rank_list(text, *forced_);
  }

  void read_goal_pieces(std::string_view text) {
    std::vector<Kind> kinds;
    read_kinds(rules_, text, kinds);
    for (const Kind kind : kinds) rules_.ends.goal_kinds |= set_of(kind);
  }

  void read_special(std::string_view text) {
    const Word<bool*> cases[] = {
        {"explosions", &rules_.explodes},
        {"cylinder", &rules_.wraps},
        {"berolina", &rules_.berolina},
        {"no checks", &rules_.gives_no_check},
        {"goal is answered", &rules_.ends.goal_is_answered},
        {"goal is mirrored", &rules_.ends.goal_is_mirrored},
        {"goal is held", &rules_.ends.goal_is_held},
        {"kings stay in check", &rules_.kings_stay_in_check},
        {"kings see each other", &rules_.kings_see_each_other},
        {"Lions are protected", &rules_.lions_are_protected},
        {"no en passant", &rules_.has_no_en_passant},
        {"no en passant in keys", &rules_.key_has_no_en_passant},
        {"pawn-drop mate loses", &rules_.holdings.pawn_drop_mate_loses},
        {"one pawn on a file", &rules_.holdings.one_pawn_a_file},
        {"no stuck pieces", &rules_.holdings.no_stuck_pieces},
        {"declined promotion has a code", &rules_.declined_promotion_has_code},
    };
    for (const std::string& word : words_of(text, ',')) {
      bool* flag = nullptr;
      read_word(word, cases, flag);
      *flag = true;
    }
  }

  /// Checks the rules, and computes the values that depend on several lines.
  void complete() {
    if (rules_.kinds.empty()) throw Failure("has no pieces");
    if (rules_.holdings.kinds.size() > Position::kMaxHeld)
      throw Failure("has too many kinds of pieces in hand");
    check_numbers();
    rules_.promotion.forced = forced_.value_or(rules_.promotion.zone);
    if (king_castles_from_anywhere_) rules_.castling.king_file.reset();
    rules_.castling.rook = rules_.find("R");
    rules_.castling.king = rules_.find("K");
    if (!castling_fits()) throw Failure("castling: it needs K and R, and more files");
    for (PieceKind& kind : rules_.kinds) {
      if (kind.is_pawn && kind.promotes_to.empty()) kind.promotes_to = rules_.promotion.pieces;
    }
    for (std::size_t i = 0; i < rules_.kinds.size(); ++i) {
      PieceKind& kind = rules_.kinds[i];
      if (kind.held_as == Kind::none) kind.held_as = static_cast<Kind>(i);
      rules_.has_several_ways = rules_.has_several_ways || has_several_ways(kind);
      if (kind.is_royal) rules_.royal_kinds |= set_of(static_cast<Kind>(i));
    }
    if (rules_.ends.goal_kinds == 0) rules_.ends.goal_kinds = rules_.royal_kinds;
  }

  /// Two pieces must not have one number, because keys could not distinguish them.
  void check_numbers() const {
    for (auto kind = rules_.kinds.begin(); kind != rules_.kinds.end(); ++kind) {
      const auto other = std::find_if(rules_.kinds.begin(), kind, [&](const PieceKind& earlier) {
        return earlier.book_number == kind->book_number && earlier.book_mark == kind->book_mark;
      });
      if (kind->book_number >= 0 && other != kind) {
        throw Failure("piece " + kind->letter + ": " + std::to_string(kind->book_number) +
                      " is the number of piece " + other->letter + " in the book key");
      }
    }
  }

  /// King and rook must end on the board, with the rook nearer to the middle.
  bool castling_fits() const {
    const int files = rules_.board.files;
    const Castling& castling = rules_.castling;
    if (castling.has_rights && castling.king == Kind::none) return false;
    if (!castling.ways.empty() && castling.rook == Kind::none) return false;
    return castling.king_file.value_or(0) < files && castling.rank < rules_.board.ranks &&
           std::ranges::all_of(castling.ways, [files](const Castling::Way& way) {
             const auto& [king_side, queen_side] = way.to;
             return king_side >= 1 && king_side < files && queen_side + 1 < files;
           });
  }

  const Definition& definition_;
  Rules rules_;
  std::size_t next_piece_ = 0;
  std::optional<RankSet> forced_;
  bool king_castles_from_anywhere_ = false;
};

}  // namespace

Result<Rules> read_rules(const Definition& definition) {
  return result_of([&] { return RulesReader(definition).read(); });
}

}  // namespace polyglot::variants
