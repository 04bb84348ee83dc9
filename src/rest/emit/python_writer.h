// The steps of a test in Python: plain asserts and requests.
#pragma once

#include "rest/emit/templates.h"
#include "rest/emit/test_writer.h"

namespace covolve::rest::emit {

constexpr LayoutStyle kPythonStyle{.indent = 4, .width = 100, .hasTrailingCommas = true};

class PythonWriter : public TestWriter {
 public:
  PythonWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin);

  /// A str; bytes where it is no UTF-8.
  Layout text(const TextTemplate& given);
  /// {"Accept": "text/plain"}
  Layout headerDictionary(const SentHeaders& headers);

 protected:
  std::string inCase(const std::string& name) const override;
  std::string environment(const std::string& name) override;
  void expectNoAnswer(const Step& step) override;
  void call(const Step& step, Binding response) override;
  void startClock(const std::string& name) override;
  void expectSlower(const std::string& clock, std::chrono::milliseconds least) override;
  void expectStatus(int status) override;
  void expectSuccess(bool mayRedirect) override;
  void expectMediaType(const std::string& type) override;
  void expectHeader(const std::string& name, const std::string& value) override;
  void expectMissing(const std::string& header) override;
  void readBody(Binding body) override;
  void expect(const Step& step, const BodyExpectation& expectation) override;
  void capture(const Step& step, const Capture& capture, const Variable& variable) override;

 private:
  void line(const std::string& text) { statement(Layout::leaf(text), kPythonStyle); }
  void expectText(const std::string& body);
  /// The value at a pointer into the answer's JSON.
  std::string fieldAt(const Step& step, const std::string& pointer);
  /// What stands between the parentheses of send().
  Layout callOf(const Step& step, const std::string& start);
  Layout json(const JsonTemplate& json);
  std::string filling(const Json& place, const std::string& name);
  std::string valueText(const TextPiece& piece);
  std::string formatted(const TextTemplate& text);
  Layout bytes(const TextTemplate& text);
};

/// The constants of a file that hold these variables of the environment, whose names may be those of anything
/// in Python.
std::map<std::string, std::string> pythonConstants(const std::vector<std::string>& variables);

}  // namespace covolve::rest::emit
