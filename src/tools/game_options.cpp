// SPDX-License-Identifier: MIT
#include "tools/game_options.hpp"

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/proxy/proxy.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

using book::BookKeys;

std::string_view name_of_keys(BookKeys keys) noexcept {
  return keys == BookKeys::plain ? "plain" : "XBoard's";
}

/// Returns the rules, with plain keys if `keys` requests them.
game::Rules in_form(const game::Rules& rules, BookKeys keys) {
  if (keys != BookKeys::plain) return rules;
  const auto plain = rules.with_plain_keys();
  if (plain) return *plain;
  throw Failure(fmt::format("{} has pieces or a board that Polyglot's own keys do not know", rules.name()),
                "--keys plain");
}

/// Checks that the book's format supports variants. `format`: its format; without it the contents decide. An
/// unreadable file is reported when it is opened.
void check_knows_variants(const std::string& path, std::optional<book::BookFormat> format) {
  if (!format)
    if (const auto recognised = book::recognise_format(path)) format = *recognised;
  const std::string_view kind = format ? book::traits_of(*format).only_chess : std::string_view();
  if (kind.empty()) return;
  throw Failure(fmt::format("{} know only chess", kind), path);
}

/// Guesses the variant of all books if none of them names one. Nothing if one is not clear, or they are of
/// chess. Error: they differ.
std::optional<std::string> guess_variant_of(std::span<const BookVariants> books) {
  std::optional<std::string> guessed;
  bool are_clear = true;
  const BookVariants* first = nullptr;
  for (const BookVariants& book : books) {
    if (!book.names.empty() || book.path == os::kStandardInputFile) return std::nullopt;
    auto variant = book.keys ? book::guess_variant(*book.keys) : std::nullopt;
    are_clear = are_clear && variant;
    if (!variant) continue;
    if (guessed && *guessed != *variant)
      throw Failure(fmt::format("looks like {}, {} like {}: books of different variants cannot be combined",
                                *variant, first->path, *guessed),
                    book.path);
    guessed = std::move(variant);
    first = &book;
  }
  return are_clear && guessed != game::Rules().name() ? guessed : std::nullopt;
}

}  // namespace

BookVariants BookVariants::of(const book::BookSource& book) {
  BookVariants variants{.path = book.path(), .names = book.variants(), .format = book.format()};
  if (book.records() != nullptr) variants.keys.emplace(*book.records());
  return variants;
}

BookVariants BookVariants::of(const book::LoadedBook& book) {
  BookVariants variants{.path = book.path(), .names = book.variants(), .format = book.format()};
  if (book::traits_of(book.format()).records == book::BookRecords::by_position) variants.keys.emplace(book);
  return variants;
}

BookVariants variants_in_file(const std::string& path) {
  auto book = book::BinBook::open(path);
  if (!book) return {.path = path};
  BookVariants variants = BookVariants::of(**book);
  variants.opened = std::move(*book);
  return variants;
}

config::Switch untagged_switch(bool& place) {
  return {"untagged", "", "also take games without a Variant tag as games of the variant", flag(place)};
}

void VariantOptions::add_to(Command& command, const std::string& section) {
  add_without_keys_to(command, section);
  command.add(
      {{"keys", "KIND",
        "the keys of a variant's book: xboard, plain (Polyglot's own, as in python-chess), or auto "
        "(default): detected from a sample of the book; without a book, xboard",
        choice(keys_,
               {{"auto", BookKeys::automatic}, {"xboard", BookKeys::xboard}, {"plain", BookKeys::plain}})}},
      section);
}

void VariantOptions::add_without_keys_to(Command& command, const std::string& section) {
  command_ = &command;
  command.add(
      {{"variant", "NAME",
        "the variant, by its name in XBoard, Fairy-Stockfish, Lichess or Cute Chess (default: chess)",
        text(name_)},
       {"variants", "FILE", "a file with the rules of more variants; see docs/variants.md",
        parsed(catalogue_, [](const std::string& file) { return proxy::read_variants(file).value(); })}},
      section);
}

const variants::Catalogue& VariantOptions::catalogue() const {
  return catalogue_ ? *catalogue_ : variants::Catalogue::builtin();
}

std::shared_ptr<const variants::Variant> VariantOptions::variant() const {
  const auto variant = named_variant();
  return variant == nullptr ? nullptr : in_form(game::Rules(variant), keys_).shared_variant();
}

std::shared_ptr<const variants::Variant> VariantOptions::named_variant() const {
  if (name_.empty() && !catalogue_) return nullptr;
  if (name_.empty()) throw Failure("needs --variant", "--variants");
  auto variant = catalogue().find(name_);
  if (variant) return *variant;
  const auto names = catalogue().names();
  const auto nearest = config::nearest_name(name_, std::vector<std::string_view>(names.begin(), names.end()));
  throw Failure(fmt::format("{}{}", variant.error().what,
                            nearest ? fmt::format("; did you mean {}?", *nearest)
                                    : "; give a name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has "
                                      "for it, such as crazyhouse"),
                "--variant " + name_);
}

game::Rules VariantOptions::rules() const {
  return in_form(named_rules(), keys_);
}

game::Rules VariantOptions::named_rules() const {
  const auto variant = named_variant();
  const bool is_chess = variant == nullptr || game::Rules().is_called(variant->name());
  return is_chess ? game::Rules() : game::Rules(variant);
}

game::Rules VariantOptions::rules_wanted(std::span<const BookVariants> books) const {
  if (!name_.empty()) return named_rules();
  const auto book = std::ranges::find_if(
      books, [](const BookVariants& variants) { return !book::is_made_for(variants.names, {}); });
  if (book != books.end()) {
    if (auto rules = game::Rules::find(book->names.front(), &catalogue())) return *rules;
    throw Failure(
        fmt::format("is for {}, a variant that is not known: --variants names a file with its rules",
                    book->names.front()),
        book->path);
  }
  const auto guessed = guess_variant_of(books);
  if (!guessed) return game::Rules();
  command_->note(fmt::format("{0}: this book looks like {1} and is read as such; \"--variant {1}\" says so",
                             books.front().path, *guessed));
  return game::Rules::find(*guessed, &catalogue()).value();
}

game::Rules VariantOptions::rules_of(std::span<const BookVariants> books) const {
  auto rules = rules_wanted(books);
  for (const BookVariants& book : books)
    if (!book::is_made_for(book.names, rules))
      throw Failure(book::made_for_others(book.names, rules, book.path));
  if (rules.is_chess()) return rules;
  for (const BookVariants& book : books) check_knows_variants(book.path, book.format);
  return with_keys_of(rules, books);
}

game::Rules VariantOptions::with_keys_of(const game::Rules& rules,
                                         std::span<const BookVariants> books) const {
  if (keys_ != BookKeys::automatic) return in_form(rules, keys_);
  BookKeys keys = BookKeys::automatic;
  const BookVariants* first = nullptr;
  for (const BookVariants& book : books) {
    const auto sampled = book.keys ? book::sample_keys(*book.keys, *rules.variant()) : std::nullopt;
    if (!sampled) continue;
    if (first != nullptr && *sampled != keys)
      throw Failure(fmt::format("has {} keys, {} has {} ones: books of both kinds cannot be combined",
                                name_of_keys(*sampled), first->path, name_of_keys(keys)),
                    book.path);
    keys = *sampled;
    first = &book;
  }
  return in_form(rules, keys);
}

game::Rules VariantOptions::rules_of(const book::BookSource& book) const {
  const std::array variants{BookVariants::of(book)};
  return rules_of(variants);
}

game::Rules VariantOptions::rules_in_headers(std::span<const std::string> paths) const {
  std::vector<BookVariants> variants(paths.size());
  std::ranges::transform(paths, variants.begin(), variants_in_file);
  return rules_of(variants);
}

bool VariantOptions::are_shuffled(const game::Rules& rules, std::span<const BookVariants> books) const {
  if (!rules.is_chess()) return rules.variant()->is_shuffled();
  const auto is_chess960 = [](const std::string& name) {
    return variants::Catalogue::builtin().first_name(name) == "fischerandom";
  };
  return is_chess960(name_) || std::ranges::any_of(books, [&](const BookVariants& book) {
           return std::ranges::any_of(book.names, is_chess960);
         });
}

void WalkOptions::add_to(Command& command) {
  variant_.add_to(command);
  command.add(
      {{"fen", "FEN",
        "the position in which games begin, or the number of a start position; may be repeated (default: the "
        "start position; for Chess960 and variants with shuffled pieces, every start position in the book)",
        texts(fens_)}});
}

void WalkOptions::add_after_book_to(Command& command) {
  add_to(command);
  command.add({words_.option()});
}

std::vector<game::Position> WalkOptions::named_starts(const game::Rules& rules) const {
  const auto fen = words_.fen();
  if (fen && !fens_.empty()) throw Failure("cannot be combined with " + config::in_quotes(*fen), "--fen");
  Strings fens = fen ? Strings{*fen} : fens_;
  if (fens.empty() && !words_.moves().empty()) fens.emplace_back(kStartPosition);
  std::vector<game::Position> starts;
  for (const std::string& text : fens) {
    starts.push_back(at_place((fen ? "--position " : "--fen ") + text,
                              [&] { return read_position_before(words_.moves(), rules, text); }));
    at_place("--position", [&] { play(starts.back(), words_.moves()); });
  }
  return starts;
}

book::BookGames WalkOptions::games_of(const book::LoadedBook& book) const {
  return games_of(std::vector{&book});
}

book::BookGames WalkOptions::games_of(const std::vector<const book::LoadedBook*>& books) const {
  std::vector<BookVariants> variants;
  for (const book::LoadedBook* const book : books) variants.push_back(BookVariants::of(*book));
  const auto rules = variant_.rules_of(variants);
  book::BookGames games{.rules = rules, .starts = named_starts(rules)};
  if (!games.starts.empty()) return games;
  if (variant_.are_shuffled(rules, variants))
    games.starts = book::shuffled_starts(rules, books);
  else
    games.starts = {rules.start()};
  return games;
}

Action walked_books(const Action& books) {
  return value([take = books.take](const std::string& word) {
    if (is_position(word))
      throw Failure(fmt::format("\"{}\" is no file; give a position with --fen FEN", word));
    take({word});
  });
}

void tell_if_empty(const Command& command, const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_regular_file(path, unknown) && std::filesystem::is_empty(path, unknown))
    command.note(path + ": is empty (0 bytes): copy or build the book again");
}

void tell_notes(const Command& command, std::span<const Error> notes) {
  for (const Error& note : notes) command.note(note.to_string());
}

void tell_note(const Command& command, const book::BookSource& book) {
  if (const auto note = book::note_on_variations(book)) command.note(note->to_string());
}

int tell_troubles(const Command& command, const book::BookSource& book) {
  int exit_code = kSuccess;
  for (; const auto trouble = book.take_trouble(); exit_code = kFailure) command.tell(trouble->to_string());
  return exit_code;
}

int tell_troubles(const Command& command, const book::LoadedBook& book) {
  if (book.note()) command.note(book.note()->to_string());
  for (const Error& trouble : book.troubles()) command.tell(trouble.to_string());
  return book.troubles().empty() ? kSuccess : kFailure;
}

config::Switch OpeningOptions::option() {
  return {"openings-file", "FILE",
          "a file with names of openings, or a folder of such files; may be repeated; formats: TSV with "
          "columns eco, name and pgn, PGN like pgn-extract's eco.pgn, or scid.eco; auto: the names that come "
          "with Polyglot; "
          "none: no names",
          value(
              [this](const std::string& file) {
                const auto is_word = [](const std::string& name) { return name == "auto" || name == "none"; };
                if (is_word(file) || is_word(files_.front())) files_.clear();
                files_.push_back(file);
              },
              files_.front())};
}

std::shared_ptr<const openings::OpeningNames> OpeningOptions::read(const Command& command,
                                                                   const game::Rules& rules) const {
  if (!rules.is_chess()) return nullptr;
  std::vector<std::string> files = files_;
  if (files.front() == "auto") {
    const auto places = openings::usual_places();
    const auto found = std::ranges::find_if(places, [](const std::string& place) {
      std::error_code error;
      return std::filesystem::is_regular_file(place, error);
    });
    files = {found == places.end() ? "none" : *found};
  }
  if (files.front() == "none") return nullptr;
  auto names = openings::OpeningNames::read(files).value();
  for (const Error& problem : names.problems()) command.tell(problem.to_string() + "; skipped");
  if (const auto others = names.skipped_lines() - names.problems().size(); others > 0)
    command.note(fmt::format("{}: {} other lines are skipped", names.path(), others));
  return std::make_shared<const openings::OpeningNames>(std::move(names));
}

}  // namespace polyglot::tools
