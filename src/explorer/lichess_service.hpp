// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/lichess_question.hpp"
#include "explorer/origin_check.hpp"

namespace polyglot::explorer {

/// The counts of the games of one set of rules.
struct ServedCounts {
  game::Rules rules;
  AddedCounts counts;
};

/// Answers as Lichess's opening explorer does. Pages of any site may ask (CORS), and requests may name any
/// host. It does not use sockets.
///
/// GET /lichess and GET /masters, with the parameters of read_question(), answered by lichess_answer() from
/// the counts for the rules that the parameter `variant` names. A failure is one line of text: 400 for a
/// wrong parameter, 404 for any other path, 405 for any other method, 500 for damage.
class LichessService {
 public:
  /// `names`: null if openings have no names. Only `report` gets the path of a damaged file; clients do not.
  LichessService(std::vector<ServedCounts> served, std::shared_ptr<const openings::OpeningNames> names,
                 Report report)
      : served_(std::move(served)), names_(std::move(names)), report_(std::move(report)) {}

  [[nodiscard]] Response handle(const Request& request) const;
  /// Returns a failure, as one line of text.
  [[nodiscard]] static Response refuse(const Request& request, boost::beast::http::status code,
                                       std::string_view why);

 private:
  [[nodiscard]] Response dispatch(const Request& request) const;
  [[nodiscard]] Response answer(const Request& request, LichessDatabase database) const;
  /// Returns null if no counts are of this variant.
  [[nodiscard]] const ServedCounts* find(std::string_view variant) const;

  std::vector<ServedCounts> served_;
  std::shared_ptr<const openings::OpeningNames> names_;
  Report report_;
};

}  // namespace polyglot::explorer
