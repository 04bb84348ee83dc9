#include <utility>

#include "rest/oracle/oracle.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

const std::vector<std::unique_ptr<const Oracle>>& oracles() {
  // The order is that of the help and of lists of faults: what is worst comes first.
  static const auto all = [] {
    std::vector<std::unique_ptr<const Oracle>> list;
    list.push_back(makeServerError());
    list.push_back(makeConnectionLoss());
    list.push_back(makeResponseSchema());
    list.push_back(makeUndeclaredStatus());
    list.push_back(makeContentType());
    list.push_back(makeMissingHeader());
    list.push_back(makeDeleteThenGet());
    list.push_back(makeUseAfterDelete());
    list.push_back(makeUnsupportedMethod());
    list.push_back(makePositiveRejected());
    list.push_back(makeNegativeAccepted());
    list.push_back(makeIgnoredAuthentication());
    list.push_back(makeIgnoredOwnership());
    list.push_back(makeRefusedButDone());
    list.push_back(makeNotIdempotent());
    list.push_back(makeLeak());
    list.push_back(makeSlowAnswer());
    return list;
  }();
  return all;
}

}  // namespace covolve::rest
