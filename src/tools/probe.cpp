#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {

namespace {

/// What Polyglot has learned of a move.
constexpr std::string_view kGames = "n";
constexpr std::string_view kPoints = "sum";

/// One move of the position.
struct Row {
  book::MoveNames names;
  std::uint16_t code = 0;
  std::uint32_t weight = 0;
  std::vector<book::BookFact> facts;
};

struct Answer : Subject {
  std::string fen;  ///< empty if only the key is known
  std::string book;
  std::uint64_t total_weight = 0;
  std::vector<Row> rows;

  std::vector<std::string_view> facts;  ///< names of what the book keeps beside the weights of these moves

  /// Part of all weights, in 1/10000 and rounded down, as for choosing a move.
  [[nodiscard]] std::uint64_t share(const Row& row) const noexcept {
    return total_weight == 0 ? 0 : 10'000 * std::uint64_t{row.weight} / total_weight;
  }
  [[nodiscard]] bool is_illegal(const Row& row) const noexcept {
    return !fen.empty() && row.names.san.empty();
  }
};

/// As JSON has it, exactly: what is no number is null.
std::string number_text(double value) {
  if (!std::isfinite(value)) return "null";
  return value == std::trunc(value) ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

/// For people; empty if the move has no such fact.
std::string fact_text(const Row& row, std::string_view name) {
  const auto fact = std::ranges::find(row.facts, name, &book::BookFact::name);
  return fact == row.facts.end() ? "" : fmt::format("{:.6g}", fact->value);
}

using Format = std::string (*)(const Answer&);

std::string as_text(const Answer& answer) {
  std::string text;
  if (!answer.fen.empty()) text += fmt::format("fen {}\n", answer.fen);
  text += fmt::format("key {:016x}\n", answer.key);
  if (answer.rows.empty()) return text + "not in the book\n";
  text += fmt::format("\n{:<7} {:<8} {:>6} {:>8}", "move", "san", "weight", "share");
  for (const std::string_view name : answer.facts) text += fmt::format(" {:>6}", name);
  text += '\n';
  for (const Row& row : answer.rows) {
    text +=
        fmt::format("{:<7} {:<8} {:>6} {:>7.2f}%", row.names.uci, row.names.san.empty() ? "-" : row.names.san,
                    row.weight, static_cast<double>(answer.share(row)) / 100);
    for (const std::string_view name : answer.facts) text += fmt::format(" {:>6}", fact_text(row, name));
    text += answer.is_illegal(row) ? "  illegal\n" : "\n";
  }
  return text;
}

/// No text in it has a character that JSON would want escaped.
std::string as_json(const Answer& answer) {
  std::string text = "{";
  if (!answer.fen.empty()) text += fmt::format("\"fen\": \"{}\", ", answer.fen);
  text += fmt::format("\"key\": \"{:016x}\", \"moves\": [", answer.key);
  std::string_view separator = "\n";
  for (const Row& row : answer.rows) {
    text += fmt::format("{}  {{\"move\": \"{}\", ", separator, row.names.uci);
    if (!row.names.san.empty()) text += fmt::format("\"san\": \"{}\", ", row.names.san);
    if (answer.is_illegal(row)) text += "\"san\": null, \"illegal\": true, ";
    text += fmt::format("\"code\": \"{:04x}\", \"weight\": {}, \"share\": {:.4f}", row.code, row.weight,
                        static_cast<double>(answer.share(row)) / 10'000);
    for (const book::BookFact& fact : row.facts)
      text += fmt::format(", \"{}\": {}", fact.name, number_text(fact.value));
    text += '}';
    separator = ",\n";
  }
  return text + (answer.rows.empty() ? "]}\n" : "\n]}\n");
}

/// The columns that import needs stand behind those that people look at.
std::string as_csv(const Answer& answer) {
  std::string text = "move,san,weight,share,";
  for (const std::string_view name : answer.facts) text += fmt::format("{},", name);
  text += "illegal,key,code,fen\n";
  for (const Row& row : answer.rows) {
    text += fmt::format("{},{},{},{:.4f},", row.names.uci, row.names.san, row.weight,
                        static_cast<double>(answer.share(row)) / 10'000);
    for (const std::string_view name : answer.facts) text += fact_text(row, name) + ',';
    text +=
        fmt::format("{},{:016x},{},{}\n", answer.is_illegal(row) ? 1 : 0, answer.key, row.code, answer.fen);
  }
  return text;
}

/// As dump-book writes the position.
std::string as_epd(const Answer& answer) {
  std::vector<book::RawEntry> entries;
  for (const Row& row : answer.rows)
    entries.push_back({.key = answer.key,
                       .move = row.code,
                       .weight = static_cast<std::uint16_t>(std::min<std::uint32_t>(row.weight, 0xffff))});
  return book::kEpd.position(entries, &*answer.position);
}

std::string as_pgn(const Answer& answer) {
  std::vector<NotedMove> moves;
  for (const Row& row : answer.rows) {
    if (answer.is_illegal(row)) continue;
    moves.push_back({.san = row.names.san,
                     .note = fmt::format("{:.2f} %, weight {}", static_cast<double>(answer.share(row)) / 100,
                                         row.weight)});
  }
  return position_as_game(answer.book, *answer.position, moves);
}

/// What a record is called in a variant; `position` is null if only its key is known.
book::MoveNames name_in_variant(const variants::Variant& variant, const variants::Position* position,
                                std::uint16_t code) {
  const auto moves =
      position == nullptr ? std::vector<variants::Move>() : variants::moves_of_code(*position, code);
  if (!moves.empty())
    return {.uci = to_uci(*position, moves.front()), .san = to_san(*position, moves.front())};
  const auto text = variants::text_of_code(variant, code, variants::Notation::uci);
  return {.uci = text.value_or(fmt::format("0x{:04x}", code)), .san = {}};
}

/// All records of a `.bin` book, illegal ones too. `name` is what they are called.
template <class Name>
Result<void> look_up_records(const book::BinBook& book, const Name& name, Answer& answer) {
  const auto entries = book.find(answer.key);
  if (!entries) return entries.error();
  answer.facts = {kGames, kPoints};
  for (const book::RawEntry& entry : *entries) {
    answer.total_weight += entry.weight;
    answer.rows.push_back({.names = name(entry),
                           .code = entry.move,
                           .weight = entry.weight,
                           .facts = {{kGames, static_cast<double>(entry.learn_games())},
                                     {kPoints, static_cast<double>(entry.learn_points())}}});
  }
  return {};
}

Result<void> look_up_variant(const book::BinBook& book, const variants::Variant& variant,
                             const VariantSubject& subject, Answer& answer) {
  const variants::Position* const position = subject.position ? &*subject.position : nullptr;
  if (position != nullptr) answer.fen = position->to_fen();
  const auto look_up = [&](chess::Key key) {
    answer.key = key;
    return look_up_records(
        book, [&](const auto& entry) { return name_in_variant(variant, position, entry.move); }, answer);
  };
  if (auto looked_up = look_up(subject.key); !looked_up || !answer.rows.empty()) return looked_up;
  // XBoard has other keys in games that began with a FEN.
  const auto other = position != nullptr ? position->key_of_fen_game() : std::nullopt;
  if (!other) return {};
  auto looked_up = look_up(*other);
  if (answer.rows.empty()) answer.key = subject.key;
  return looked_up;
}

void set_subject(const Subject& subject, Answer& answer) {
  static_cast<Subject&>(answer) = subject;
  if (subject.position) answer.fen = subject.position->to_fen();
}

/// In a `.bin` book of chess or of a variant. The exit code if the arguments make no sense.
Result<int> probe_records(const Command& command, const PositionOptions& position,
                          const VariantOptions& options, Answer& answer) {
  const auto book = book::BinBook::open(answer.book);
  if (!book) return book.error();
  const auto variant = options.variant_of(**book);
  if (!variant) return variant.error();
  Result<void> looked_up;
  if (*variant) {
    const auto subject = position.subject(command, **variant);
    if (!subject) return command.wrong_usage(subject.error());
    looked_up = look_up_variant(**book, **variant, *subject, answer);
  } else {
    const auto subject = position.subject(command);
    if (!subject) return command.wrong_usage(subject.error());
    set_subject(*subject, answer);
    const chess::Position* const known = answer.position ? &*answer.position : nullptr;
    looked_up = look_up_records(
        **book, [known](const auto& entry) { return book::name_move(entry, known); }, answer);
  }
  if (!looked_up) return looked_up.error();
  while (const auto trouble = (*book)->take_trouble()) command.tell(trouble->to_string());
  return kSuccess;
}

/// The moves that a book of another format has.
Result<int> probe_moves(const Command& command, const PositionOptions& position, Answer& answer) {
  if (command.has("variant")) return command.wrong_usage({"-variant is for books of Polyglot's format"});
  const auto subject = position.subject(command);
  if (!subject) return command.wrong_usage(subject.error());
  if (!subject->position)
    return command.wrong_usage({"-key is for books of Polyglot, this one needs a position"});
  set_subject(*subject, answer);
  const auto book = book::open_book(answer.book);
  if (!book) return book.error();
  const book::BookMoves moves = (*book)->find(*answer.position);
  while (const auto trouble = (*book)->take_trouble()) command.tell(trouble->to_string());
  answer.total_weight = moves.total_weight;
  for (const book::BookMove& move : moves.moves) {
    const std::uint16_t code = book::record_code(*answer.position, move.move);
    answer.rows.push_back({.names = book::name_move({.move = code}, &*answer.position),
                           .code = code,
                           .weight = move.weight,
                           .facts = move.facts});
    for (const book::BookFact& fact : move.facts)
      if (std::ranges::find(answer.facts, fact.name) == answer.facts.end()) answer.facts.push_back(fact.name);
  }
  return kSuccess;
}

Result<int> run(Command& command) {
  Answer answer;
  PositionOptions position;
  VariantOptions variant;
  Format format = &as_text;
  command.add({{"book", "BOOK", "the book, which needs no option before it", text(answer.book), 1, true}});
  command.add(position.switches());
  command.add(variant.switches());
  command.add({{"format", "FORMAT", "how to print it: text, json, csv, epd or pgn",
                choice(format, {{"text", &as_text},
                                {"json", &as_json},
                                {"csv", &as_csv},
                                {"epd", &as_epd},
                                {"pgn", &as_pgn}})}});
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto format_of_book = book::recognise_format(answer.book);
  if (!format_of_book) return format_of_book.error();
  const auto probed = *format_of_book == book::BookFormat::polyglot
                          ? probe_records(command, position, variant, answer)
                          : probe_moves(command, position, answer);
  if (!probed || *probed != kSuccess) return probed;
  if (!answer.position && (format == &as_epd || format == &as_pgn))
    return command.wrong_usage({"-format epd and -format pgn need a position of chess, not a -key"});
  return success_if(os::write_output(format(answer)));
}

}  // namespace

const Tool kProbe{
    .name = "probe",
    .usage = "BOOK [-variant NAME] [-fen FEN] [-moves MOVE...] [-key KEY] [-format text|json|csv|epd|pgn]",
    .summary = "Shows what a book has for a position.",
    .run = run,
};

}  // namespace polyglot::tools
