// Writes a test's steps in the order that all languages share; a language's own
// writer says how each thing reads.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>

#include "rest/emit/layout.h"
#include "rest/emit/names.h"
#include "rest/emit/rest_tests.h"
#include "rest/emit/source_text.h"

namespace covolve::rest::emit {

/// Functions at the top of an emitted file, there only if its tests use them.
enum class Helper {
  Clock,              // how long a call takes
  Answers,            // whether a call is answered at all
  Authentication,     // what proves who is calling
  Bytes,              // of a text
  BodyWithoutType,    // a body is sent that no Content-Type speaks of
  Decoded,            // percent-decoding
  Encoded,            // percent-encoding
  Environment,        // a variable of the environment that must be there
  FieldAt,            // a field or element by a JSON pointer
  FromLocation,       // a segment of the Location header
  Json,               // reading or writing JSON in a test
  JsonHeaders,        // the headers of a call with JSON and nothing else
  MediaType,          // of a response
  OwnCookies,         // a call that is authenticated by cookies has others, too
  QuotedJson,         // a text as JSON
  SameJson,           // whether two values are the same
  Send,               // a call
  SendAuthenticated,  // a call that proves who makes it
  SkippedTests,       // tests that end the service
  Text,               // a value as it stands in a URL
  TypeOf,             // the JSON type of a value
  HasElement,         // whether a list has an object with some members
  Verbatim,           // a request that the usual function would change or refuse
};

/// A value that was taken from a response, in the language of the test.
struct Variable {
  std::string name;
  Capture::Kind kind = Capture::Kind::Body;
  Json sample;

  /// Headers are texts; of what stands in bodies only the sample tells.
  bool isText() const { return kind != Capture::Kind::Body || sample.is_string(); }
};

class TestWriter {
 public:
  /// Lines go to `out`, indented by `margin`; what of the file's helpers they use is noted in `used`.
  TestWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin, NameTable names)
      : file_(file), out_(out), used_(used), margin_(margin), names_(std::move(names)) {}
  virtual ~TestWriter() = default;
  TestWriter(const TestWriter&) = delete;
  TestWriter& operator=(const TestWriter&) = delete;

  void write(std::span<const Step> steps);
  /// The body of the function that logs in, up to where the token is known.
  void writeLogin(const Authentication::Login& login);

 protected:
  /// How a variable of the test's local names is bound: for the first time or the only time.
  struct Binding {
    bool isFirst = true;
    bool isOnly = true;
  };

  virtual std::string inCase(const std::string& name) const = 0;
  /// A variable of the environment, which must be there.
  virtual std::string environment(const std::string& name) = 0;
  virtual void expectNoAnswer(const Step& step) = 0;
  virtual void call(const Step& step, Binding response) = 0;
  /// Before a call and after it.
  virtual void startClock(const std::string& name) = 0;
  virtual void expectSlower(const std::string& clock, std::chrono::milliseconds least) = 0;
  virtual void expectStatus(int status) = 0;
  /// 2xx, or also 3xx.
  virtual void expectSuccess(bool mayRedirect) = 0;
  virtual void expectMediaType(const std::string& type) = 0;
  virtual void expectHeader(const std::string& name, const std::string& value) = 0;
  virtual void expectMissing(const std::string& header) = 0;
  virtual void readBody(Binding body) = 0;
  virtual void expect(const Step& step, const BodyExpectation& expectation) = 0;
  virtual void capture(const Step& step, const Capture& capture, const Variable& variable) = 0;

  void statement(const Layout& layout, const LayoutStyle& style) {
    out_.line(laidOut(layout, style, margin_), margin_);
  }
  size_t margin() const { return margin_; }
  void use(Helper helper) { used_.insert(helper); }
  const Variable& variable(const std::string& name);

  const TestFile& file_;

 private:
  void writeStep(const Step& step);
  void writeCapture(const Step& step, const Capture& one);

  SourceText& out_;
  std::set<Helper>& used_;
  size_t margin_;
  NameTable names_;
  std::map<std::string, Variable> variables_;
  size_t responses_ = 0;  // in all steps, and those written so far
  size_t writtenResponses_ = 0;
  size_t bodies_ = 0;
  size_t writtenBodies_ = 0;
};

}  // namespace covolve::rest::emit
