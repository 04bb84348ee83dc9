// One call of a test as a step of the tree.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rest/emit/rest_tests.h"
#include "rest/request/call.h"

namespace covolve::rest {

/// "pet_id" and "X-Pet-Id" become petId and xPetId.
std::string camelCase(const std::string& hint);

/// The variables of one test: what is taken from a response gets a name when it is first needed.
class Variables {
 public:
  /// `calls` is the run that is written down; it must outlive this.
  explicit Variables(const CallList& calls) : calls_(calls) {}

  /// The variable for a value; `hint` is the name of the datum it fills.
  const std::string& nameOf(const Extraction& from, const std::string& hint);
  /// What the steps of a call have to capture.
  std::vector<emit::Capture> capturesOf(size_t call) const;
  /// The value that the written run took there; none where it has none.
  std::optional<Json> valueOf(const Extraction& from) const;

 private:
  struct Named {
    Extraction from;
    std::string name;
  };
  const CallList& calls_;
  std::vector<Named> named_;
};

/// Without captures and expectations.
emit::Step lowerRequest(const Call& call, Variables& variables);

}  // namespace covolve::rest
