// SPDX-License-Identifier: MIT
#include "proxy/cecp/comparison.hpp"
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

namespace polyglot::proxy::testing {
namespace {

using Lines = std::vector<std::string>;

/// Clocks run while the programs work, and while people made recordings.
constexpr long kClockTolerance = 600;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool near(const std::string& a, const std::string& b, const std::string& name) {
  const long first = std::stol(a);
  const long second = std::stol(b);
  const long tolerance = name == "nodes" ? std::max(first, second) / 20 + 1 : kClockTolerance;
  return std::labs(first - second) <= tolerance;
}

bool same(const Lines& a, const Lines& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_line);
}

/// Declared: our Polyglot answers a ping when the engine has handled everything before it, which takes time.
/// So only the order of the pongs is compared.
Lines pongs(const std::vector<StepRecord>& records) {
  Lines lines;
  for (const StepRecord& record : records) {
    std::copy_if(record.to_gui.begin(), record.to_gui.end(), std::back_inserter(lines),
                 [](const std::string& line) { return line.starts_with("pong "); });
  }
  return lines;
}

/// Declared: there is nothing to repeat without a variation.
bool is_empty_repetition(const std::string& line) {
  // "depth score time nodes", more numbers with ShowTbHits, and nothing after them.
  if (line.ends_with(" pv=\"\"")) return true;
  const auto words = words_of(line);
  return words.size() >= 4 && (words[1].starts_with('+') || words[1].starts_with('-')) &&
         std::ranges::all_of(words, [](const std::string& word) {
           return word.find_first_not_of("+-0123456789") == std::string::npos;
         });
}

Lines for_gui(const StepRecord& record) {
  Lines lines = record.to_gui;
  if (record.step.text == "bk") std::sort(lines.begin(), lines.end());
  std::erase_if(lines, [](const std::string& line) {
    // Declared: a book move is shown as one, and the end of the book is reported.
    return line.starts_with("PolyGlot 2.0.4 ") || line.starts_with("0 0 0 0 (Book ") ||
           line.starts_with("0 +0 0 0 out of book") || line.starts_with("pong ") || is_empty_repetition(line);
  });
  return lines;
}

/// Declared: `pause` is understood; a spin without a range is a text.
std::string as_we_announce(const std::string& line) {
  if (line == "feature pause=0") return "feature pause=1";
  constexpr std::string_view kWithoutRange = " 0 0\"";
  const auto spin = line.find(" -spin ");
  if (!line.starts_with("feature option=") || spin == std::string::npos || !line.ends_with(kWithoutRange)) {
    return line;
  }
  const std::string value = line.substr(spin + 7, line.size() - spin - 7 - kWithoutRange.size());
  return line.substr(0, spin) + " -string " + value + "\"";
}

/// Declared: our Polyglot does not resign a finished game. 2.0.4 does so with the move that ends it.
void forgive_late_resignation(Lines& old_lines) {
  const auto ends = [](const std::string& line) {
    return line.starts_with("1/2-1/2 {") || line.ends_with(" mates}");
  };
  const auto is_move = [](const std::string& line) { return line.starts_with("move "); };
  if (std::none_of(old_lines.begin(), old_lines.end(), ends)) return;
  const auto move = std::find_if(old_lines.begin(), old_lines.end(), is_move);
  old_lines.erase(std::remove(move, old_lines.end(), "resign"), old_lines.end());
}

/// Declared: a text that looks like a move is called an illegal move, whether or not a piece could go that
/// way.
void forgive_bare_move(const Step& step, Lines& old_lines, const Lines& new_lines) {
  const Lines unknown = {"Error (unknown command): " + step.text};
  const Lines illegal = {"Illegal move: " + step.text};
  if (old_lines == unknown && new_lines == illegal) old_lines = illegal;
}

/// Whether the engine's last score is so bad that it would take a draw; nothing if it has shown no score.
std::optional<bool> is_losing(const StepRecord& record) {
  constexpr int kContemptScore = 30;  // the option's default
  std::optional<bool> losing;
  for (const std::string& line : record.transcript) {
    const auto words = words_of(line);
    const auto score = std::find(words.begin(), words.end(), "score");
    if (!line.starts_with("eng< info ") || words.end() - score < 3) continue;
    const int value = std::stoi(score[2]);
    losing = score[1] == "mate" ? value <= 0 : value <= -kContemptScore;
  }
  return losing;
}

/// Declared: whether a draw is offered depends on the score alone; 2.0.4 refuses for reasons of its own, too.
void forgive_draw_offer(const Step& step, bool losing, const Lines& old_lines, Lines& new_lines) {
  if (step.text == "draw" && losing && old_lines.empty()) std::erase(new_lines, "offer draw");
}

/// Declared: 2.0.4 lists moves in an order that depends on how the pieces got to where they are, and may list
/// none at all.
std::string with_sorted_moves(const std::string& line) {
  constexpr std::string_view kMoves = " searchmoves";
  const auto at = line.find(kMoves);
  if (!line.starts_with("go ") || at == std::string::npos) return line;
  auto moves = words_of(line.substr(at + kMoves.size()));
  if (moves.empty()) return line.substr(0, at);
  std::sort(moves.begin(), moves.end());
  std::string sorted = line.substr(0, at) + std::string(kMoves);
  for (const std::string& move : moves) sorted += " " + move;
  return sorted;
}

/// Declared: the usual start is "startpos", in Chess960 too.
std::string with_startpos(const std::string& line) {
  constexpr std::string_view kStart = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
  return line.starts_with(kStart) ? "position startpos" + line.substr(kStart.size()) : line;
}

/// The position of a position line.
chess::Position position_of(const std::string& line) {
  const auto words = words_of(line);
  const auto moves = std::find(words.begin(), words.end(), "moves");
  chess::Position position;
  if (const auto fen = line.find("fen "); fen != std::string::npos) {
    position = chess::Position::from_fen(line.substr(fen + 4, line.find(" moves") - fen - 4)).value();
  }
  for (auto word = moves; word != words.end(); ++word) {
    if (const auto move = chess::move_from_uci(position, *word)) position.make(*move);
  }
  return position;
}

/// All legal moves, each once.
bool lists_all(const chess::Position& position, const std::vector<std::string>& words) {
  std::vector<chess::Move> missing;
  for (const chess::Move move : position.legal_moves()) missing.push_back(move);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) {
                       const auto move = chess::move_from_uci(position, word);
                       return move && std::erase(missing, *move) == 1;
                     }) &&
         missing.empty();
}

/// Declared: a list of all legal moves means the same as no list.
void drop_full_lists(Lines& lines) {
  constexpr std::string_view kMoves = " searchmoves ";
  chess::Position position;
  for (std::string& line : lines) {
    if (line.starts_with("position ")) position = position_of(line);
    const auto list = line.find(kMoves);
    if (list == std::string::npos) continue;
    if (lists_all(position, words_of(line.substr(list + kMoves.size())))) line.resize(list);
  }
}

Lines for_engine(const StepRecord& record) {
  Lines lines = record.to_engine;
  std::erase(lines, "isready");
  std::transform(lines.begin(), lines.end(), lines.begin(),
                 [](const std::string& line) { return with_startpos(with_sorted_moves(line)); });
  drop_full_lists(lines);
  // Declared: our Polyglot sends `ucinewgame` before the first search of a game, not after it.
  const auto new_game = std::find(lines.begin(), lines.end(), "ucinewgame");
  if (new_game != lines.end()) {
    const auto first =
        std::find_if(lines.begin(), new_game, [](const std::string& line) { return line != "stop"; });
    std::rotate(first, new_game, new_game + 1);
  }
  return lines;
}

/// The entries of a book in hexadecimal: key, move, weight, games and points.
Lines entries_of(const std::string& book) {
  constexpr std::size_t kEntrySize = 16;
  Lines lines;
  for (std::size_t at = 0; at < book.size(); ++at) {
    if (at % kEntrySize == 0) lines.emplace_back();
    lines.back() += fmt::format("{:02x}", static_cast<unsigned char>(book[at]));
  }
  return lines;
}

}  // namespace

bool same_line(const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (!a.starts_with("go ") || !b.starts_with("go ")) return false;
  const auto first = words_of(a);
  const auto second = words_of(b);
  if (first.size() != second.size()) return false;
  for (std::size_t i = 1; i < first.size(); ++i) {
    if (first[i] == second[i]) continue;
    const std::string& name = first[i - 1];
    if (name != "wtime" && name != "btime" && name != "nodes") return false;
    if (!near(first[i], second[i], name)) return false;
  }
  return true;
}

std::optional<Parting> compare(const std::vector<StepRecord>& before, const std::vector<StepRecord>& now) {
  bool losing = false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i >= now.size()) return Parting{i, "GUI", for_gui(before[i]), {"(gone)"}};
    Lines old_gui = for_gui(before[i]);
    std::transform(old_gui.begin(), old_gui.end(), old_gui.begin(), as_we_announce);
    Lines new_gui = for_gui(now[i]);
    forgive_late_resignation(old_gui);
    forgive_bare_move(before[i].step, old_gui, new_gui);
    forgive_draw_offer(before[i].step, losing, old_gui, new_gui);
    losing = is_losing(before[i]).value_or(losing);
    if (!same(old_gui, new_gui)) return Parting{i, "GUI", old_gui, new_gui};
    const Lines old_engine = for_engine(before[i]);
    const Lines new_engine = for_engine(now[i]);
    if (!same(old_engine, new_engine)) return Parting{i, "engine", old_engine, new_engine};
    if (before[i].book != now[i].book) {
      return Parting{i, "book", entries_of(before[i].book), entries_of(now[i].book)};
    }
  }
  const Lines old_pongs = pongs(before);
  const Lines new_pongs = pongs(now);
  const bool in_order = new_pongs.size() <= old_pongs.size() &&
                        std::equal(new_pongs.begin(), new_pongs.end(), old_pongs.begin());
  if (!in_order) return Parting{before.size() - 1, "GUI", old_pongs, new_pongs};
  return std::nullopt;
}

}  // namespace polyglot::proxy::testing
