// SPDX-License-Identifier: MIT
#include "proxy/verdict_store.hpp"
#include <chrono>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include <polyglot/game/game.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::proxy {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class VerdictStores : public ::testing::Test {
 protected:
  VerdictStores() { (void)options_.set(config::OptionId::book_verify_store, "v.db"); }

  /// A verdict on the start position: two moves with their scores.
  void judge(const analysis::SearchLimits& limits, int best, int second, std::uint64_t nodes,
             const std::string& variant = "normal") {
    auto store = std::move(analysis::Store::open(folder_ / "v.db")).value();
    const auto id = store.add_judge({.engine = "Fish", .variant = variant, .limits = limits, .multipv = 2});
    ASSERT_TRUE(store.put(id.value(), *game_.position(),
                          {.moves = {{move("d2d4"), analysis::Score::centipawns(best)},
                                     {move("e2e4"), analysis::Score::centipawns(second)}},
                           .variation = {move("d2d4")},
                           .nodes = nodes}));
  }
  [[nodiscard]] game::Move move(std::string_view text) const { return *game_.read_uci(text); }
  [[nodiscard]] Result<std::optional<book::StoredVerdict>> find(std::string_view text = "e2e4",
                                                                std::chrono::milliseconds time = 100ms) {
    return store_.find(options_, folder_.path(), {.game = game_, .move = move(text), .time = time});
  }

  polyglot::test::TemporaryFolder folder_;
  config::Options options_;
  game::Game game_;
  VerdictStore store_;
};

TEST_F(VerdictStores, SayBothScoresAndWhoJudged) {
  judge({.nodes = 500}, 30, -10, 498);
  const auto found = find();
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->loss, 40);
  EXPECT_EQ((*found)->words, "-0.10 against +0.30 of d2d4, by Fish with 498 nodes in BookVerifyStore");
  EXPECT_FALSE(find("g2g4").value());
}

TEST_F(VerdictStores, CountNoSearchesOfLessTimeAndNoOtherVariants) {
  judge({.milliseconds = 99}, 30, -90, 900);
  judge({.nodes = 50}, 30, -80, 800, "suicide");
  EXPECT_FALSE(find().value());
  judge({.milliseconds = 100}, 30, -70, 700);
  EXPECT_EQ(find().value()->loss, 100);
  EXPECT_EQ(find("e2e4", 99ms).value()->loss, 120) << "more nodes";
}

TEST_F(VerdictStores, TakeNoSettingThatChangesNothing) {
  session::EngineOptions options;
  for (const char* const name : {"UCI_Opponent", "UCI_ShowWDL", "Hash", "Contempt"}) {
    protocol::EngineOption option;
    option.name = name;
    options.declare(option);
    options.note(name, "5");
  }
  EXPECT_EQ(settings_of(options), "Contempt=5;Hash=5");
}

TEST_F(VerdictStores, MakeAMissingFileForSearchesAndRefuseAnotherOne) {
  const auto missing = find();
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().to_string(), HasSubstr("v.db: there is no such store; polyglot analyse"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "v.db"));
  (void)options_.set(config::OptionId::book_verify, "100");
  EXPECT_FALSE(find().value());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "v.db"));
  (void)options_.set(config::OptionId::book_verify_store, "text.db");
  std::ofstream(folder_ / "text.db") << "Neither a store nor another database.";
  const auto found = find();
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().to_string(), HasSubstr("text.db"));
}

}  // namespace
}  // namespace polyglot::proxy
