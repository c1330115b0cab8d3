// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/options.hpp>

#include "support/testing.hpp"

namespace polyglot::config {
namespace {

std::vector<std::string> exported_names(std::initializer_list<Export> places) {
  std::vector<std::string> names;
  for (const OptionSpec& option : option_specs()) {
    for (const Export place : places) {
      if (option.exported(place)) names.emplace_back(option.name);
    }
  }
  return names;
}

TEST(OptionRegistry, ShowsUciGuisWhatPolyglot204Showed) {
  EXPECT_THAT(exported_names({Export::uci}),
              ElementsAre("Log", "LogFile", "UseNice", "NiceValue", "Book", "BookFile", "BookRandom",
                          "BookDepth", "BookTreshold"));
}

TEST(OptionRegistry, ShowsXboardGuisTheirOptionsIn204sOrder) {
  EXPECT_THAT(exported_names({Export::cecp}),
              ElementsAre("SettingsFile", "Log", "LogFile", "Resign", "ResignMoves", "QueenNeverResigns",
                          "ResignScore", "HandleDraws", "ContemptScore", "Book", "BookFile", "BookRandom",
                          "BookDepth", "ShowTbHits", "STFudge", "SyncStop", "Save"));
  EXPECT_THAT(exported_names({Export::cecp, Export::cecp_full}),
              ElementsAre("SettingsFile", "OnlyWbOptions", "Log", "LogFile", "UseNice", "NiceValue", "Resign",
                          "ResignMoves", "QueenNeverResigns", "ResignScore", "HandleDraws", "ContemptScore",
                          "MateScore", "Book", "BookFile", "BookRandom", "BookDepth", "BookTreshold",
                          "BookLearn", "ShowTbHits", "KibitzMove", "KibitzPV", "KibitzCommand", "KibitzDelay",
                          "KibitzInterval", "ShowPonder", "ScoreWhite", "STFudge", "UCIVersion", "CanPonder",
                          "SyncStop", "Affinity", "RepeatPV", "PromoteWorkAround", "Save"));
}

/// No two of them have the same name.
TEST(OptionRegistry, FindsEveryOptionByIdNameAndAlias) {
  ASSERT_EQ(option_specs().size(), kOptionCount);
  for (const OptionSpec& option : option_specs()) {
    EXPECT_EQ(&spec(option.id), &option);
    EXPECT_EQ(find_option(option.name), &option);
    EXPECT_EQ(find_option(lower_case(option.name)), &option);
    if (!option.alias.empty()) {
      EXPECT_EQ(find_option(option.alias), &option);
    }
  }
  EXPECT_EQ(find_option("BookThreshold"), &spec(OptionId::book_treshold));
  EXPECT_EQ(find_option("BookFil"), nullptr);
  EXPECT_EQ(find_option(""), nullptr);
}

TEST(OptionRegistry, DefaultsAreValidAndCanonical) {
  Options options;
  for (const OptionSpec& option : option_specs()) {
    EXPECT_TRUE(options.set(option.id, option.default_value).has_value()) << option.name;
    EXPECT_EQ(options.text(option.id), option.default_value) << option.name;
    EXPECT_TRUE(options.is_default(option.id)) << option.name;
  }
}

TEST(OptionRegistry, DocumentsEveryOptionInWholeSentences) {
  for (const OptionSpec& option : option_specs()) {
    EXPECT_FALSE(option.doc.empty()) << option.name;
    EXPECT_TRUE(option.doc.ends_with('.')) << option.name;
    EXPECT_EQ(option.doc.find('\n'), std::string_view::npos) << option.name;
  }
}

TEST(OptionRegistry, MarksWhatOnlyXboardGuisUse) {
  EXPECT_EQ(spec(OptionId::resign).topic, Topic::xboard);
  EXPECT_EQ(spec(OptionId::save).topic, Topic::xboard);
  for (const OptionSpec& option : option_specs()) {
    if (option.exported(Export::uci)) {
      EXPECT_NE(option.topic, Topic::xboard) << option.name;
    }
  }
}

TEST(OptionRegistry, SuggestsTheNearestName) {
  EXPECT_EQ(nearest_option("BookRandon"), "BookRandom");
  EXPECT_EQ(nearest_option("bookfiel"), "BookFile");
  EXPECT_EQ(nearest_option("BookThreshhold"), "BookThreshold");
  EXPECT_EQ(nearest_option("Hash"), std::nullopt);
}

TEST(Options, BeginWithTheDefaults) {
  const Options options;
  EXPECT_FALSE(options.check(OptionId::book));
  EXPECT_TRUE(options.check(OptionId::book_random));
  EXPECT_EQ(options.spin(OptionId::book_depth), 256);
  EXPECT_EQ(options.text(OptionId::book_file), "book.bin");
  EXPECT_EQ(options.spin(OptionId::engine_start_timeout), 10000);
  EXPECT_EQ(options.spin(OptionId::engine_quit_timeout), 700);
  EXPECT_EQ(options.mask(OptionId::affinity), 0U);
}

TEST(Options, UnderstandEverySpellingOfTrueAndFalse) {
  Options options;
  const auto expect_value = [&](const char* text, bool is_true) {
    ASSERT_TRUE(options.set(OptionId::book, is_true ? "false" : "true").has_value());
    ASSERT_TRUE(options.set(OptionId::book, text).has_value()) << text;
    EXPECT_EQ(options.check(OptionId::book), is_true) << text;
    EXPECT_EQ(options.text(OptionId::book), is_true ? "true" : "false") << text;
  };
  for (const char* const yes : {"true", "TRUE", "True", "1", "yes", "Yes", "on", "ON", " true ", "\ton"})
    expect_value(yes, true);
  for (const char* const no : {"false", "FALSE", "0", "no", "No", "off", "OFF", "\tfalse"})
    expect_value(no, false);
}

/// Every value is refused with its message, and the option stays as it is.
void expect_refused(Options& options, OptionId id, std::initializer_list<const char*> values,
                    const std::string& message) {
  const std::string before(options.text(id));
  for (const char* const value : values) {
    const std::string name(spec(id).name);
    EXPECT_EQ(options.set(id, value).error().what, name + ": \"" + value + "\" is " + message) << value;
    EXPECT_EQ(options.text(id), before) << "the old value stays";
  }
}

TEST(Options, RejectWhatIsNeitherTrueNorFalse) {
  Options options;
  ASSERT_TRUE(options.set(OptionId::book, "true").has_value());
  expect_refused(options, OptionId::book, {"", "2", "maybe", "truee", "y"}, "neither true nor false");
}

TEST(Options, KeepNumbersInRange) {
  Options options;
  for (const char* const value : {"0", "256", "007", " 12 "}) {
    EXPECT_TRUE(options.set(OptionId::book_depth, value).has_value()) << value;
  }
  EXPECT_EQ(options.spin(OptionId::book_depth), 12);
  ASSERT_TRUE(options.set(OptionId::book_depth, "007").has_value());
  EXPECT_EQ(options.text(OptionId::book_depth), "7");
  expect_refused(options, OptionId::book_depth,
                 {"", "-1", "257", "abc", "12abc", "1.5", "0x10", "1 2", "99999999999999999999"},
                 "not a number from 0 to 256");
}

TEST(Options, AcceptBothEndsOfEveryRangeAndNothingBeyond) {
  Options options;
  for (const OptionSpec& option : option_specs()) {
    if (option.type != OptionType::spin) continue;
    for (const std::int64_t value : {option.min, option.max}) {
      EXPECT_TRUE(options.set(option.id, std::to_string(value)).has_value()) << option.name;
      EXPECT_EQ(options.spin(option.id), value) << option.name;
    }
    EXPECT_FALSE(options.set(option.id, std::to_string(option.min - 1)).has_value()) << option.name;
    EXPECT_FALSE(options.set(option.id, std::to_string(option.max + 1)).has_value()) << option.name;
  }
}

TEST(Options, ReadAffinityAsHexadecimalMask) {
  Options options;
  for (const char* const value : {"3", "0x3", "0X3", "00000003"}) {
    ASSERT_TRUE(options.set(OptionId::affinity, value).has_value()) << value;
    EXPECT_EQ(options.mask(OptionId::affinity), 3U) << value;
    EXPECT_EQ(options.text(OptionId::affinity), "3") << value;
  }
  ASSERT_TRUE(options.set(OptionId::affinity, "ffffffffffffffff").has_value());
  EXPECT_EQ(options.mask(OptionId::affinity), 0xFFFFFFFFFFFFFFFFU);
  for (const char* const value : {"", "0", "0x", "xyz", "-1", "12g", "1ffffffffffffffff", "0x0x1"}) {
    EXPECT_FALSE(options.set(OptionId::affinity, value).has_value()) << value;
  }
  ASSERT_TRUE(options.set(OptionId::affinity, "0xffffffff").has_value());
  EXPECT_TRUE(options.is_default(OptionId::affinity));
  EXPECT_EQ(options.mask(OptionId::affinity), 0U) << "the default stands for all processors";
}

TEST(Options, ReadDecimalsWithinTheirRange) {
  Options options;
  for (const auto& [text, value] : {std::pair{"0", 0.0}, {"0.5", 0.5}, {"10.0", 10.0}, {" 2.25 ", 2.25}}) {
    ASSERT_TRUE(options.set(OptionId::book_power, text).has_value()) << text;
    EXPECT_EQ(options.decimal(OptionId::book_power), value) << text;
  }
  EXPECT_EQ(options.text(OptionId::book_power), "2.25");
  expect_refused(options, OptionId::book_power,
                 {"", "-1", "10.1", "1,5", "1e0", "nan", "inf", "+1", "0x1", "2 3", "two"},
                 "not a number from 0 to 10");
}

TEST(Options, TakeOneOfTheWordsOfAChoice) {
  Options options;
  EXPECT_EQ(options.text(OptionId::engine_protocol), "auto");
  for (const auto& [word, expected] : {std::pair{"uci", "uci"},
                                       {"cecp", "cecp"},
                                       {"UCI", "uci"},
                                       {"XBoard", "cecp"},
                                       {"auto", "auto"},
                                       {" winboard ", "cecp"}}) {
    ASSERT_TRUE(options.set(OptionId::engine_protocol, word).has_value()) << word;
    EXPECT_EQ(options.text(OptionId::engine_protocol), expected) << word;
  }
  expect_refused(options, OptionId::engine_protocol, {"", "uc", "ucix", "wb", "true"},
                 "not one of auto, uci, cecp");
}

TEST(OptionRegistry, HasChoicesForEveryChoiceAndNoOtherOption) {
  for (const OptionSpec& option : option_specs()) {
    EXPECT_EQ(option.type == OptionType::choice, !option.choices.empty()) << option.name;
  }
}

TEST(Options, TakeAnyTextForNamesAndFiles) {
  Options options;
  ASSERT_TRUE(options.set(OptionId::book_file, "my books/\"best\".bin").has_value());
  EXPECT_EQ(options.text(OptionId::book_file), "my books/\"best\".bin");
  ASSERT_TRUE(options.set(OptionId::book_file, "").has_value());
  EXPECT_EQ(options.text(OptionId::book_file), "");
  EXPECT_FALSE(options.is_default(OptionId::book_file));
}

TEST(Options, TakeAnEmptyFolderForTheCurrentOne) {
  Options options;
  ASSERT_TRUE(options.set(OptionId::engine_dir, "/opt/engines").has_value());
  ASSERT_TRUE(options.set(OptionId::engine_dir, "").has_value());
  EXPECT_EQ(options.text(OptionId::engine_dir), ".");
}

TEST(Options, ForgetTheValueOfAButton) {
  Options options;
  EXPECT_TRUE(options.set(OptionId::save, "anything").has_value());
  EXPECT_TRUE(options.is_default(OptionId::save));
}

TEST(NearestName, CountsSlipsOfThePen) {
  constexpr std::array<std::string_view, 1> kNames = {"Log"};
  for (const char* const slip : {"Lg", "Loog", "Lig", "Lgo", "LOG"})
    EXPECT_EQ(nearest_name(slip, kNames), "Log") << slip;
  for (const char* const other : {"", "Gol", "Kit"})
    EXPECT_EQ(nearest_name(other, kNames), std::nullopt) << other;
}

TEST(NearestName, PrefersTheNearest) {
  constexpr std::array<std::string_view, 3> kNames = {"LogFile", "LogFiles", "LogSize"};
  EXPECT_EQ(nearest_name("LogFiels", kNames), "LogFiles");
  EXPECT_EQ(nearest_name("LogFil", kNames), "LogFile");
}

TEST(NearestName, IsSilentWhenNothingIsNear) {
  constexpr std::array<std::string_view, 2> kNames = {"Log", "UCI"};
  EXPECT_EQ(nearest_name("Fog", kNames), "Log");
  EXPECT_EQ(nearest_name("Fox", kNames), std::nullopt) << "two of three letters differ";
  EXPECT_EQ(nearest_name("Contempt", kNames), std::nullopt);
  EXPECT_EQ(nearest_name("Log", {}), std::nullopt);
}

TEST(DidYouMean, ReadsAsTheEndOfASentence) {
  EXPECT_EQ(did_you_mean("Book"), "; did you mean \"Book\"?");
  EXPECT_EQ(and_see("unknown" + did_you_mean("Book"), "there"), "unknown; did you mean \"Book\"? See there");
  EXPECT_EQ(and_see("unknown" + did_you_mean({}), "there"), "unknown; see there");
  EXPECT_EQ(did_you_mean(std::nullopt), "");
}

}  // namespace
}  // namespace polyglot::config
