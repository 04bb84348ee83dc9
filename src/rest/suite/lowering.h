// Turns tests of the suite into trees to be printed: calls with variables where an
// earlier response's value is needed, and expectations on what was the same in all
// runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rest/emit/curl_line.h"
#include "rest/emit/rest_tests.h"
#include "rest/request/authentication.h"
#include "rest/suite/expectations.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

struct LoweredSuite {
  emit::TestFile successes;
  emit::TestFile faults;
  emit::TestFile others;
  /// What the tests take from the environment, and what it was in this run.
  std::map<std::string, std::string> secrets;
  /// By user after the first: headers that are there without a login.
  std::vector<HeaderTemplates> userHeaders;
  /// What no other file is to have either; the longest first.
  std::vector<std::string> secretTexts;
  /// By test of the suite: the name it got.
  std::vector<std::string> names;
};

struct LoweringOptions {
  AuthenticationOptions authentication = {};
  std::string baseUrl;  // where the tests look for the service unless they are told
  Surroundings surroundings = {};
  emit::Certificates certificates = {};
};

LoweredSuite lowerSuite(const Suite& suite, const Api& api, const LoweringOptions& options);

}  // namespace covolve::rest
