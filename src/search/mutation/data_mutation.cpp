#include "search/mutation/data_mutation.h"

#include <algorithm>
#include <cassert>

#include "search/mutation/adaptive.h"
#include "search/mutation/hyper.h"
#include "search/mutation/standard.h"

namespace covolve::search {

namespace {

template <class Strategy>
std::unique_ptr<DataMutation> make(const Context& context) {
  return std::make_unique<Strategy>(context);
}

}  // namespace

const std::vector<DataMutationInfo>& dataMutations() {
  static const std::vector<DataMutationInfo> all{
      {"standard", "about one datum at a time, for no target in particular", make<StandardMutation>},
      {"hyper", "many at first, fewer and fewer; heavier ones more often", make<HyperMutation>},
      {"adaptive", "the same, and what had an impact on the target before is preferred",
       make<AdaptiveMutation>},
  };
  return all;
}

std::vector<std::string> dataMutationNames() {
  std::vector<std::string> names;
  for (const DataMutationInfo& info : dataMutations()) names.push_back(info.name);
  return names;
}

std::unique_ptr<DataMutation> makeDataMutation(const std::string& name, const Context& context) {
  const auto found = std::ranges::find(dataMutations(), name, &DataMutationInfo::name);
  assert(found != dataMutations().end());
  return found->make(context);
}

}  // namespace covolve::search
