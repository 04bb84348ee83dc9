// The steps of a test in JavaScript: node:assert and fetch.
#pragma once

#include "rest/emit/templates.h"
#include "rest/emit/test_writer.h"

namespace covolve::rest::emit {

constexpr LayoutStyle kJavaScriptStyle{.indent = 2, .width = 100, .hasTrailingCommas = true};

/// An integer that is no number of JavaScript's.
bool isUnsafeInteger(const Json& value);
/// Whether the tests of a file meet such integers in answers: they are then read as BigInt.
bool needsExactIntegers(const TestFile& file);

class JavaScriptWriter : public TestWriter {
 public:
  JavaScriptWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin);

  /// A string; a Buffer where it is no UTF-8.
  Layout text(const TextTemplate& given);
  /// { Accept: "text/plain" }
  Layout headerObject(const SentHeaders& headers);

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
  void line(const std::string& text) { statement(Layout::leaf(text), kJavaScriptStyle); }
  void expectEqual(const std::string& function, const std::string& actual, Layout expected);
  void expectType(const std::string& actual, const std::string& type);
  Layout callOf(const Step& step, const std::string& start, const std::string& end);
  std::optional<Layout> bodyOf(const JsonTemplate& json, SentHeaders& headers);
  /// JSON as a text: where an object could not say it exactly.
  Layout jsonText(const JsonTemplate& json);
  std::string filling(const Json& place, const std::string& name);
  std::string valueText(const TextPiece& piece);
  std::string templateLiteral(const TextTemplate& text);
  Layout bytes(const TextTemplate& text);
};

}  // namespace covolve::rest::emit
