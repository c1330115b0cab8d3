// SPDX-License-Identifier: MIT
#include <iterator>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/game_counts.hpp"
#include "tools/game_options.hpp"
#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/review_report.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace review_games_tool {
namespace {

struct Request {
  builder::Settings settings;
  Strings words;                ///< games, and after them the book unless an option names it
  std::vector<FileKind> kinds;  ///< of the words
  std::string book;             ///< empty: the book is one of the words
  FileKind book_kind = FileKind::unknown;
  std::optional<book::BookFormat> book_format;
  VariantOptions variant;
  bool one_sided = false;
  OpeningOptions names{"auto"};
  const ReviewFormat* format = &kReviewText;
  std::size_t shown = 20;
  std::string out = "-";
};

void add_options(Command& command, Request& request) {
  builder::Settings& settings = request.settings;
  settings.refuse_empty = true;
  command.add({
      {"pgn", "GAMES",
       "PGN files, compressed or not (gzip, bzip2, zstd), folders, or - for standard input; the last "
       "argument is the book, unless --book names it",
       texts(request.words), config::kAllPlain, true},
      {"book,bin,in", "BOOK", "the book that the games are compared with", text(request.book)},
      book_format_switch(request.book_format),
      {"one-sided", "",
       "the book has the moves of one side only: a move of the other side is in the book if the book has an "
       "answer",
       flag(request.one_sided)},
      {"format", "FORMAT", "output format: text, json, or pgn (the games, with a comment at each exit)",
       choice(request.format, {{"text", &kReviewText}, {"json", &kReviewJson}, {"pgn", &kReviewPgn}})},
      {"limit", "N", "number of gaps and of openings to show (default: 20 in text, all in JSON)",
       value([&request](const std::string& word) { whole_number(request.shown).take({word}); })},
      {"out,o", "FILE", "the output file (default: standard output)", output_file(request.out)},
      {"max-ply", "N", "review only the first N plies of each game", whole_number(settings.max_ply)},
      threads_switch(settings.threads),
  });
  add_game_filter(command, request.variant, request.names, settings);
  config::Switch* const player = command.syntax().find("player");
  player->argument = "NAME";
  player->doc = "review only the games of the player whose name matches this regular expression";
}

/// Finds the book: the last word, or the only word that is a book.
void find_book(Request& request) {
  Strings& words = request.words;
  std::vector<FileKind>& kinds = request.kinds;
  std::ranges::transform(words, std::back_inserter(kinds), kind_of_file);
  if (request.book.empty()) {
    if (words.size() < 2)
      throw Failure("give the games and, after them, the book: polyglot review-games GAMES.pgn BOOK");
    const bool is_one = std::ranges::count(kinds, FileKind::book) == 1;
    const auto kind = is_one ? std::ranges::find(kinds, FileKind::book) : kinds.end() - 1;
    const auto book = words.begin() + (kind - kinds.begin());
    request.book = *book;
    request.book_kind = *kind;
    words.erase(book);
    kinds.erase(kind);
  }
  const bool has_input = std::ranges::find(words, "-") != words.end();
  if (has_input && request.book == "-") throw Failure("standard input cannot be the games and the book");
}

/// Checks the input files, and that none of them is the output.
void find_files(Request& request) {
  if (request.book_kind != FileKind::book) any_book_file(request.book).take({std::string(request.book)});
  for (std::size_t i = 0; i < request.words.size(); ++i) {
    const std::string& games = request.words[i];
    if (request.kinds[i] == FileKind::book)
      throw Failure("is a book, as " + request.book + " is: give one, after the games", games);
    check_kind(games, request.kinds[i], {FileKind::games});
  }
  request.settings.inputs = builder::input_files(request.words).value();
  Strings all = request.settings.inputs;
  all.push_back(request.book);
  check_output(all, request.out, request.format == &kReviewPgn ? FileKind::games : FileKind::text);
}

game::Rules choose_rules(Request& request, const book::BookSource& book) {
  auto rules = request.variant.rules_of(book);
  const auto named = request.variant.variant();
  request.settings.variant = rules.shared_variant();
  if (named && rules.is_chess())
    request.settings.filter.variant = named->name() == "normal" ? "standard" : "chess960";
  if (!rules.is_chess() && !request.settings.filter.openings_wanted.empty())
    throw Failure("--openings is for games of chess");
  return rules;
}

/// Runs the review; nothing if the user has interrupted it.
std::optional<builder::Review> review(const Command& command, const Request& request,
                                      std::shared_ptr<book::BookSource> open_book,
                                      const ReviewSubject& subject) {
  const bool mixes = request.out == "-" && os::is_terminal(os::StandardStream::output);
  const builder::ReviewedBook book{
      .open = [&request,
               open_book = std::move(open_book)]() mutable -> Result<std::shared_ptr<book::BookSource>> {
        // The first thread gets the open book.
        if (open_book) return std::exchange(open_book, nullptr);
        auto another = book::open_book(request.book, request.book_format);
        if (!another) return another.error();
        return std::shared_ptr(std::move(*another));
      },
      .one_sided = request.one_sided};
  const ReviewFormat& format = *request.format;
  std::size_t comma = format.comma;  // before the first game
  const auto describe = [&](const builder::ReviewedGame& game, std::string& out) {
    format.describe(subject, game, out);
  };
  const auto put = [&](std::string_view games) {
    if (!games.empty()) games.remove_prefix(std::exchange(comma, 0));
    subject.output.put(games);
  };
  subject.output.put(format.begin);
  const auto review_all = [&](auto& progress) {
    return builder::review_games(request.settings, book, {describe, put}, progress);
  };
  auto reviewed = with_progress(request.settings.inputs, !command.is_quiet() && !mixes, review_all);
  if (!reviewed && os::Interruption::exit_code() != 0) return std::nullopt;
  return std::move(reviewed).value();
}

int run(Command& command) {
  Request request;
  add_options(command, request);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (request.settings.filter.player.empty() && command.has("player"))
    throw WrongUsage("--player: the name is empty");
  if (command.has("player")) request.settings.filter.sides = builder::Sides::player;
  usage([&] { complete_game_filter(command, request.settings); });
  usage([&] { find_book(request); });
  find_files(request);
  const std::shared_ptr book = book::open_book(request.book, request.book_format).value();
  tell_note(command, *book);
  std::set<std::string> troubles;
  const auto tell_once = [&](const std::string& trouble) {
    const bool is_new = troubles.insert(trouble).second;
    if (is_new) command.tell(trouble);
    return is_new;
  };
  while (const auto trouble = book->take_trouble()) tell_once(trouble->to_string());
  const auto rules = choose_rules(request, *book);
  auto names = request.names.read(command, rules);
  take_opening_names(std::move(names), request.settings.filter);

  Output output(request.out);
  const ReviewSubject subject{.output = output,
                              .book = *book,
                              .rules = rules,
                              .has_player = command.has("player"),
                              .shown = command.has("limit") ? std::optional(request.shown) : std::nullopt};
  const auto reviewed = review(command, request, book, subject);
  if (!reviewed) {
    command.tell("interrupted; the review is not complete");
    return os::Interruption::exit_code();
  }
  const bool is_empty = reviewed->summary.counts.games == 0;
  if (is_empty && request.out != "-") throw Failure("is not written: there are no games", request.out);
  request.format->end(subject, *reviewed);
  output.commit();

  const builder::Summary& summary = reviewed->summary;
  if (request.format == &kReviewPgn && request.out != "-")
    command.say(describe_review(subject, *reviewed));
  else if (request.format != &kReviewText)
    for (const Error& problem : summary.first_problems) command.tell(problem.to_string());
  if (is_empty) command.note("there are no games: give files that hold some");
  if (summary.damaged_input) command.tell("some input could not be read; the review has the rest");
  const bool has_failed = std::ranges::count_if(reviewed->troubles, tell_once) > 0;
  return is_empty || summary.damaged_input || has_failed ? kFailure : kSuccess;
}

}  // namespace
}  // namespace review_games_tool

const Tool kReviewGames{
    .name = "review-games",
    .summary = "Shows where games left a book, and which gaps the book has.",
    .examples =
        "polyglot review-games games.pgn book.bin\n"
        "polyglot review-games games/ book.bin --player Tal --since 2020\n"
        "polyglot review-games match.pgn.zst book.bin --format json -o review.json\n",
    .run = review_games_tool::run,
};

}  // namespace polyglot::tools
