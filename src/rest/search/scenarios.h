// Sequences of calls that say something only together: looks at a resource before
// and after somebody else tries to change it, a PUT that is sent twice. Chance
// would seldom put them together, so each is tried in turn.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rest/openapi/api.h"

namespace covolve::rest {

struct ScenarioCall {
  uint32_t operation = 0;
  size_t user = 0;
  bool isByStranger = false;
  /// The earlier call of the scenario whose data are sent again; none: data of its own.
  std::optional<size_t> repeats = std::nullopt;
};

using Scenario = std::vector<ScenarioCall>;

/// By operation: the GET of the same path, which shows what the operation does there.
std::vector<std::optional<uint32_t>> looksOf(const Api& api);

/// What comes before the first call, which makes what it is about, is for whoever runs them to add.
std::vector<Scenario> scenariosOf(const Api& api, size_t users);

}  // namespace covolve::rest
