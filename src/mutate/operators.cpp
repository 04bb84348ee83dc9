#include "mutate/operators.h"

namespace covolve::mutate {

const std::vector<Operator>& operators() {
  static const std::vector<Operator> all{
      mutateExpression, mutateCondition, mutateConstants, removeStatement, mutateReturned,
  };
  return all;
}

}  // namespace covolve::mutate
