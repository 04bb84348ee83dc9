// Single measurements of covolve rest on one of our services.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::bench {

struct Place {
  std::filesystem::path bin;       // where covolve and the services are
  std::filesystem::path subjects;  // the repository's subjects/rest
  std::filesystem::path scratch;
};

struct RestRun {
  uint64_t requests = 0;
  double searchSeconds = 0;
  std::set<std::string> faults;  // "kind operation"
  double lineCoverage = 0;       // of the service's own sources, percent; 0: not measured
};

/// `covolve rest` with so many requests.
Result<RestRun> runRest(const Place& place, const std::string& service, uint64_t seed, uint64_t requests,
                        const std::vector<std::string>& more = {});

/// Starts the store without its faults.
std::string correctStore(const Place& place);

/// The faults that a service's manifest lists, as "kind operation".
Result<std::set<std::string>> manifestOf(const Place& place, const std::string& service);

struct Speed {
  double wrk = 0;     // requests/s over one connection, or each over a new one
  double search = 0;  // requests/s of covolve's search
};
/// Of the operations with such a path; wrk calls `example`. A service that writes head and body apart is
/// called by wrk over a new connection for each request: over one it would wait for 40 ms each time.
enum class Writing { Whole, Apart };
Result<Speed> measureSpeed(const Place& place, const std::string& service, const std::string& path,
                           const std::string& example, Writing writing = Writing::Whole);

}  // namespace covolve::bench
