// Node's own test runner + fetch: test("...", async () => {})
#include <fmt/format.h>

#include "rest/emit/javascript_writer.h"
#include "rest/emit/prelude.h"
#include "rest/emit/rest_printer.h"

namespace covolve::rest::emit {

namespace {

class NodePrinter : public RestPrinter {
 public:
  std::string_view name() const override { return "node"; }
  std::string_view description() const override { return "Node's test runner + fetch"; }
  std::string fileName(std::string_view part) const override { return std::string(part) + ".test.mjs"; }

  std::string testName(std::string_view name) const override { return plainWords(name); }

  std::string print(const TestFile& file) const override {
    std::set<Helper> used;
    SourceText tests("//");
    for (const Test& test : file.tests) {
      tests.line();
      tests.comment(test.comment);
      const std::string title = javaScriptString(testName(test.name));
      const std::string_view skip =
          test.endsService ? "{ skip: !process.env.RUN_CRASH_TESTS && \"it ends the service\" }, " : "";
      tests.line(fmt::format("test({}, {}async () => {{", title, skip));
      JavaScriptWriter(file, tests, used, 2).write(test.steps);
      tests.line("});");
    }
    return javaScriptPrelude(file, std::move(used)) + tests.take();
  }
};

}  // namespace

const RestPrinter& nodePrinter() {
  static const NodePrinter printer;
  return printer;
}

}  // namespace covolve::rest::emit
