// SPDX-License-Identifier: MIT
#include <algorithm>

#include <boost/algorithm/string/join.hpp>

#include <polyglot/book/made_for.hpp>

namespace polyglot::book {
namespace {

std::string pieces_at_start(const game::Rules& rules) {
  const std::string fen = rules.start().to_fen();
  return fen.substr(0, fen.find(' '));
}

}  // namespace

bool share_books(const game::Rules& one, const game::Rules& other) {
  if (one.is_called(other.name())) return true;
  if (one.is_chess() || other.is_chess()) return false;
  const auto same = one.read_fen(other.start().to_fen());
  return same && same->key() == other.start().key() && pieces_at_start(one) == pieces_at_start(other);
}

bool is_made_for(const std::vector<std::string>& variants, const game::Rules& rules,
                 const variants::Catalogue* known) {
  return variants.empty() || std::ranges::any_of(variants, [&](const std::string& name) {
           if (rules.is_called(name)) return true;
           const auto named = game::Rules::find(name, known);
           return named && share_books(*named, rules);
         });
}

Error made_for_others(const std::vector<std::string>& variants, const game::Rules& rules,
                      const std::string& path) {
  return {"is for " + boost::algorithm::join(variants, ", ") + ", its header says, not for " +
              std::string(rules.name()),
          path};
}

}  // namespace polyglot::book
