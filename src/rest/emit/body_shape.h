// Which values of an answer are arrays and which are objects, as far as a step's
// expectations tell: "/0" may be the first element or a field of that name.
#pragma once

#include <set>
#include <string>

#include "rest/emit/rest_tests.h"

namespace covolve::rest::emit {

class BodyShape {
 public:
  enum class Kind { Unknown, Array, Object };

  explicit BodyShape(const Step& step);

  Kind kindOf(const std::string& pointer) const;

 private:
  std::set<std::string> arrays_;
  std::set<std::string> objects_;
};

}  // namespace covolve::rest::emit
