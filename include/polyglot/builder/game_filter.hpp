#pragma once

namespace polyglot::builder {

struct GameFilter {};

}  // namespace polyglot::builder
