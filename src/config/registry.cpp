// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/options.hpp>

namespace polyglot::config {

namespace {

using enum OptionType;

constexpr std::uint8_t kHidden = static_cast<std::uint8_t>(Export::none);
constexpr std::uint8_t kXboard = static_cast<std::uint8_t>(Export::cecp);
constexpr std::uint8_t kXboardFull = static_cast<std::uint8_t>(Export::cecp_full);
constexpr std::uint8_t kUci = static_cast<std::uint8_t>(Export::uci);
constexpr std::uint8_t kEverywhere = kXboard | kUci;
constexpr std::uint8_t kEverywhereFull = kXboardFull | kUci;

constexpr std::array kEngineProtocols{Choice{"auto"}, Choice{"uci"}, Choice{"cecp", {"xboard", "winboard"}}};
constexpr std::array kBookFormats{Choice{"auto"}, Choice{"polyglot"}, Choice{"crafty"}, Choice{"abk"},
                                  Choice{"ctg"},  Choice{"pgn"},      Choice{"epd"}};
constexpr std::array kBookKeyKinds{Choice{"auto"}, Choice{"xboard"}, Choice{"plain"}};
constexpr std::array kBookLines{Choice{"main"}, Choice{"all"}};
constexpr std::array kBookModes{Choice{"weighted"}, Choice{"best"},    Choice{"uniform"}, Choice{"power"},
                                Choice{"top"},      Choice{"explore"}, Choice{"crafty"}};
constexpr std::array kBookInfos{Choice{"none"}, Choice{"string"}, Choice{"depth0"}, Choice{"depth1"}};
constexpr std::array kLearnUciModes{Choice{"off"}, Choice{"rules"}};
constexpr std::array kRestartModes{Choice{"off"}, Choice{"game"}, Choice{"always"}};

// clang-format off
constexpr std::array<OptionSpec, kOptionCount> kRegistry{{
    {OptionId::settings_file, "SettingsFile", "", file, "", 0, 0, kXboard,
     "File that Save writes. Empty: the configuration file or, with --noini, the engine's own file in SettingsDir.",
     Topic::xboard},
    {OptionId::settings_dir, "SettingsDir", "", path, "~/.polyglot", 0, 0, kHidden,
     "Folder of the engines' own files: EngineName.ini with underscores for blanks. Polyglot reads them with --noini.",
     Topic::settings},
    {OptionId::only_wb_options, "OnlyWbOptions", "", check, "true", 0, 0, kXboardFull,
     "Show the GUI only the commonly used options.", Topic::xboard},
    {OptionId::engine_name, "EngineName", "", string, "", 0, 0, kHidden,
     "Name of the engine, used for its file in SettingsDir and in file names (%e). Empty: the name "
     "that the engine reports.", Topic::engine},
    {OptionId::engine_dir, "EngineDir", "", path, ".", 0, 0, kHidden,
     "Working directory of the engine.", Topic::engine},
    {OptionId::engine_command, "EngineCommand", "", string, "", 0, 0, kHidden,
     "Program and arguments of the engine, with quotes, ~ and $NAME as in a shell. Polyglot searches PATH. Or "
     "tcp://HOST:PORT: an engine that a server runs.",
     Topic::engine},
    {OptionId::log, "Log", "", check, "false", 0, 0, kEverywhere,
     "Write all traffic with the GUI and the engine to LogFile.", Topic::log},
    {OptionId::log_file, "LogFile", "", file, "polyglot.log", 0, 0, kEverywhere,
     "The log file. Polyglot appends to it. %p in the name becomes the process id, so that each Polyglot has a file "
     "of its own.", Topic::log},
    {OptionId::uci, "UCI", "", check, "false", 0, 0, kHidden,
     "Speak UCI to the GUI from the start, and relay words of the XBoard protocol to the engine.", Topic::settings},
    {OptionId::use_nice, "UseNice", "", check, "false", 0, 0, kEverywhereFull,
     "Run the engine with the lower priority NiceValue.", Topic::engine},
    {OptionId::nice_value, "NiceValue", "", spin, "5", 0, 20, kEverywhereFull,
     "With UseNice, the nice value of the engine. A higher value is a lower priority.", Topic::engine},
    {OptionId::resign, "Resign", "", check, "false", 0, 0, kXboard,
     "Resign lost games for the engine.", Topic::xboard},
    {OptionId::resign_moves, "ResignMoves", "", spin, "3", 0, 10000, kXboard,
     "Number of successive moves with a score of -ResignScore or worse before Polyglot resigns.", Topic::xboard},
    {OptionId::queen_never_resigns, "QueenNeverResigns", "", check, "true", 0, 0, kXboard,
     "Do not resign while the engine has a queen.", Topic::xboard},
    {OptionId::resign_score, "ResignScore", "", spin, "600", 0, 10000, kXboard,
     "Score that counts as lost, in centipawns.", Topic::xboard},
    {OptionId::handle_draws, "HandleDraws", "", check, "false", 0, 0, kXboard,
     "Answer draw offers for the engine.", Topic::xboard},
    {OptionId::contempt_score, "ContemptScore", "", spin, "30", 0, 10000, kXboard,
     "Accept a draw at a score of -ContemptScore or worse, in centipawns.", Topic::xboard},
    {OptionId::mate_score, "MateScore", "", spin, "0", 0, 100000, kXboardFull,
     "Score shown for a mate, in centipawns. 0: 100000 plus the number of moves.", Topic::xboard},
    {OptionId::book, "Book", "", check, "false", 0, 0, kEverywhere,
     "Play moves from the opening book BookFile.", Topic::book},
    {OptionId::book_file, "BookFile", "", file, "book.bin", 0, 0, kEverywhere,
     "The opening book. Polyglot looks for a relative name beside the configuration file, then in the working "
     "directory. If no book is named and there is no book.bin, Polyglot plays from the starter book that it comes "
     "with.", Topic::book},
    {OptionId::book_random, "BookRandom", "", check, "true", 0, 0, kEverywhere,
     "Choose a book move at random by weight. false: always play the move with the highest weight.", Topic::book},
    {OptionId::book_depth, "BookDepth", "", spin, "256", 0, 256, kEverywhere,
     "Number of full moves from the start of a game during which Polyglot uses the book.", Topic::book},
    {OptionId::book_treshold, "BookTreshold", "BookThreshold", spin, "5", 0, 1000, kEverywhereFull,
     "Share of the weights in a position, per mille, that a move must exceed to be played.", Topic::book},
    {OptionId::book_learn, "BookLearn", "", check, "false", 0, 0, kXboardFull,
     "Let the game results in the book change the weights of its moves, and store the results that XBoard GUIs "
     "report.", Topic::book},
    {OptionId::show_tb_hits, "ShowTbHits", "", check, "false", 0, 0, kXboard,
     "Show selective depth, speed and tablebase hits in the thinking output.", Topic::xboard},
    {OptionId::kibitz_move, "KibitzMove", "", check, "false", 0, 0, kXboardFull,
     "Kibitz the line of each move played.", Topic::xboard},
    {OptionId::kibitz_pv, "KibitzPV", "", check, "false", 0, 0, kXboardFull,
     "Kibitz each new principal variation.", Topic::xboard},
    {OptionId::kibitz_command, "KibitzCommand", "", string, "tellall", 0, 0, kXboardFull,
     "Command in front of a kibitzed line.", Topic::xboard},
    {OptionId::kibitz_delay, "KibitzDelay", "", spin, "5", 0, 1000, kXboardFull,
     "Seconds of thinking before the first kibitzed variation.", Topic::xboard},
    {OptionId::kibitz_interval, "KibitzInterval", "", spin, "0", 0, 1000, kXboardFull,
     "Seconds between two kibitzed lines.", Topic::xboard},
    {OptionId::show_ponder, "ShowPonder", "", check, "true", 0, 0, kXboardFull,
     "Show the thinking output while pondering.", Topic::xboard},
    {OptionId::score_white, "ScoreWhite", "", check, "false", 0, 0, kXboardFull,
     "Show scores from White's point of view.", Topic::xboard},
    {OptionId::st_fudge, "STFudge", "", spin, "20", 0, 1000, kXboard,
     "Milliseconds subtracted from a fixed time per move.", Topic::xboard},
    {OptionId::uci_version, "UCIVersion", "", spin, "2", 1, 2, kXboardFull,
     "UCI version for the engine. 1: without ucinewgame, UCI_Opponent and UCI_AnalyseMode.", Topic::xboard},
    {OptionId::can_ponder, "CanPonder", "", check, "false", 0, 0, kXboardFull,
     "Let the engine ponder even if it has no option Ponder.", Topic::xboard},
    {OptionId::sync_stop, "SyncStop", "", check, "false", 0, 0, kXboard,
     "Wait for the engine's bestmove after each stop.", Topic::xboard},
    {OptionId::affinity, "Affinity", "", mask, "FFFFFFFF", 0, 0, kXboardFull,
     "Processors that the engine may use, as a hexadecimal mask: 1 is the first, 2 the second, 3 both. FFFFFFFF: all.",
     Topic::engine},
    {OptionId::repeat_pv, "RepeatPV", "", check, "true", 0, 0, kXboardFull,
     "Repeat the last principal variation before each move.", Topic::xboard},
    {OptionId::promote_work_around, "PromoteWorkAround", "", check, "false", 0, 0, kXboardFull,
     "Accept moves of the engine that lack the promotion piece.", Topic::xboard},
    {OptionId::save, "Save", "", OptionType::save, "", 0, 0, kXboard,
     "Button: write the settings to SettingsFile.", Topic::xboard},
    {OptionId::chess960, "Chess960", "", check, "false", 0, 0, kHidden,
     "Start in Chess960 mode.", Topic::xboard},
    {OptionId::wb_work_arounds, "WbWorkArounds", "", check, "true", 0, 0, kHidden,
     "Work around a mistake of old XBoard versions in option names that contain Draw.", Topic::xboard},
    {OptionId::wb_work_arounds2, "WbWorkArounds2", "", check, "false", 0, 0, kHidden,
     "Show thinking output with a minimum depth of 2.", Topic::xboard},
    {OptionId::wb_work_arounds3, "WbWorkArounds3", "", check, "true", 0, 0, kHidden,
     "Another work-around for old XBoard versions.", Topic::xboard},
    {OptionId::book_seed, "BookSeed", "", spin, "0", 0, 2147483647, kHidden,
     "Seed of the random choice among book moves, to repeat a run. 0: a new seed at each start.", Topic::book},
    {OptionId::engine_protocol, "EngineProtocol", "", choice, "auto", 0, 0, kHidden,
     "Protocol of the engine. uci; cecp, also called xboard or winboard; auto: UCI if the engine answers uci, "
     "otherwise XBoard.", Topic::engine, kEngineProtocols},
    {OptionId::engine_start_timeout, "EngineStartTimeout", "", spin, "10000", 0, 3600000, kHidden,
     "Timeout in milliseconds for the start of the engine. 0: no timeout.", Topic::engine},
    {OptionId::engine_quit_timeout, "EngineQuitTimeout", "", spin, "700", 0, 600000, kHidden,
     "Timeout in milliseconds after quit. Polyglot then kills the engine.", Topic::engine},
    {OptionId::log_size, "LogSize", "", spin, "0", 0, 1048576, kHidden,
     "Maximum size of a log file in MiB. Polyglot then starts a new file. 0: no maximum.", Topic::log},
    {OptionId::log_files, "LogFiles", "", spin, "3", 1, 100, kHidden,
     "With LogSize, the number of old log files to keep.", Topic::log},
    {OptionId::book_format, "BookFormat", "", choice, "auto", 0, 0, kHidden,
     "Format of BookFile. auto: detected from the contents of the file.", Topic::book, kBookFormats},
    {OptionId::book_keys, "BookKeys", "", choice, "auto", 0, 0, kHidden,
     "Kind of the keys in BookFile for positions of variants. xboard: XBoard's keys, as make-book writes them; "
     "plain: Polyglot's own keys, as python-chess and lichess-bot use them; auto: detected from a sample of the book.",
     Topic::book, kBookKeyKinds},
    {OptionId::book_variations, "BookVariations", "", choice, "main", 0, 0, kHidden,
     "With a PGN file as BookFile, the lines of its games that Polyglot reads. main: only the main lines; all: the "
     "variations as well, with their marks, as make-book --variations all reads them.", Topic::book, kBookLines},
    {OptionId::book_mode, "BookMode", "", choice, "weighted", 0, 0, kHidden,
     "How Polyglot chooses a book move. weighted: by weight, in a Crafty book by number of games; best: the heaviest "
     "move; uniform: all moves alike; power: by weight to the power BookPower; top: by weight among the BookTop "
     "heaviest moves; explore: by learned results, with preference for moves with few games; crafty: as "
     "Crafty chooses from a Crafty book.", Topic::book, kBookModes},
    {OptionId::variants_file, "VariantsFile", "", file, "", 0, 0, kHidden,
     "File with the rules of more variants, or with other rules for known ones; see docs/variants.md.", Topic::book},
    {OptionId::book_power, "BookPower", "", decimal, "1", 0, 10, kHidden,
     "With BookMode = power, the exponent of the weights: 0 plays all moves alike, 1 by weight, 10 nearly always the "
     "heaviest.", Topic::book},
    {OptionId::book_top, "BookTop", "", spin, "3", 1, 1000, kHidden,
     "With BookMode = top, the number of heaviest moves to choose from.", Topic::book},
    {OptionId::book_merge, "BookMerge", "", check, "false", 0, 0, kHidden,
     "Add up the shares of all books that have a move. false: use the first book that has a move.", Topic::book},
    {OptionId::book_allow_repetition, "BookAllowRepetition", "", check, "false", 0, 0, kHidden,
     "Let the book play moves that repeat a position of the game.", Topic::book},
    {OptionId::book_min_remaining, "BookMinRemaining", "", spin, "0", 0, 100, kHidden,
     "Minimum number of book plies after a book move on the heaviest line.", Topic::book},
    {OptionId::book_ponder, "BookPonder", "", check, "false", 0, 0, kHidden,
     "After a book move, let the engine ponder on the reply that the book expects.", Topic::book},
    {OptionId::book_learn_file, "BookLearnFile", "", file, "", 0, 0, kHidden,
     "File for learned results, instead of the book. In its name %e becomes the engine, %b the book and %h the "
     "machine. Empty: store the results in the book.", Topic::book},
    {OptionId::book_learn_use, "BookLearnUse", "", check, "false", 0, 0, kHidden,
     "Let learned results change the weights, but learn no new results. BookLearn does both.", Topic::book},
    {OptionId::book_learn_uci, "BookLearnUci", "", choice, "off", 0, 0, kHidden,
     "With BookLearn, the games of UCI GUIs to learn from; UCI GUIs report no results. off: only games with a result "
     "from Polyglot Result; rules: also games that ended by the rules.", Topic::book, kLearnUciModes},
    {OptionId::engine_restart, "EngineRestart", "", choice, "off", 0, 0, kHidden,
     "What Polyglot does if the engine crashes or hangs. off: Polyglot exits; game: it restarts the engine during a "
     "game; always: it restarts the engine at any time.", Topic::engine, kRestartModes},
    {OptionId::engine_restart_limit, "EngineRestartLimit", "", spin, "3", 1, 1000, kHidden,
     "With EngineRestart, the maximum number of restarts in one game.", Topic::engine},
    {OptionId::engine_hang_timeout, "EngineHangTimeout", "", spin, "0", 0, 3600000, kHidden,
     "Timeout in milliseconds for an answer to isready or ping while the engine does not search, and for a move after "
     "the end of the engine's time. The engine then counts as hung. 0: no timeout.", Topic::engine},
    {OptionId::book_info, "BookInfo", "", choice, "string", 0, 0, kHidden,
     "What Polyglot shows the GUI with a book move. none: nothing; string: a line of text; depth0: also a variation "
     "of depth 0 without a score; depth1: also a search of depth 1 with a score of 0, for which some programs "
     "adjudicate a draw.", Topic::book, kBookInfos},
}};
// clang-format on

constexpr bool in_id_order() {
  for (std::size_t i = 0; i < kRegistry.size(); ++i) {
    if (static_cast<std::size_t>(kRegistry[i].id) != i) return false;
  }
  return true;
}
static_assert(in_id_order(), "spec() looks options up by their place in the registry");

}  // namespace

std::span<const OptionSpec> option_specs() noexcept {
  return kRegistry;
}

const OptionSpec& spec(OptionId id) noexcept {
  return kRegistry[static_cast<std::size_t>(id)];
}

const OptionSpec* find_option(std::string_view name) noexcept {
  const auto found = std::find_if(kRegistry.begin(), kRegistry.end(), [name](const OptionSpec& option) {
    return equal_ignoring_case(name, option.name) ||
           (!option.alias.empty() && equal_ignoring_case(name, option.alias));
  });
  return found == kRegistry.end() ? nullptr : &*found;
}

std::optional<std::string_view> nearest_option(std::string_view name) {
  std::vector<std::string_view> names;
  names.reserve(2 * kRegistry.size());
  for (const OptionSpec& option : kRegistry) {
    names.push_back(option.name);
    if (!option.alias.empty()) names.push_back(option.alias);
  }
  return nearest_name(name, names);
}

}  // namespace polyglot::config
