// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <istream>
#include <iterator>
#include <optional>

#include <boost/json/basic_parser_impl.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/text_formats.hpp>

#include "book/whole/entry_fields.hpp"

namespace polyglot::book {
namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

/// More characters than any value of a book has.
constexpr std::size_t kMaxText = 65536;

/// Stores the moves of a position until its key or FEN is known, which may follow them. There may be any
/// number of moves, so each takes little more memory than its text. Each given field is stored as its index
/// in kFields, its size and its bytes.
class MoveList {
 public:
  void add(const EntryFields& fields) {
    for (std::size_t i = 0; i < kFields.size(); ++i) {
      const std::string& value = fields.*kFields[i];
      if (value.empty()) continue;
      const auto size = static_cast<std::uint32_t>(value.size());
      bytes_ += static_cast<char>(i);
      bytes_.append(reinterpret_cast<const char*>(&size), sizeof(size)).append(value);
    }
    bytes_ += kEnd;
  }

  class Reader {
   public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    /// Goes to the next move. False if there is none.
    [[nodiscard]] bool next() {
      fields = {};
      if (rest_.empty()) return false;
      for (char field = take(1).front(); field != kEnd; field = take(1).front()) {
        std::uint32_t size = 0;
        std::memcpy(&size, take(sizeof(size)).data(), sizeof(size));
        fields.*kFields[static_cast<unsigned char>(field)] = take(size);
      }
      return true;
    }

    EntryFields fields;

   private:
    std::string_view take(std::size_t size) {
      const std::string_view taken = rest_.substr(0, size);
      rest_.remove_prefix(size);
      return taken;
    }

    std::string_view rest_;
  };

  /// Reads from the first move on. The reader is valid until a move is added.
  [[nodiscard]] Reader read() const { return Reader(bytes_); }

 private:
  static constexpr std::array kFields = {&EntryFields::key,  &EntryFields::fen,    &EntryFields::code,
                                         &EntryFields::move, &EntryFields::weight, &EntryFields::n,
                                         &EntryFields::sum};
  static constexpr char kEnd = kFields.size();

  std::string bytes_;
};

/// Collects records from the parser's events. It reads objects with a position and a list `moves` of objects,
/// alone or in a list. It skips all other values.
class Handler {
 public:
  // The names are Boost's.
  // NOLINTBEGIN(readability-identifier-naming)
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = kMaxText;
  static constexpr std::size_t max_string_size = kMaxText;
  // NOLINTEND(readability-identifier-naming)

  explicit Handler(const game::Rules& rules) : rules_(rules) {}

  std::vector<RawEntry> entries;
  std::optional<Error> error;
  bool has_other_values = false;  ///< values that are not positions or moves, or objects without moves

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_array_begin(error_code&) {
    if (is_at_move()) has_other_values = true;
    if (position_depth_ > 0 && depth_ == position_depth_ && name_ == "moves") in_moves_ = has_moves_ = true;
    return enter();
  }
  bool on_array_end(std::size_t, error_code&) {
    leave();
    if (depth_ == position_depth_) in_moves_ = false;
    return true;
  }
  bool on_object_begin(error_code&) {
    if (is_at_move()) {
      in_move_ = true;
      move_ = {};
    }
    enter();
    if (position_depth_ == 0) position_depth_ = depth_;
    return true;
  }
  bool on_object_end(std::size_t, error_code& code) {
    const bool position_ends = depth_ == position_depth_;
    if (in_move_ && depth_ == move_depth()) {
      in_move_ = false;
      moves_.add(move_);
    }
    leave();
    return position_ends ? end_position(code) : true;
  }

  bool on_key_part(string_view text, std::size_t, error_code&) { return append(text); }
  bool on_key(string_view text, std::size_t, error_code&) {
    append(text);
    name_ = std::exchange(text_, {});
    return true;
  }
  bool on_string_part(string_view text, std::size_t, error_code&) { return append(text); }
  bool on_string(string_view text, std::size_t, error_code&) {
    append(text);
    std::string value = std::exchange(text_, {});
    return set(name_ == "code" ? decimal(std::move(value)) : std::move(value));
  }
  bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(std::int64_t value, string_view, error_code&) { return set(std::to_string(value)); }
  bool on_uint64(std::uint64_t value, string_view, error_code&) { return set(std::to_string(value)); }
  bool on_double(double value, string_view, error_code&) { return set(shortest(value)); }
  bool on_bool(bool, error_code&) { return pass_over(); }
  bool on_null(error_code&) { return pass_over(); }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }

 private:
  /// The shortest text that is read back as the same number.
  static std::string shortest(double value) {
    constexpr std::size_t kLongest = 32;
    std::array<char, kLongest> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
  }

  /// Converts a code of four hexadecimal digits, which is a text in JSON.
  static std::string decimal(std::string code) {
    constexpr std::size_t kDigits = 4;
    const auto number = parse_number<std::uint16_t>(code, 16);
    return number && code.size() == kDigits ? std::to_string(*number) : std::move(code);
  }

  [[nodiscard]] std::size_t move_depth() const noexcept { return position_depth_ + 2; }
  /// True if the next value is a move of a list.
  [[nodiscard]] bool is_at_move() const noexcept { return in_moves_ && depth_ + 1 == move_depth(); }

  bool enter() {
    ++depth_;
    return true;
  }
  void leave() { --depth_; }

  bool append(string_view text) {
    text_.append(text.data(), text.size());
    return true;
  }

  /// Skips a value that is not part of a record.
  bool pass_over() {
    if (position_depth_ == 0 || is_at_move()) has_other_values = true;
    return true;
  }

  /// Sets a value of the present object.
  bool set(std::string value) {
    EntryFields* const target = in_move_ && depth_ == move_depth()        ? &move_
                                : !in_moves_ && depth_ == position_depth_ ? &position_
                                                                          : nullptr;
    pass_over();
    std::string* const field = target == nullptr ? nullptr : target->find(name_);
    if (field != nullptr) *field = std::move(value);
    return true;
  }

  bool end_position(error_code& code) {
    for (MoveList::Reader moves = moves_.read(); moves.next();) {
      EntryFields& fields = moves.fields;
      if (fields.key.empty()) fields.key = position_.key;
      if (fields.fen.empty()) fields.fen = position_.fen;
      const auto entry = read_entry(fields, rules_);
      if (!entry) {
        error = entry.error();
        code = json::error::syntax;
        return false;
      }
      entries.push_back(*entry);
    }
    has_other_values = has_other_values || !has_moves_;
    has_moves_ = false;
    moves_ = {};
    position_ = {};
    position_depth_ = 0;
    return true;
  }

  const game::Rules& rules_;
  std::size_t depth_ = 0;
  std::size_t position_depth_ = 0;  ///< depth of the values of a position; 0 outside
  bool in_moves_ = false;
  bool in_move_ = false;    ///< in the object of a move, or deeper
  bool has_moves_ = false;  ///< the present position has moves
  std::string name_;        ///< the name of the next value
  std::string text_;        ///< the part of a text so far
  EntryFields position_;
  EntryFields move_;  ///< the present move
  MoveList moves_;    ///< of the present position
};

/// A block of the text and its parser. They are in one object, so that their order in memory does not depend
/// on the compiler. Boost.JSON 1.81 marks the end of its input by the parser's own address. If the parser lay
/// directly after the text, a value that ends with the block would count as a fault. Therefore one byte lies
/// between them.
struct Reading {
  explicit Reading(const game::Rules& rules) : parser(json::parse_options(), rules) {}

  alignas(json::basic_parser<Handler>) std::array<char, 65536> block;
  char gap = 0;
  json::basic_parser<Handler> parser;
};

}  // namespace

Result<std::vector<RawEntry>> read_json(std::istream& in, const std::string& name, const game::Rules& rules) {
  Reading reading(rules);
  auto& block = reading.block;
  auto& parser = reading.parser;
  std::uint64_t offset = 0;
  error_code code;
  do {
    const auto size = static_cast<std::size_t>(in.rdbuf()->sgetn(block.data(), std::ssize(block)));
    const std::size_t parsed = parser.write_some(size > 0, block.data(), size, code);
    offset += parsed;
    if (!code && parsed < size) code = json::error::extra_data;
    if (code) {
      const std::string what = parser.handler().error ? parser.handler().error->what : code.message();
      return Error{what, name + ": offset " + std::to_string(offset)};
    }
    if (size == 0) break;
  } while (true);
  if (parser.handler().has_other_values)
    return Error{"there is more in it than positions with lists of moves, as dump-book writes them", name};
  std::vector<RawEntry> entries = std::move(parser.handler().entries);
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  return entries;
}

}  // namespace polyglot::book
