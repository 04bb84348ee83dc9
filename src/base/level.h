// What a run tests: units from inside, services from outside. Options are
// declared once for both; each says where it has an effect, and no command
// accepts one that has none.
#pragma once

#include <cstdint>

namespace covolve {

enum class Level : uint8_t { Unit, Rest };

struct Levels {
  bool unit = true;
  bool rest = true;

  constexpr bool contain(Level level) const { return level == Level::Unit ? unit : rest; }
};

constexpr Levels kUnitLevel{true, false};

}  // namespace covolve
