// Which of a test's data change, and how: the strategies that --mutation chooses
// from. Actions are the problem's affair; a strategy sees genes only and works
// for unit tests and for requests alike.
//
// A new strategy is one file and one line in data_mutation.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gene/source.h"
#include "search/context.h"
#include "search/mutation/lineage.h"

namespace covolve::search {

class DataMutation {
 public:
  virtual ~DataMutation() = default;

  /// Changes some data; who learns notes which. False where nothing could be changed. References are opened;
  /// the caller repairs the test.
  virtual bool change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) = 0;
  /// Whether learn() wants to know of results.
  virtual bool learns() const { return false; }
  /// The run of a test that change() alone had made of the lineage's start.
  virtual void learn(const Lineage&, const Evaluated&) {}
};

struct DataMutationInfo {
  std::string name;
  std::string description;  // one line
  std::unique_ptr<DataMutation> (*make)(const Context&);
};

const std::vector<DataMutationInfo>& dataMutations();
/// The names that --mutation takes.
std::vector<std::string> dataMutationNames();
/// The name must be one of these.
std::unique_ptr<DataMutation> makeDataMutation(const std::string& name, const Context& context);

}  // namespace covolve::search
