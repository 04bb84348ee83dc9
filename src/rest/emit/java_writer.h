// The steps of a test in Java: assertions of JUnit 5, and calls whose helper is
// REST Assured's.
//
// Easy to get wrong: \u in a source is read before anything else, also in comments
// and texts, so a line's end must never be written that way.
#pragma once

#include "rest/emit/templates.h"
#include "rest/emit/test_writer.h"

namespace covolve::rest::emit {

constexpr LayoutStyle kJavaStyle{.indent = 8, .width = 100};

class JavaWriter : public TestWriter {
 public:
  JavaWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin);

  /// A String.
  Layout text(const TextTemplate& given);
  /// .header("Accept", "text/plain")
  std::vector<std::string> headerCalls(const SentHeaders& headers);

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
  void line(const std::string& text) { statement(Layout::leaf(text), kJavaStyle); }
  void assertCall(const std::string& function, std::vector<Layout> arguments);
  void expectJson(const std::string& actual, Layout expected);
  void expectElement(const std::string& list, const BodyExpectation& expectation);
  /// call("POST", "/pets").json(...) up to what sends it.
  std::vector<std::string> partsOfCall(const Step& step, bool isVerbatim);
  void writeCall(const std::string& before, const std::vector<std::string>& parts, const std::string& behind);
  std::optional<std::string> bodyOf(const Step& step, SentHeaders& headers);
  /// A text block.
  std::string jsonBlock(const Json& value, const std::vector<std::pair<std::string, std::string>>& variables);
  std::string filling(const Json& place, const std::string& name);
  std::string pieceText(const TextPiece& piece);
  std::string concatenated(const TextTemplate& text);
  Layout value(const Json& value);
};

}  // namespace covolve::rest::emit
