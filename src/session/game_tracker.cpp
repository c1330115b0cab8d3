#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <polyglot/protocol/text.hpp>
#include <polyglot/session/game_tracker.hpp>

namespace polyglot::session {
namespace {

/// Length of the longest common beginning.
std::size_t common_length(std::string_view a, std::string_view b) {
  const std::size_t length = std::min(a.size(), b.size());
  if (a.substr(0, length) == b.substr(0, length)) return length;  // the usual case, at full speed
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(length), b.begin()).first - a.begin());
}

}  // namespace

Result<void> GameTracker::set(const protocol::SetPosition& message) {
  if (!message.readable) {
    known_ = false;
    return Error{"neither startpos nor a FEN"};
  }
  if (!known_ || message.fen != fen_) {
    if (auto start = set_start(message.fen); !start) return start;
  }
  return play(keep_common_moves(message.moves));
}

Result<void> GameTracker::set_start(std::string_view fen) {
  known_ = false;
  if (fen.empty()) {
    game_ = game::Game();
  } else {
    auto game = game_.from_fen(fen);
    if (!game) return game.error();
    game_ = std::move(*game);
  }
  fen_ = fen;
  moves_.clear();
  move_ends_.clear();
  known_ = true;
  return {};
}

/// Takes the game back to the last move it shares with `moves`; returns the moves after that.
std::string_view GameTracker::keep_common_moves(std::string_view moves) {
  const std::size_t common = common_length(moves_, moves);
  auto kept = std::upper_bound(move_ends_.begin(), move_ends_.end(), common);
  // A common beginning may end inside a longer move: e7e8 and e7e8q.
  while (kept != move_ends_.begin() && *(kept - 1) < moves.size() && !is_blank(moves[*(kept - 1)])) {
    --kept;
  }
  move_ends_.erase(kept, move_ends_.end());
  game_.truncate(move_ends_.size());
  moves_.resize(move_ends_.empty() ? 0 : move_ends_.back());
  return moves.substr(moves_.size());
}

Result<void> GameTracker::play(std::string_view moves) {
  const char* const begin = moves.data() - moves_.size();
  std::string_view rest = moves;
  for (std::string_view word = protocol::take_word(rest); !word.empty(); word = protocol::take_word(rest)) {
    const auto move = game_.read_uci(word);
    if (!move) {
      known_ = false;
      return Error{fmt::format("move {}, \"{}\", is not legal", game_.ply() + 1, word.substr(0, 20))};
    }
    game_.push(*move);
    move_ends_.push_back(static_cast<std::size_t>(word.data() + word.size() - begin));
  }
  moves_.append(moves);
  if (!move_ends_.empty()) moves_.resize(move_ends_.back());
  return {};
}

}  // namespace polyglot::session
