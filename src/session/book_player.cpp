#include <algorithm>
#include <utility>

#include <polyglot/session/book_player.hpp>

namespace polyglot::session {

using config::OptionId;

BookPlayer::BookPlayer(BookOpener open, book::RandomSource random)
    : open_(std::move(open)), random_(std::move(random)) {}

Result<void> BookPlayer::open(const config::Options& options) {
  book_.reset();
  if (!options.check(OptionId::book)) return {};
  file_ = options.text(OptionId::book_file);
  auto opened = open_(file_);
  if (!opened) return opened.error();
  book_ = std::move(*opened);
  trouble_told_ = false;
  return {};
}

std::optional<Error> BookPlayer::take_trouble() {
  if (!book_ || trouble_told_) return std::nullopt;
  std::optional<Error> trouble = book_->last_error();
  trouble_told_ = trouble.has_value();
  return trouble;
}

void BookPlayer::set_policy(const config::Options& options) {
  policy_.random = options.check(OptionId::book_random);
  policy_.learn = options.check(OptionId::book_learn);
  policy_.threshold = static_cast<int>(options.spin(OptionId::book_treshold));
  depth_ = static_cast<int>(options.spin(OptionId::book_depth));
}

std::vector<book::Candidate> BookPlayer::candidates(const book::BookMoves& moves,
                                                    const chess::Position& position) const {
  if (position.fullmove_number() - 1 >= depth_) return {};
  return book::eligible(moves, policy_);
}

std::optional<protocol::BookAnswer> BookPlayer::answer(const chess::Position& position,
                                                       const BookQuery& query) const {
  if (!book_) return std::nullopt;
  const book::BookMoves moves = book_->find(position);
  std::vector<book::Candidate> allowed = candidates(moves, position);
  if (query.restricted) {
    std::erase_if(allowed, [&](const book::Candidate& candidate) {
      return std::none_of(query.search_moves.begin(), query.search_moves.end(), [&](std::string_view text) {
        return chess::move_from_uci(position, text) == candidate.entry.move;
      });
    });
  }
  const std::optional<book::Candidate> chosen = book::select(allowed, policy_, random_);
  if (!chosen) return std::nullopt;

  protocol::BookAnswer answer;
  answer.move = chess::to_uci(chosen->entry.move, query.castling);
  answer.book = file_;
  answer.share = chosen->share;
  answer.weight = chosen->entry.weight;
  answer.total_weight = moves.total_weight;
  if (query.with_reply) {
    chess::Position next = position;
    next.make(chosen->entry.move);
    answer.ponder = reply(next, query.castling);
  }
  return answer;
}

/// The move the book would most likely play; empty if it has none.
std::string BookPlayer::reply(const chess::Position& position, chess::CastlingNotation castling) const {
  const std::vector<book::Candidate> replies = candidates(book_->find(position), position);
  book::SelectionPolicy best = policy_;
  best.random = false;
  const std::optional<book::Candidate> chosen = book::select(replies, best, random_);
  return chosen ? chess::to_uci(chosen->entry.move, castling) : std::string();
}

}  // namespace polyglot::session
