// The top of an emitted file, up to its first test: what it includes or imports,
// the base URL, and those helpers that its tests use.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "rest/emit/test_writer.h"

namespace covolve::rest::emit {

/// What the top of a file depends on in every language.
class Prelude {
 protected:
  Prelude(const TestFile& file, std::set<Helper> used)
      : file_(file),
        authentication_(file.authentication),
        certificates_(file.certificates),
        used_(std::move(used)) {}

  bool uses(Helper helper) const { return used_.contains(helper); }
  bool hasLogin() const { return authentication_.login.has_value(); }
  bool keepsCookies() const { return authentication_.keepsCookies; }

  const TestFile& file_;
  const Authentication& authentication_;
  const Certificates& certificates_;
  std::set<Helper> used_;
};

std::string cppPrelude(const TestFile& file, std::set<Helper> used);
std::string pythonPrelude(const TestFile& file, std::set<Helper> used);
std::string javaPrelude(const TestFile& file, std::set<Helper> used, const std::string& className);
std::string javaScriptPrelude(const TestFile& file, std::set<Helper> used);

}  // namespace covolve::rest::emit
