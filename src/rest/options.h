// What a user can say about a run of covolve rest. The command line and the
// configuration file fill in the same record; each option is declared once
// (cli/rest_command.cpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rest/baseline.h"
#include "rest/http/client.h"
#include "rest/http/service.h"
#include "rest/request/authentication.h"
#include "search/parameters.h"

namespace covolve::rest {

/// Which operations are tested: those that every kind of include that is given names, and no exclude does.
struct OperationFilter {
  std::vector<std::string> paths = {};  // globs over the document's paths: "/pets/**"
  std::vector<std::string> tags = {};
  std::vector<std::string> operationIds = {};
  std::vector<std::string> methods = {};
  std::vector<std::string> expressions = {};  // regular, over "GET /pets/{petId} getPet"
  bool deprecated = false;                    // of an exclude: those that are

  bool empty() const {
    return paths.empty() && tags.empty() && operationIds.empty() && methods.empty() && expressions.empty() &&
           !deprecated;
  }
};

/// From outside there is hardly a gradient to follow: new sequences find more than changed ones, up to the
/// end.
inline search::Parameters restParameters() {
  search::Parameters parameters;
  parameters.mioRandomSampling = 0.8;
  parameters.splice = 0;  // measured for units only
  parameters.mioFocusedSampling = 0.8;
  parameters.mioMutations = 2;
  parameters.copyArgument = 0;
  parameters.furtherChanges = 0;
  parameters.lastActionShare = 0.5;  // late calls decide, early ones only prepare
  parameters.localSearchShare = parameters.localSearchLeast = parameters.localSearchMost = 0;
  return parameters;
}

struct RestOptions {
  std::string schema;                                      // file or URL
  std::optional<std::chrono::milliseconds> waitForSchema;  // until its URL gives it
  std::string url;                                         // empty: the document's first server
  std::optional<std::string> basePath;  // of the operations, in place of that of the document's server
  std::filesystem::path output = "covolve-out";
  std::vector<std::string> formats;  // of the printers; none: the default
  ClientOptions client;
  ServiceOptions service;  // start is empty: the service is there already
  AuthenticationOptions authentication;
  OperationFilter include;
  OperationFilter exclude;
  std::vector<std::string> oracles;                          // names; none: all
  std::optional<std::chrono::milliseconds> longestResponse;  // what takes longer is a fault
  BaselineOptions baseline;
  /// A fault of an earlier run, whose calls are made again instead.
  std::optional<std::string> replay;
  std::filesystem::path junit;  // JUnit XML; empty: none
  std::filesystem::path har;    // everything that is sent; empty: nowhere

  std::chrono::duration<double> budget{60};
  std::optional<uint64_t> requests;  // instead of a time
  uint64_t seed = 1;
  std::string algorithm = "mio";
  search::Parameters parameters = restParameters();
  size_t longestTest = 10;            // calls
  std::optional<size_t> maxFailures;  // the search ends with so many faults
  bool failOnFault = false;
  bool runsEmitted = true;  // tests are run as they are emitted where their language is installed
  bool quiet = false;
};

}  // namespace covolve::rest
