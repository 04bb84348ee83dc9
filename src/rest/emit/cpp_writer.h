// The steps of a test in C++: GoogleTest, cpp-httplib and nlohmann's JSON.
#pragma once

#include "rest/emit/templates.h"
#include "rest/emit/test_writer.h"

namespace covolve::rest::emit {

constexpr LayoutStyle kCppStyle{.indent = 2, .width = 100, .hasTrailingCommas = false};

class CppWriter : public TestWriter {
 public:
  CppWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin);

  /// A std::string or what becomes one.
  Layout text(const TextTemplate& given);
  /// {{"Accept", "text/plain"}}
  Layout headerList(const SentHeaders& headers);

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
  void line(const std::string& text) { statement(Layout::leaf(text), kCppStyle); }
  void expectEqual(const std::string& actual, Layout expected);
  Layout scalar(const Json& value);
  void expectElement(const std::string& list, const BodyExpectation& expectation);
  void fillIn(const JsonTemplate& json);
  /// A variable's value of the type that the place in the body had.
  std::string filling(const Json& place, const std::string& name);
  Layout callOf(const Step& step, const std::string& function, bool addsAuthentication);
  Layout headersOf(const Step& step, bool hasBody);
  std::optional<Layout> bodyOf(const Step& step);
  std::string concatenated(const TextTemplate& text);
  std::string pieceText(const TextPiece& piece);

  bool hasRequest_ = false;  // a variable `request` is declared
};

}  // namespace covolve::rest::emit
