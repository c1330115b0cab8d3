// SPDX-License-Identifier: MIT
#include "proxy/verdict_store.hpp"
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/analysis/move_judgement.hpp>
#include <polyglot/ascii.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/os/expansion.hpp>

namespace polyglot::proxy {
namespace {

/// How long a game waits for another program that writes the store.
constexpr std::chrono::milliseconds kWriterPatience{200};

/// Options of a game or a GUI. They do not change the search, or Judge::variant has their value.
constexpr std::array<std::string_view, 4> kOfNoConsequence{"UCI_Opponent", "UCI_Chess960", "UCI_ShowWDL",
                                                           "UCI_Variant"};

}  // namespace

std::string settings_of(const session::EngineOptions& options) {
  std::vector<std::string> settings;
  for (const auto& entry : options.entries()) {
    const bool changes_nothing = std::ranges::any_of(kOfNoConsequence, [&](std::string_view name) {
      return equal_ignoring_case(name, entry.option.name);
    });
    if (entry.value != entry.engine_default && !changes_nothing)
      settings.push_back(fmt::format("{}={}", entry.option.name, entry.value));
  }
  std::ranges::sort(settings);
  return fmt::format("{}", fmt::join(settings, ";"));
}

analysis::Score score_of(const protocol::Score& score) noexcept {
  return score.is_mate ? analysis::Score::mate(score.value) : analysis::Score::centipawns(score.value);
}

Result<std::string> verdict_store_path(const config::Options& options,
                                       const std::filesystem::path& ini_folder) {
  const std::string& name = options.text(config::OptionId::book_verify_store);
  if (const auto found = os::find_file(name, ini_folder))
    return {boost::system::in_place_value, found->string()};
  const auto path = os::expand_file_name(name);
  if (!path) return path.error();
  return {boost::system::in_place_value, (ini_folder / *path).string()};
}

Result<std::optional<book::StoredVerdict>> find_verdict(const analysis::Store& store,
                                                        const session::VerdictQuestion& question) {
  const auto judges = store.judges();
  if (!judges) return judges.error();
  const auto judge_of = [&](analysis::Store::JudgeId id) -> const analysis::Judge* {
    const auto known = std::ranges::find(*judges, id, [](const auto& judge) { return judge.first; });
    return known != judges->end() ? &known->second : nullptr;
  };
  const auto accepts = [&](analysis::Store::JudgeId id) {
    const analysis::Judge* const judge = judge_of(id);
    if (judge == nullptr || judge->variant != question.game.rules()->name()) return false;
    const std::uint64_t limit = judge->limits.milliseconds;
    return limit == 0 || limit >= static_cast<std::uint64_t>(question.time.count());
  };
  const game::Position& position = *question.game.position();
  const auto judged = analysis::judge_moves(store, position, std::span(&question.move, 1), accepts);
  if (!judged) return judged.error();
  const auto& verdict = judged->front();
  if (!verdict) return std::optional<book::StoredVerdict>();
  const std::string best = game::to_uci(position, verdict->best.move, game::castling_notation(position));
  const std::string author =
      fmt::format("{} with {}", judge_of(verdict->judge)->engine, counted(verdict->nodes, "node"));
  return std::optional(book::StoredVerdict{
      .loss = verdict->loss(),
      .words = fmt::format("{} against {} of {}, by {} in BookVerifyStore", verdict->score.text(),
                           verdict->best.score.text(), best, author)});
}

Result<analysis::Store*> VerdictStore::open(const config::Options& options,
                                            const std::filesystem::path& ini_folder, bool writes) {
  const std::string& name = options.text(config::OptionId::book_verify_store);
  if (store_ && name_ == name && (is_writable_ || !writes)) return &*store_;
  store_.reset();
  const auto path = verdict_store_path(options, ini_folder);
  if (!path) return path.error();
  auto opened = writes ? analysis::Store::open(*path, kWriterPatience) : analysis::Store::open_to_read(*path);
  if (!opened) return opened.error();
  store_.emplace(std::move(*opened));
  name_ = name;
  is_writable_ = writes;
  return &*store_;
}

Result<std::optional<book::StoredVerdict>> VerdictStore::find(const config::Options& options,
                                                              const std::filesystem::path& ini_folder,
                                                              const session::VerdictQuestion& question) {
  const auto store = open(options, ini_folder, options.spin(config::OptionId::book_verify) > 0);
  if (!store) return store.error();
  return find_verdict(**store, question);
}

Result<void> VerdictStore::put(const config::Options& options, const std::filesystem::path& ini_folder,
                               const analysis::Judge& judge, const session::FoundVerdict& found) {
  const auto store = open(options, ini_folder, true);
  if (!store) return store.error();
  const auto id = (*store)->add_judge(judge);
  if (!id) return id.error();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return (*store)->put(*id, found.position,
                       {.moves = {{found.variation.front(), score_of(found.score)}},
                        .variation = found.variation,
                        .depth = found.depth,
                        .nodes = found.nodes,
                        .milliseconds = found.milliseconds,
                        .date = std::chrono::duration_cast<std::chrono::seconds>(now).count()});
}

void VerdictStore::keep(const session::Session& session, const std::filesystem::path& ini_folder,
                        const session::FoundVerdict& found) {
  const analysis::Judge judge{.engine = session.engine_name(),
                              .settings = settings_of(session.engine_options()),
                              .variant = found.variant,
                              .limits = {.milliseconds = static_cast<std::uint64_t>(found.time.count())}};
  if (const auto kept = put(session.options(), ini_folder, judge, found); !kept) failure_ = kept.error();
}

}  // namespace polyglot::proxy
