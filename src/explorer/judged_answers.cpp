// SPDX-License-Identifier: MIT
#include <polyglot/analysis/store.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>

#include "explorer/answers.hpp"

namespace polyglot::explorer {
namespace {

namespace json = boost::json;

using analysis::Store;

json::object describe_score(analysis::Score score, const std::string& engine, std::uint64_t nodes,
                            std::int64_t date) {
  return {{"cp", score.centipawns()},
          {"text", score.text()},
          {"engine", engine},
          {"nodes", nodes},
          {"date", date}};
}

json::object verdicts_of(const Store& store, const game::Position& position, const game::Rules& rules) {
  // The engines that judge positions of these rules.
  std::map<Store::JudgeId, std::string> names;
  for (const auto& [id, judge] : store.judges().value())
    if (judge.variant == rules.name()) names.emplace(id, judge.engine);
  const auto accepts = [&names](Store::JudgeId judge) { return names.contains(judge); };

  json::object described;
  auto verdicts = store.find_all(position).value();
  std::erase_if(verdicts, [&](const auto& found) { return !accepts(found.first); });
  const auto most =
      std::ranges::max_element(verdicts, {}, [](const auto& found) { return found.second.nodes; });
  if (most != verdicts.end()) {
    const auto& [judge, verdict] = *most;
    described["score"] = describe_score(verdict.score(), names.at(judge), verdict.nodes, verdict.date);
  }

  const std::vector<game::Move> legal = position.legal_moves();
  const auto judged = analysis::judge_moves(store, position, legal, accepts).value();
  std::vector<std::pair<const analysis::MoveJudgement*, const game::Move*>> known;
  for (std::size_t i = 0; i < legal.size(); ++i)
    if (judged[i]) known.emplace_back(&*judged[i], &legal[i]);
  std::ranges::stable_sort(known, {}, [](const auto& of_move) { return of_move.first->loss(); });
  json::array& moves = described["moves"].emplace_array();
  for (const auto& [judgement, move] : known) {
    json::object of_move =
        describe_score(judgement->score, names.at(judgement->judge), judgement->nodes, judgement->date);
    of_move["uci"] = game::to_uci(position, *move, game::castling_notation(position));
    of_move["san"] = game::to_san(position, *move);
    of_move["loss"] = judgement->loss();
    moves.push_back(std::move(of_move));
  }
  return described;
}

}  // namespace

boost::json::object describe_verdicts(const analysis::Store& store, const game::Position& position,
                                      const game::Rules& rules) {
  auto described = result_of([&] { return verdicts_of(store, position, rules); });
  return described ? *std::move(described) : error_object(described.error());
}

}  // namespace polyglot::explorer
