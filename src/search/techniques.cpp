#include "search/techniques.h"

namespace covolve::search {

const std::vector<SwitchOption<Techniques>>& techniqueOptions() {
  static const std::vector<SwitchOption<Techniques>> options{
      {"--climbing", "Local search by the alternating variable method", &Techniques::climbing},
      {"--input-to-state", "Local search that puts what a decision compared with into the test's data",
       &Techniques::inputToState},
      {"--control-dependence", "Distances to decisions that come before a target count, too",
       &Techniques::controlDependence},
      {"--static-constants", "Constants of the code under test are tried as values",
       &Techniques::staticConstants},
      {"--seen-constants", "Operands of open decisions are tried as values anywhere",
       &Techniques::seenConstants},
  };
  return options;
}

}  // namespace covolve::search
