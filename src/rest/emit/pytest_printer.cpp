// pytest + requests: functions test_...
#include "rest/emit/prelude.h"
#include "rest/emit/python_writer.h"
#include "rest/emit/rest_printer.h"

namespace covolve::rest::emit {

namespace {

class PytestPrinter : public RestPrinter {
 public:
  std::string_view name() const override { return "pytest"; }
  std::string_view description() const override { return "pytest + requests"; }
  std::string fileName(std::string_view part) const override { return "test_" + std::string(part) + ".py"; }

  std::string testName(std::string_view name) const override { return "test_" + snakeCase(name); }

  std::string print(const TestFile& file) const override {
    std::set<Helper> used;
    SourceText tests("#");
    NameTable names("", "", "_");
    for (const Test& test : file.tests) {
      tests.line();
      tests.line();
      tests.comment(test.comment);
      if (test.endsService) {
        used.insert(Helper::SkippedTests);
        tests.line(
            "@pytest.mark.skipif(\"RUN_CRASH_TESTS\" not in os.environ, reason=\"it ends the service\")");
      }
      tests.line("def " + names.add(testName(test.name)) + "():");
      PythonWriter(file, tests, used, 4).write(test.steps);
      if (test.steps.empty()) tests.line("pass", 4);
    }
    return pythonPrelude(file, std::move(used)) + tests.take();
  }
};

}  // namespace

const RestPrinter& pytestPrinter() {
  static const PytestPrinter printer;
  return printer;
}

}  // namespace covolve::rest::emit
