// SPDX-License-Identifier: MIT
// A session and an engine of the XBoard protocol that say anything at any time. Each search that is not given
// up must get one answer, a legal move. Our copy of the engine's board must follow.
#include <chrono>

#include <polyglot/chess/notation.hpp>

#include "check.hpp"
#include "session/drivers/engine_driver.hpp"

namespace polyglot::fuzz {
namespace {

using game::CastlingNotation;
using game::Game;
using game::Position;

constexpr std::size_t kMostEvents = 200;
constexpr std::array<const char*, 4> kStarts = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/P5k1/8/8/8/8/8/4K2R w K - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1r2k1r1/8/8/8/8/8/8/R3K1R1 w GAgb - 0 1"};

/// The limits that the bits of a number choose.
protocol::SearchLimits limits_of(std::uint16_t bits) {
  protocol::SearchLimits limits;
  limits.infinite = bits & 1;
  limits.ponder = bits & 2;
  if (bits & 4) limits.white_time = limits.black_time = bits * 10;
  if (bits & 8) limits.white_increment = limits.black_increment = bits;
  if (bits & 16) limits.moves_to_go = bits >> 8;
  if (bits & 32) limits.depth = bits >> 9;
  if (bits & 64) limits.nodes = bits;
  if (bits & 128) limits.move_time = bits;
  if (bits & 256) limits.mate = 2;
  if (bits & 512) limits.search_moves = {"e2e4", "a7a8q", "e1g1", "e8h8"};
  return limits;
}

/// The conversation's side.
class Play final : private session::SearchListener {
 public:
  Play() { driver_->listen(*this); }

  void run(Bytes bytes) {
    greet(bytes);
    for (std::size_t i = 0; i < kMostEvents && !bytes.empty(); ++i) step(bytes);
    end();
  }

 private:
  void greet(Bytes& bytes) {
    const auto bits = bytes.take();
    std::string features = "feature";
    for (const std::string_view name :
         {"ping", "setboard", "san", "usermove", "analyze", "exclude", "time"}) {
      features.append(" ").append(name).append(bits >> features.size() % 8 & 1 ? "=1" : "=0");
    }
    features += bits & 1 ? " variants=\"normal,fischerandom\"" : " myname=\"GNU Chess\"";
    std::string answers;
    (void)back_.parse_handshake(features, answers);
    check_text(answers);
  }

  void step(Bytes& bytes) {
    switch (bytes.take() % 12) {
      case 0:
        return search(bytes);
      case 1:
        driver_->stop();
        break;
      case 2:
        driver_->ponder_hit();
        break;
      case 3:
        driver_->ready_query();
        break;
      case 4:
        return new_game(bytes);
      case 5:
        return move(bytes);
      case 6:
        return take_back(bytes);
      case 7:
        return hear("move " + any_move(bytes));
      case 8:
        return hear("pong " + std::to_string(bytes.take()));
      case 9:
        return hear("Illegal move: " + any_move(bytes));
      default:
        return hear(line_of(bytes));
    }
    check_text();
  }

  void search(Bytes& bytes) {
    const protocol::SearchLimits limits = limits_of(bytes.take<std::uint16_t>());
    root_ = *game_.position();
    asked_in_ = castling_;
    due_ = true;
    driver_->search({.game = &game_, .limits = limits, .castling = castling_});
    check_text();
  }

  void new_game(Bytes& bytes) {
    const auto choice = bytes.take();
    game_ = Game().from_fen(kStarts[choice % kStarts.size()]).value();
    castling_ = choice & 4 ? CastlingNotation::king_takes_rook : CastlingNotation::king_to_destination;
    if (choice & 8) return;
    due_ = false;
    driver_->new_game();
    check_text();
  }

  void move(Bytes& bytes) {
    const auto moves = game_.position()->legal_moves();
    if (!moves.empty()) game_.push(moves[bytes.take() % moves.size()]);
  }
  void take_back(Bytes& bytes) {
    const std::size_t plies = bytes.take() % 8;
    game_.truncate(game_.ply() > plies ? game_.ply() - plies : 0);
  }

  std::string any_move(Bytes& bytes) const {
    const Position& position = root_ ? *root_ : *game_.position();
    const auto moves = position.legal_moves();
    const auto choice = bytes.take<std::uint16_t>();
    if (moves.empty() || choice % 16 == 0) return line_of(bytes);
    const game::Move& move = moves[choice % moves.size()];
    return choice & 256 ? game::to_san(position, move)
                        : game::to_uci(position, move, CastlingNotation::king_to_destination);
  }

  static std::string line_of(Bytes& bytes) {
    std::string line;
    while (!bytes.empty()) {
      const char c = static_cast<char>(bytes.take());
      if (c == '\n') break;
      line += c;
    }
    return line;
  }

  void hear(const std::string& line) {
    driver_->hear(line);
    check_text();
  }

  void on_info(const protocol::Info& info) override {
    check(info.depth && info.score && info.time && info.nodes, "thinking output has four numbers");
  }
  void on_best_move(const protocol::BestMove& best) override {
    check(due_, "a search is answered once");
    due_ = false;
    check_answer(best);
  }
  void on_ready() override {}
  void on_words(std::string_view) override {}

  void check_answer(const protocol::BestMove& best) const {
    check(best.move.empty() == !root_->has_legal_move(), "there is an answer if there is a move");
    if (best.move.empty()) return;
    const auto move = game::move_from_uci(*root_, best.move);
    check(move.has_value(), "the answer is legal");
    check(game::to_uci(*root_, *move, asked_in_) == best.move, "the answer is in the notation asked for");
    Position after = *root_;
    after.make(*move);
    check(best.ponder.empty() || game::move_from_uci(after, best.ponder), "the expected reply is legal");
  }

  void check_text() {
    check_text(context_.effects.to_engine);
    context_.effects.clear();
  }
  static void check_text(std::string_view out) {
    check(out.empty() || out.ends_with('\n'), "commands are lines");
  }

  /// An engine that answers pings and obeys `?` must end every search.
  void end() {
    if (!due_) return;
    driver_->stop();
    driver_->ponder_hit();
    for (int i = 1; i <= 2 * static_cast<int>(kMostEvents) && due_; ++i) hear("pong " + std::to_string(i));
    if (!due_) return;
    const auto moves = root_->legal_moves();
    check(!moves.empty(), "a search without moves ends with stop");
    hear("move " + game::to_uci(*root_, moves[0], CastlingNotation::king_to_destination));
    check(!due_, "an answer comes in the end");
  }

  protocol::CecpBack back_;
  session::Context context_;
  std::unique_ptr<session::EngineDriver> driver_ = session::make_cecp_driver(context_, back_);
  Game game_;
  CastlingNotation castling_ = CastlingNotation::king_to_destination;
  std::optional<Position> root_;
  CastlingNotation asked_in_ = CastlingNotation::king_to_destination;
  bool due_ = false;
};

void check_words(std::string_view text) {
  protocol::CecpBack back;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    std::string out;
    (void)back.parse_handshake(line, out);
    const auto thinking = protocol::read_cecp_thinking(line);
    std::string moves;
    const protocol::Info info = thinking ? protocol::to_info(*thinking, moves) : protocol::Info{};
    check(!info.pv.starts_with(' ') && !info.pv.ends_with(' '), "a variation is moves");
  }
  for (const protocol::EngineOption& option : back.options()) {
    check(!option.name.empty() && !option.type.empty(), "an option has a name and a type");
  }
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  Play().run(Bytes({data, size}));
  check_words(as_text(data, size));
  return 0;
}
