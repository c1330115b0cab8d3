// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::session {

/// A game that the engine's board should show.
struct CecpTarget {
  game::Game start;  ///< before its first move
  std::vector<game::Move> moves;
  bool chess960 = false;  ///< the GUI writes castling as king takes rook
};

/// What the engine knows about the game. Brings its board to a wanted game with as few commands as possible.
class CecpBoard {
 public:
  explicit CecpBoard(const protocol::CecpBack& back) noexcept : back_(back) {}

  /// Whether the engine plays the target's variant, and its board can reach the target. Boards of variants
  /// are not set up by `edit`: pieces in hand and letters of pieces differ between engines.
  [[nodiscard]] bool can_show(const CecpTarget& target) const {
    if (!variant_of(target)) return false;
    const bool is_set_up = fen_of(target.start) != usual_fen(target.start, false);
    return target.start.is_chess() || back_.features().setboard || !is_set_up;
  }

  /// Whether the engine can reach the target from its present game by moves and take-backs, at no higher cost
  /// than from the start.
  [[nodiscard]] bool leads_to(const CecpTarget& target) const {
    if (shows_ == Shows::unknown || variant_ != variant_of(target) || !have_same_rules(game_, target.start))
      return false;
    if (start_fen_ != fen_of(target.start)) return shows_ == Shows::new_game;
    const std::size_t common = common_moves(target);
    const std::size_t back = game_.ply() - common;
    return back == 0 || back <= kCostOfNewGame + common;
  }

  /// Begins a new game in force mode. The board shows the start position of chess, or of the target's
  /// variant.
  void begin(const CecpTarget& target, std::string& out) {
    out += "new\n";
    variant_ = variant_of(target).value_or("");
    if (!variant_.empty()) fmt::format_to(std::back_inserter(out), "variant {}\n", variant_);
    // Never `hard`, because we ponder by our own searches. `easy` is repeated, because no specification says
    // whether `new` changes it.
    out += "force\neasy\npost\n";
    game_ = target.start;
    start_fen_ = usual_fen(target.start, plays_chess960());
    shows_ = Shows::new_game;
    sent_.clear();
  }

  /// Continues to the target. leads_to() must be true, or begin() was just called. The engine must be in
  /// force mode.
  void reach(const CecpTarget& target, std::string& out) {
    sent_.clear();
    if (start_fen_ != fen_of(target.start)) set_up(target, out);
    const std::size_t common = common_moves(target);
    for (std::size_t ply = game_.ply(); ply > common; --ply) out += "undo\n";
    game_.truncate(common);
    for (std::size_t ply = common; ply < target.moves.size(); ++ply) send(target.moves[ply], out);
    if (game_.ply() > 0) shows_ = Shows::game;
  }

  void played(const game::Move& move) { game_.push(move); }
  void forget() noexcept { shows_ = Shows::unknown; }

  /// True if the engine has been sent this move since it last thought.
  [[nodiscard]] bool was_sent(std::string_view move) const {
    // Old versions of Crafty do not name the move.
    if (move.empty()) return !sent_.empty();
    return std::find(sent_.begin(), sent_.end(), move) != sent_.end();
  }

  [[nodiscard]] std::string text_of(const game::Game& game, const game::Move& move) const {
    return back_.text_of(game, move, plays_chess960());
  }

 private:
  using Color = chess::Color;
  using PieceType = chess::PieceType;
  using Position = chess::Position;

  /// The number of commands for a new game besides its moves: new, force, easy, post, the time control,
  /// setboard.
  static constexpr std::size_t kCostOfNewGame = 6;

  static void list_pieces(const Position& position, Color color, std::string& out) {
    constexpr std::string_view kLetters = "PNBRQK";
    for (int i = 0; i < 64; ++i) {
      const chess::Square square(i);
      const chess::Piece piece = position.piece_on(square);
      if (piece.type == PieceType::none || piece.color != color) continue;
      out += kLetters[static_cast<std::size_t>(piece.type)];
      out += square.to_string();
      out += '\n';
    }
  }

  /// The FEN of the start; empty: the usual start of the variant.
  static std::string fen_of(const game::Game& start) {
    return start.rules() != nullptr ? start.start()->to_fen() : start.text_start()->fen;
  }

  /// The start position after `new`. Empty if it is not known, because the engine may have shuffled the
  /// pieces.
  static std::string usual_fen(const game::Game& start, bool chess960) {
    if (start.rules() == nullptr || chess960) return {};
    const game::Position usual = start.rules()->start();
    const bool shuffled = usual.variant() != nullptr && usual.variant()->variant().is_shuffled();
    return shuffled ? std::string() : usual.to_fen();
  }

  static bool have_same_rules(const game::Game& one, const game::Game& other) {
    return (one.rules() != nullptr) == (other.rules() != nullptr);
  }

  /// What the engine's board shows: nothing known, `game_` directly after `new`, or `game_` with moves.
  enum class Shows : std::uint8_t { unknown, new_game, game };

  /// The engine's name for the target's variant; empty: chess. Nothing if it does not play it.
  [[nodiscard]] std::optional<std::string> variant_of(const CecpTarget& target) const {
    const protocol::CecpFeatures& features = back_.features();
    if (target.start.is_chess()) {
      const bool chess960 = target.chess960 && features.plays(protocol::kChess960);
      return std::string(chess960 ? protocol::kChess960 : std::string_view());
    }
    const game::Rules* const rules = target.start.rules();
    const std::string name =
        rules != nullptr ? std::string(rules->name()) : target.start.text_start()->variant;
    if (features.plays(name)) return name;
    const auto is_meant = [&](std::string_view played) {
      return rules != nullptr && rules->is_called(played);
    };
    const auto names = features.variant_names();
    const auto played = std::ranges::find_if(names, is_meant);
    if (played == names.end()) return std::nullopt;
    return std::string(*played);
  }

  [[nodiscard]] bool plays_chess960() const noexcept { return variant_ == protocol::kChess960; }

  [[nodiscard]] std::size_t common_moves(const CecpTarget& target) const {
    const auto ours = game_.moves();
    return static_cast<std::size_t>(std::ranges::mismatch(ours, target.moves).in1 - ours.begin());
  }

  void set_up(const CecpTarget& target, std::string& out) {
    start_fen_ = fen_of(target.start);
    if (target.start.is_chess() && !back_.features().setboard) {
      edit(*target.start.start()->chess(), out);
    } else {
      fmt::format_to(std::back_inserter(out), "setboard {}\n", start_fen_);
    }
    game_ = target.start;
    shows_ = Shows::game;
  }

  /// Sets up a board by `edit`, which cannot express castling rights and en passant. Source: CECP, "edit".
  void edit(const Position& position, std::string& out) {
    // The side to move is changed by a move, because many engines handle `black` wrongly.
    if (position.side_to_move() == Color::black)
      out += back_.features().usermove ? "usermove a2a3\n" : "a2a3\n";
    out += "edit\n#\n";
    list_pieces(position, Color::white, out);
    out += "c\n";
    list_pieces(position, Color::black, out);
    out += ".\n";
  }

  void send(const game::Move& move, std::string& out) {
    sent_.push_back(text_of(game_, move));
    fmt::format_to(std::back_inserter(out), "{}{}\n", back_.features().usermove ? "usermove " : "",
                   sent_.back());
    game_.push(move);
  }

  const protocol::CecpBack& back_;
  game::Game game_;  ///< the game on the engine's board
  std::string start_fen_;
  Shows shows_ = Shows::unknown;
  std::string variant_;  ///< the engine's present variant, see variant_of()
  std::vector<std::string> sent_;
};

/// A search for an engine that plays games, and the best known move so far.
class CecpSearch {
 public:
  CecpSearch() = default;
  explicit CecpSearch(const protocol::Search& search) : limits_(search.limits), castling_(search.castling) {
    target_.chess960 = search.castling == game::CastlingNotation::king_takes_rook;
    target_.start = search.game->beginning();
    target_.moves.assign(search.game->moves().begin(), search.game->moves().end());
    root_ = search.game->from_here();
    candidates_ = candidates_of(root_, limits_);
    limits_.infinite = has_no_limit(limits_, root_.turn());
    if (limits_.infinite) limits_.white_time = limits_.black_time = limits_.move_time = std::nullopt;
  }

  [[nodiscard]] const CecpTarget& target() const noexcept { return target_; }
  /// A game that begins in the searched position.
  [[nodiscard]] const game::Game& root() const noexcept { return root_; }
  /// The limits, without the moves to search.
  [[nodiscard]] const protocol::SearchLimits& limits() const noexcept { return limits_; }

  /// Whether an answer is wanted: not while pondering, nor in an infinite search.
  [[nodiscard]] bool wants_answer() const noexcept { return !limits_.ponder && !limits_.infinite; }
  void ponder_hit() noexcept { limits_.ponder = false; }
  void stop() noexcept { limits_.ponder = limits_.infinite = false; }

  void hear(const protocol::CecpThinking& thinking) {
    // A search that failed low has not found a move; it only doubts one.
    if (!thinking.pv.empty() && !thinking.pv.ends_with('?')) pv_ = thinking.pv;
  }

  /// The search begins once more.
  void forget() noexcept { pv_.clear(); }
  [[nodiscard]] bool has_variation() const noexcept { return !pv_.empty(); }
  /// True if the search has passed a limit that the engine may not support.
  [[nodiscard]] bool has_reached_limit(const protocol::CecpThinking& thinking) const {
    if (!wants_answer()) return false;
    if (limits_.nodes && thinking.nodes >= *limits_.nodes) return true;
    // phalanx and gnuchess do not know `sd`.
    if (limits_.depth && thinking.depth > *limits_.depth) return true;
    const protocol::Score score = protocol::read_cecp_score(thinking.score);
    return limits_.mate && score.is_mate && score.value > 0 && score.value <= *limits_.mate;
  }

  [[nodiscard]] bool has_no_move() const { return root_.rules() != nullptr && candidates_.empty(); }
  /// True for a move that may be answered.
  [[nodiscard]] bool is_candidate(const game::Move& move) const {
    const bool any_move = candidates_.empty() && root_.rules() == nullptr;
    return any_move || std::ranges::find(candidates_, move) != candidates_.end();
  }

  /// The first move of the last variation, or any allowed move; nothing if there is none.
  [[nodiscard]] std::optional<game::Move> best_known() const {
    if (has_no_move()) return std::nullopt;
    // Book moves are in parentheses.
    std::string_view pv = pv_.starts_with('(') ? std::string_view(pv_).substr(1) : std::string_view(pv_);
    auto best = take_legal_pv_move(root_, pv);
    if (best && is_candidate(*best)) return best;
    if (candidates_.empty()) return std::nullopt;
    return candidates_.front();
  }

  /// The text of the answered move; reply_to(): the reply in the last variation, empty if there is none.
  [[nodiscard]] std::string text_of(const game::Move& move) const { return root_.to_uci(move, castling_); }

  [[nodiscard]] std::string reply_to(const game::Move& move) const {
    std::string_view pv = pv_;
    if (take_legal_pv_move(root_, pv) != move) return {};
    game::Game after = root_;
    after.push(move);
    const auto reply = take_legal_pv_move(after, pv);
    return reply ? after.to_uci(*reply, castling_) : std::string();
  }

 private:
  using Game = game::Game;
  using Move = game::Move;
  using SearchLimits = protocol::SearchLimits;

  /// Whether only `stop` ends the search.
  static bool has_no_limit(const SearchLimits& limits, game::Color to_move) {
    const auto& time = to_move == game::Color::white ? limits.white_time : limits.black_time;
    return limits.infinite || !(time || limits.move_time || limits.depth || limits.nodes || limits.mate);
  }

  /// Removes the next legal move from a variation; nothing at its end.
  static std::optional<Move> take_legal_pv_move(const Game& game, std::string_view& pv) {
    const std::string_view word = protocol::take_pv_move(pv);
    return word.empty() ? std::nullopt : protocol::read_engine_move(game, word);
  }

  /// The moves that may be the answer to a search of the last position. If none of the given moves is legal,
  /// all moves are allowed, because the GUI needs an answer. Empty if the rules are not known.
  static std::vector<Move> candidates_of(const Game& root, const SearchLimits& limits) {
    std::vector<Move> candidates;
    for (const std::string& name : limits.search_moves) {
      if (const auto move = root.read_uci(name)) candidates.push_back(*move);
    }
    if (candidates.empty() && root.position() != nullptr) candidates = root.position()->legal_moves();
    return candidates;
  }

  CecpTarget target_;
  game::Game root_;
  protocol::SearchLimits limits_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::vector<game::Move> candidates_;
  std::string pv_;  ///< the last variation
};
}  // namespace polyglot::session
