// SPDX-License-Identifier: MIT
#include <boost/asio/ip/host_name.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/book_uses.hpp>

namespace polyglot::proxy {
namespace {

namespace fs = std::filesystem;

/// Whether a character may be in a name on any file system. Bytes of UTF-8 may.
bool may_be_in_name(char c) noexcept {
  constexpr std::string_view kHarmless = "._-+";
  return is_letter(c) || is_digit(c) || kHarmless.find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) > 0x7f;
}

std::string as_part_of_name(std::string text) {
  const bool is_dots = text.find_first_not_of('.') == std::string::npos;
  std::ranges::replace_if(
      text, [is_dots](char c) { return is_dots || !may_be_in_name(c); }, '_');
  return text.empty() ? "_" : text;
}

std::string host_name() {
  boost::system::error_code none;
  return boost::asio::ip::host_name(none);
}

/// Returns the path of an old or new file. Empty if its name has a variable that is not set.
std::string find_or_place(const std::string& name, const fs::path& ini_folder) {
  if (const auto found = config::find_file(name, ini_folder)) return found->string();
  const auto expanded = config::expand_file_name(name);
  return expanded ? (ini_folder / *expanded).string() : std::string();
}

}  // namespace

std::string expand_learn_file(std::string_view pattern, const LearnNames& names) {
  const std::array<std::pair<char, std::string>, 4> meanings{{{'e', as_part_of_name(names.engine)},
                                                              {'b', as_part_of_name(names.book)},
                                                              {'h', as_part_of_name(names.host)},
                                                              {'%', "%"}}};
  std::string name;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const auto known = pattern[i] == '%' && i + 1 < pattern.size()
                           ? std::ranges::find(meanings, pattern[i + 1], &std::pair<char, std::string>::first)
                           : meanings.end();
    if (known == meanings.end()) {
      name += pattern[i];
    } else {
      name += known->second;
      ++i;
    }
  }
  return name;
}

std::string name_of_engine(std::string_view name, const config::Options& options) {
  if (const std::string& given = options.text(config::OptionId::engine_name); !given.empty()) return given;
  if (!name.empty()) return std::string(name);
  const auto words = config::split_command_line(options.text(config::OptionId::engine_command));
  return words && !words->empty() ? fs::path(words->front()).stem().string() : std::string();
}

std::optional<fs::path> find_starter_book() {
  const std::vector<std::string> places = os::shared_file_places("starter.bin");
  const auto starter = std::ranges::find_if(places, [](const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
  });
  if (starter == places.end()) return std::nullopt;
  return *starter;
}

Result<fs::path> find_book(const session::OpenBook& request, const fs::path& ini_folder) {
  auto found = config::find_file(request.file, ini_folder);
  if (found || !request.or_starter) return found;
  const auto starter = find_starter_book();
  if (!starter) return found;
  return {boost::system::in_place_value, *starter};
}

Result<void> may_learn(const std::string& path) {
  const std::vector<std::string> starters = os::shared_file_places("starter.bin");
  if (std::ranges::find(starters, path) == starters.end()) return {};
  return Error{"the starter book learns nothing: name a BookLearnFile, or a book of your own in BookFile",
               path};
}

Result<std::unique_ptr<book::BookSource>> open_for_play(const session::OpenBook& request,
                                                        const fs::path& ini_folder,
                                                        const std::function<std::string()>& engine_name) {
  const auto path = find_book(request, ini_folder);
  if (!path) return path.error();
  auto opened = book::open_book(path->string(), request.format, {.variations = request.variations});
  if (!opened) return opened;
  *opened = book::with_keys(std::move(*opened), request.keys);
  if (request.learn_file.empty()) return opened;
  // The engine's name is known later, and another engine may follow.
  const auto file_of_results = [pattern = request.learn_file, book = path->stem().string(), ini_folder,
                                engine_name, present = std::string(), found = std::string()]() mutable {
    if (const std::string engine = engine_name(); found.empty() || engine != present) {
      present = engine;
      found = find_or_place(expand_learn_file(pattern, {.engine = engine, .book = book, .host = host_name()}),
                            ini_folder);
    }
    return found;
  };
  return book::with_learn_file(std::move(*opened), file_of_results);
}

// ---- Explanations ---------------------------------------------------------------------------------------

Result<Explanation> explain(const config::Configuration& configuration, const game::Game& game,
                            book::Question about) {
  const config::Options& options = configuration.options;
  const auto variants = known_variants(options, configuration.ini_folder);
  if (!variants) return variants.error();
  const auto name = [&options] {
    return name_of_engine(options.text(config::OptionId::engine_name), options);
  };

  book::BookStack stack;
  stack.set_books(session::book_uses(options, configuration.books.usable()));
  stack.set_rules(session::stack_rules(options));
  Explanation explanation;
  for (std::size_t place = 0; place < stack.size(); ++place) {
    const session::OpenBook request = session::open_request(place, stack, options);
    auto opened = open_for_play(request, configuration.ini_folder, name);
    if (opened) {
      if (const auto note = book::note_on_variations(**opened, session::kReadVariations))
        explanation.troubles.push_back(note->to_string());
      stack.open(place, std::move(*opened), variants->get());
    } else {
      explanation.troubles.push_back(opened.error().to_string());
    }
  }
  about.purpose = session::play_purpose(options);
  about.with_results = true;
  // Nothing uses the drawn move.
  explanation.decision = stack.decide(game, about, [](std::uint32_t) { return 0U; });
  while (const auto trouble = stack.take_trouble()) explanation.troubles.push_back(trouble->to_string());
  return explanation;
}

}  // namespace polyglot::proxy
