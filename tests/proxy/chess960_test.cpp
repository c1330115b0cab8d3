// SPDX-License-Identifier: MIT
// Whole games of Chess960 with a book that answers, in either protocol.
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "proxy/proxy_test.hpp"
#include "support/chess_game.hpp"

namespace polyglot::proxy::testing {
namespace {

/// bqnrkrnb: castling is the king taking a rook beside him.
constexpr int kStart960 = 291;
constexpr const char* kBookLine960 = "g3 g6 Nf3 Nf6 Bg2 Bg7 O-O O-O";
constexpr std::size_t kLongest960 = 120;

class Chess960Play : public ProxyTest {
 protected:
  void SetUp() override {
    program_ = find_program("stockfish");
    if (program_.empty()) GTEST_SKIP() << "stockfish is not installed";
  }

  Gui& greet() {
    std::vector<book::RawEntry> entries;
    chess::Position position = game_.position();
    std::istringstream words(kBookLine960);
    for (std::string word; words >> word;) {
      book_moves_.push_back(chess::move_from_san(position, word).value());
      entries.push_back({.key = position.key(), .move = book::encode_move(book_moves_.back()), .weight = 1});
      position.make(book_moves_.back());
    }
    book::write_bin_book(folder_ / "book.bin", std::move(entries)).value();
    return start(
        {"-noini", "-ec", program_, "-uci", "Hash=2", "-pg", "Book=true", "-pg", "BookFile=book.bin"});
  }

  [[nodiscard]] bool goes_on() const {
    return game_.termination() == chess::Termination::none && game_.ply() < kLongest960;
  }
  /// Plays a move that a program has written; the test ends if it is not legal.
  void play(const std::string& text) {
    const std::optional<chess::Move> move = chess::move_from_text(game_.position(), text);
    ASSERT_TRUE(move.has_value()) << text << " in " << game_.position().to_fen();
    game_.push(*move);
  }
  /// The move of our side: from the line of the book, and after it any legal move.
  [[nodiscard]] chess::Move next_move() const {
    if (game_.ply() < book_moves_.size()) return book_moves_[game_.ply()];
    return game_.position().legal_moves()[0];
  }

  std::string program_;
  chess::Game game_{chess::chess960_start(kStart960)};
  std::vector<chess::Move> book_moves_;
};

TEST_F(Chess960Play, AWholeGameUnderUci) {
  Gui& gui = greet();
  gui.ask("uci\nsetoption name UCI_Chess960 value true\nucinewgame\nisready", "readyok");
  std::string position = "position fen " + game_.start().to_fen(chess::FenStyle::shredder) + " moves";
  while (goes_on()) {
    const Lines lines = gui.search(position + "\ngo depth 2");
    const bool is_of_book = game_.ply() < book_moves_.size();
    ASSERT_EQ(starting_with(lines, "info string book ").size(), is_of_book ? 1U : 0U) << position;
    std::istringstream words(lines.back());
    std::string best_move;
    words >> best_move >> best_move;
    ASSERT_NO_FATAL_FAILURE(play(best_move));
    if (is_of_book) {
      EXPECT_EQ(best_move,
                chess::to_uci(book_moves_[game_.ply() - 1], chess::CastlingNotation::king_takes_rook));
    }
    position += " " + best_move;
  }
  EXPECT_THAT(position, HasSubstr(" e1f1 e8f8 ")) << "castling of the book";
  quit(gui);
}

TEST_F(Chess960Play, AWholeGameUnderXBoard) {
  Gui& gui = greet();
  gui.ask("xboard\nprotover 2", "feature done=1");
  gui.send("new\nvariant fischerandom\nsetboard " + game_.start().to_fen(chess::FenStyle::shredder) +
           "\nsd 2\ngo");
  while (goes_on()) {
    const bool is_of_book = game_.ply() < book_moves_.size();
    const std::string answer = gui.expect("move ").substr(5);
    ASSERT_NO_FATAL_FAILURE(play(answer));
    if (is_of_book) {
      EXPECT_EQ(game_.moves().back(), book_moves_[game_.ply() - 1]);
    }
    if (!goes_on()) break;
    const chess::Move ours = next_move();
    const bool castles = ours.kind() == chess::MoveKind::castling;
    gui.send("usermove " + (castles ? std::string(ours.from() < ours.to() ? "O-O" : "O-O-O")
                                    : chess::to_uci(ours, chess::CastlingNotation::king_to_destination)));
    game_.push(ours);
  }
  EXPECT_THAT(gui.ask_all("force\nping 1", "pong 1"), Not(Contains(StartsWith("Illegal move"))));
  EXPECT_THAT(gui.seen(), Contains("move O-O")) << "castling of the book";
  quit(gui);
}

}  // namespace
}  // namespace polyglot::proxy::testing
