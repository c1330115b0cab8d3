// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/definition.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

/// Adds the lines of a section to those of the section that it is `like`, or of an earlier one with its name.
/// Throws a Failure if there is none.
Definition with_inherited(const std::vector<Definition>& known, Definition definition) {
  const auto like = std::ranges::find(definition.lines, "like", &DefinitionLine::name);
  const auto itself = std::ranges::find(known, definition.name, &Definition::name);
  Definition whole{definition.name, {}, definition.line};
  if (itself != known.end()) whole.lines = itself->lines;
  std::size_t place = definition.line;
  if (like != definition.lines.end()) {
    const auto other = std::ranges::find(known, like->value, &Definition::name);
    if (other == known.end()) {
      throw Failure("[" + definition.name + "] like: there is no [" + like->value + "] before it",
                    std::to_string(like->line));
    }
    place = like->line;
    whole.lines = other->lines;
    std::erase_if(whole.lines, [](const DefinitionLine& line) { return line.name == "names"; });
    definition.lines.erase(like);
  }
  for (DefinitionLine& line : whole.lines) line.line = place;
  for (DefinitionLine& line : definition.lines) whole.set(std::move(line));
  return whole;
}

/// Throws a Failure if another variant already has one of the names.
void check_names(const std::vector<Rules>& known, const Rules& rules, const Definition& definition) {
  std::vector<std::string> names = rules.other_names;
  names.push_back(rules.name);
  for (const std::string& name : names) {
    const auto other = std::ranges::find_if(
        known, [&](const Rules& variant) { return variant.name != rules.name && variant.is_called(name); });
    if (other == known.end()) continue;
    const auto line = std::ranges::find(definition.lines, "names", &DefinitionLine::name);
    const bool is_own = name == rules.name || line == definition.lines.end();
    throw Failure(
        "[" + rules.name + "] [" + other->name + "] is called \"" + name + "\" already, choose another name",
        std::to_string(is_own ? definition.line : line->line));
  }
}

}  // namespace

Catalogue::Catalogue() = default;
Catalogue::~Catalogue() = default;
Catalogue::Catalogue(const Catalogue&) = default;
Catalogue& Catalogue::operator=(const Catalogue&) = default;

const Catalogue& Catalogue::builtin() {
  static const Catalogue catalogue = [] {
    Catalogue filled;
    filled.read(builtin_variants(), "variants.ini").value();
    return filled;
  }();
  return catalogue;
}

Result<void> Catalogue::add(std::string_view text, std::string_view file_name) {
  Catalogue changed = *this;
  Result<std::vector<std::size_t>> places = changed.read(text, file_name);
  if (!places) return places.error();
  for (const std::size_t place : *places) {
    const auto wrong = [&](const std::string& name, const std::string& what) {
      const std::vector<DefinitionLine>& lines = changed.definitions_[place].lines;
      const auto line = std::ranges::find(lines, name, &DefinitionLine::name);
      const std::size_t number = line == lines.end() ? changed.definitions_[place].line : line->line;
      std::string message = "[" + changed.rules_[place].name + "] ";
      message.append(name).append(": ").append(what);
      return Error{std::move(message), std::string(file_name) + ":" + std::to_string(number)};
    };
    const Variant variant(changed.rules_[place]);
    const Result<Position> start = Position::from_fen(variant, variant.start_fen());
    if (!start) return wrong("start", start.error().what);
    if (const std::optional<std::string> misfit = misfit_of_shuffle(*start)) return wrong("shuffle", *misfit);
  }
  definitions_.swap(changed.definitions_);
  rules_.swap(changed.rules_);
  return {};
}

/// Adds sections without checking their start positions. Returns the indices of these variants, each once.
Result<std::vector<std::size_t>> Catalogue::read(std::string_view text, std::string_view file_name) {
  Result<std::vector<Definition>> sections = read_definitions(text, file_name);
  if (!sections) return sections.error();
  std::vector<std::size_t> places;
  try {
    for (Definition& section : *sections) {
      if (section.name.empty()) throw Failure("[] needs the name of a variant", std::to_string(section.line));
      Definition whole = with_inherited(definitions_, std::move(section));
      Rules rules = read_rules(whole).value();
      check_names(rules_, rules, whole);
      const auto known = std::ranges::find(definitions_, whole.name, &Definition::name);
      const auto place = static_cast<std::size_t>(known - definitions_.begin());
      if (known == definitions_.end()) {
        definitions_.push_back(std::move(whole));
        rules_.push_back(std::move(rules));
      } else {
        *known = std::move(whole);
        rules_[place] = std::move(rules);
      }
      if (std::ranges::find(places, place) == places.end()) places.push_back(place);
    }
  } catch (const Failure& failure) {
    const auto& [what, where] = failure.error();
    return Error{what, std::string(file_name) + (where.empty() ? "" : ":" + where)};
  }
  return places;
}

/// Finds rules by name; null if there are none.
const Rules* Catalogue::rules_of(std::string_view name) const {
  const auto found = std::ranges::find_if(rules_, [&](const Rules& rules) { return rules.is_called(name); });
  return found == rules_.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const Variant>> Catalogue::find(std::string_view name) const {
  const Rules* const rules = rules_of(name);
  if (rules == nullptr) return Error{"there is no variant \"" + std::string(name) + "\""};
  return std::make_shared<const Variant>(*rules);
}

std::optional<std::string> Catalogue::first_name(std::string_view name) const {
  const Rules* const rules = rules_of(name);
  if (rules == nullptr) return std::nullopt;
  return rules->name;
}

std::vector<std::string> Catalogue::names() const {
  std::vector<std::string> names;
  for (const Rules& rules : rules_) names.push_back(rules.name);
  return names;
}

/// Removes the moves of the pieces, because tables of moves take most of the time, and no key needs them.
std::vector<std::pair<Key, std::string>> Catalogue::start_keys() const {
  std::vector<std::pair<Key, std::string>> keys;
  for (Rules rules : rules_) {
    for (PieceKind& kind : rules.kinds) kind.leaps.clear();
    const Variant variant(std::move(rules));
    keys.emplace_back(Position(variant).key(), variant.name());
    const Variant* const plain = variant.with_plain_keys();
    if (plain != nullptr && plain != &variant) keys.emplace_back(Position(*plain).key(), variant.name());
  }
  return keys;
}

}  // namespace polyglot::variants
