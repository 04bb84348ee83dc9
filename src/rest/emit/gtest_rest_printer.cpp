// GoogleTest + cpp-httplib: TEST(Suite, Name).
#include <algorithm>

#include "rest/emit/cpp_writer.h"
#include "rest/emit/prelude.h"
#include "rest/emit/rest_printer.h"

namespace covolve::rest::emit {

namespace {

class GoogleTestRestPrinter : public RestPrinter {
 public:
  std::string_view name() const override { return "gtest"; }
  std::string_view description() const override { return "GoogleTest + cpp-httplib"; }
  std::string fileName(std::string_view part) const override { return std::string(part) + "_test.cpp"; }

  std::string testName(std::string_view name) const override { return pascalCase(name); }

  std::string print(const TestFile& file) const override {
    std::set<Helper> used;
    SourceText tests("//");
    NameTable names("", "", "Case");
    const std::string suite = pascalCase(file.suite);
    for (const Test& test : file.tests) {
      tests.line();
      tests.comment(test.comment);
      tests.line("TEST(" + suite + ", " + names.add(testName(test.name)) + ") {");
      if (test.endsService) {
        tests.line(
            "  if (std::getenv(\"RUN_CRASH_TESTS\") == nullptr) GTEST_SKIP() << \"it ends the service\";");
      }
      const bool hasCookies =
          file.authentication.keepsCookies && std::ranges::any_of(test.steps, &Step::needsAuthentication);
      // No fixture: those of several files would have one name, which GoogleTest refuses.
      if (hasCookies)
        tests.line(file.authentication.login ? "  cookies = loginCookies;" : "  cookies.clear();");
      CppWriter(file, tests, used, 2).write(test.steps);
      tests.line("}");
    }
    return cppPrelude(file, std::move(used)) + tests.take();
  }
};

}  // namespace

const RestPrinter& googleTestRestPrinter() {
  static const GoogleTestRestPrinter printer;
  return printer;
}

}  // namespace covolve::rest::emit
