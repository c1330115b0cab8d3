#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/book/crafty_selection.hpp>

#include "session/book_player.hpp"

namespace polyglot::session {

using config::OptionId;

namespace {

/// Rules::name().
std::string_view rules_of(const game::Position& position) {
  return position.chess() != nullptr ? game::Rules().name() : position.variant()->variant().name();
}

std::string board_of(const game::Position& position) {
  const std::string fen = position.to_fen();
  return fen.substr(0, fen.find(' '));
}

/// Whether a book for games by these rules is of use in a game that the position is of: both begin with the
/// same pieces on the same squares, and have the same keys for it. So suicide, giveaway and antichess.
bool share_books(const game::Rules& rules, const game::Position& position) {
  if (rules.is_called(rules_of(position))) return true;
  if (rules.is_chess() || position.chess() != nullptr) return false;
  const game::Position start = variants::Position(position.variant()->variant());
  const auto same = rules.read_fen(start.to_fen());
  return same && same->key() == start.key() && board_of(start) == board_of(rules.start());
}

}  // namespace

BookPlayer::BookPlayer(book::RandomSource random) : random_(std::move(random)) {}

bool BookPlayer::open(const config::Options& options, Effects& effects) {
  book_.reset();
  if (!options.check(OptionId::book)) return false;
  file_ = options.text(OptionId::book_file);
  effects.requests.emplace_back(
      OpenBook{.file = file_, .format = book::book_format(options.text(OptionId::book_format))});
  return true;
}

void BookPlayer::use(std::unique_ptr<book::BookSource> book, const variants::Catalogue& known) {
  book_ = std::move(book);
  made_for_.clear();
  made_for_rules_.clear();
  judged_ = {};
  untold_refusal_.clear();
  refusals_told_.clear();
  if (!book_) return;
  for (const std::string& name : book_->variants()) {
    made_for_.push_back(game::Rules::name_of(name, known));
    if (const auto rules = game::Rules::find(name, known)) made_for_rules_.push_back(*rules);
  }
}

std::optional<Error> BookPlayer::take_trouble() {
  if (!book_) return std::nullopt;
  if (untold_refusal_.empty()) return book_->take_trouble();
  refusals_told_.push_back(std::exchange(untold_refusal_, {}));
  return Error{fmt::format("its header says that it is for {}: none of its moves are played in {}",
                           fmt::join(made_for_, ", "), refusals_told_.back()),
               file_};
}

bool BookPlayer::is_made_for(const game::Position& position) const {
  if (made_for_.empty()) return true;
  const std::string_view rules = rules_of(position);
  if (judged_.rules != rules) {
    const auto shares = [&](const game::Rules& known) { return share_books(known, position); };
    judged_ = {.rules = std::string(rules), .fits = std::ranges::any_of(made_for_rules_, shares)};
  }
  return judged_.fits;
}

book::BookMoves BookPlayer::find(const game::Position& position) const {
  if (is_made_for(position)) return book_->find(position);
  const std::string_view rules = rules_of(position);
  if (std::ranges::find(refusals_told_, rules) == refusals_told_.end()) untold_refusal_ = rules;
  return {};
}

void BookPlayer::set_policy(const config::Options& options) {
  policy_.random = options.check(OptionId::book_random);
  learns_ = options.check(OptionId::book_learn);
  policy_.threshold = static_cast<int>(options.spin(OptionId::book_treshold));
  as_crafty_ = options.text(OptionId::book_mode) == "crafty";
  depth_ = static_cast<int>(options.spin(OptionId::book_depth));
}

std::vector<book::Candidate> BookPlayer::eligible(const game::Position& position,
                                                  const book::BookMoves& moves,
                                                  const book::SelectionPolicy& policy) const {
  if (plays_as_crafty()) return book::crafty_candidates(moves, position.side_to_move());
  const auto results = learned(position, moves);
  return book::eligible(moves, policy, results ? &*results : nullptr);
}

std::optional<game::Move> BookPlayer::select(const game::Position& position,
                                             const book::SelectionPolicy& policy) const {
  const auto chosen = book::select(eligible(position, find(position), policy), policy, random_);
  if (!chosen) return std::nullopt;
  return chosen->entry.move;
}

std::optional<game::Move> BookPlayer::likeliest(const game::Position& position) const {
  book::SelectionPolicy policy = policy_;
  policy.random = false;
  return select(position, policy);
}

std::optional<book::LearnedMoves> BookPlayer::learned(const game::Position& position,
                                                      const book::BookMoves& moves) const {
  const book::LearnStore* const store = learns_ ? book_->learn_store() : nullptr;
  if (store == nullptr) return std::nullopt;
  return store->results(position, moves);
}

std::optional<protocol::BookAnswer> BookPlayer::answer(const game::Game& game, const BookQuery& query) const {
  if (!in_depth(game)) return std::nullopt;
  const game::Position& position = *game.position();
  const book::BookMoves moves = find(position);
  std::vector<book::Candidate> allowed = eligible(position, moves, policy_);
  if (query.restricted) {
    std::erase_if(allowed, [&](const book::Candidate& candidate) {
      return std::none_of(query.search_moves.begin(), query.search_moves.end(), [&](std::string_view text) {
        return game::move_from_uci(position, text) == candidate.entry.move;
      });
    });
  }
  const std::optional<book::Candidate> chosen = book::select(allowed, policy_, random_);
  if (!chosen) return std::nullopt;

  protocol::BookAnswer answer;
  answer.move = game::to_uci(position, chosen->entry.move, query.castling);
  answer.book = file_;
  answer.share = chosen->share;
  answer.weight = chosen->entry.weight;
  answer.total_weight = moves.total_weight;
  if (query.with_reply) {
    game::Position next = position;
    next.make(chosen->entry.move);
    const auto reply = in_depth(next) ? likeliest(next) : std::nullopt;
    if (reply) answer.ponder = game::to_uci(next, *reply, query.castling);
  }
  return answer;
}

std::vector<book::Candidate> BookPlayer::with_shares(const game::Position& position) const {
  const book::BookMoves moves = find(position);
  if (plays_as_crafty()) return book::with_crafty_shares(moves, position.side_to_move());
  const auto results = learned(position, moves);
  return book::with_shares(moves, results ? &*results : nullptr);
}

protocol::BookList BookPlayer::list(const game::Game& game) const {
  protocol::BookList list;
  list.threshold = fmt::format("{}.{}", policy_.threshold / 10, policy_.threshold % 10);
  if (!knows(game)) return list;
  const game::Position& position = *game.position();
  for (const book::Candidate& candidate : with_shares(position)) {
    list.rows.push_back({.san = game::to_xboard_san(position, candidate.entry.move),
                         .share = candidate.share,
                         .below_threshold = !plays_as_crafty() && !book::passes(candidate, policy_)});
  }
  std::ranges::stable_sort(list.rows, std::ranges::greater(), &protocol::BookList::Row::share);
  return list;
}

void BookPlayer::learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects) const {
  if (!learns_ || !book_ || record.learned()) return;
  if (record.position() == nullptr || !is_made_for(*record.position())) return;
  std::vector<book::PlayedMove> moves = record.results(result);
  if (moves.empty()) return;
  record.set_learned(true);
  effects.requests.emplace_back(Learn{.file = file_, .moves = std::move(moves)});
}

std::string_view BookPlayer::file() const noexcept {
  return book_ ? std::string_view(file_) : std::string_view();
}

}  // namespace polyglot::session
