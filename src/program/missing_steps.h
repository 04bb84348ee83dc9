// Why a value of a type cannot be made, in one clause: the chain from what was
// asked for to what stands in the way. "Engine(Key) needs Key, which only
// Engine::make returns".
//
// Easy to get wrong: classes may need each other; each stands in the chain once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/findings.h"

namespace covolve::program {

class MissingSteps {
 public:
  /// By type: whether one can be made; by draft: whether it is to be had.
  MissingSteps(const Findings& findings, const std::vector<bool>& available,
               const std::vector<bool>& makeable)
      : findings_(findings), available_(available), makeable_(makeable) {}

  std::string whyNotMakeable(TypeId id) const { return why(id, {}); }

 private:
  /// Calls that would make an object of a class if they could be made themselves.
  struct BlockedWays {
    const Callable* open = nullptr;         // the first that needs something not asked for yet
    std::vector<const Callable*> circular;  // those that need what is being asked for
  };

  /// `asked`: the types whose reason is being told.
  std::string why(TypeId id, std::vector<TypeId> asked) const;
  std::string whyNoStub(TypeId id, std::vector<TypeId> asked) const;
  std::string needsOf(const Callable& way, const std::vector<TypeId>& asked) const;
  BlockedWays blockedWays(TypeId id, const std::vector<TypeId>& asked) const;
  std::optional<TypeId> missingFor(const Callable& callable) const;
  bool leadsTo(TypeId id, const std::vector<TypeId>& ends) const;

  const Findings& findings_;
  const std::vector<bool>& available_;
  const std::vector<bool>& makeable_;
};

}  // namespace covolve::program
