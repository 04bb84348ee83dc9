#include "yaml/events.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>

namespace covolve::yaml {

namespace {

size_t lineOf(const YAML::Mark& mark) { return mark.is_null() ? 0 : static_cast<size_t>(mark.line) + 1; }

/// From yaml-cpp's events to ours. Without a handler it knows only where the document began.
class Forwarding : public YAML::EventHandler {
 public:
  explicit Forwarding(yaml::EventHandler* handler) : handler_(handler) {}

  size_t line() const { return line_; }
  size_t documentLine() const { return documentLine_; }

  void OnDocumentStart(const YAML::Mark& mark) override { documentLine_ = lineOf(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    line_ = lineOf(mark);
    if (handler_ != nullptr) handler_->null(line_, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    line_ = lineOf(mark);
    if (handler_ != nullptr) handler_->alias(line_, anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    line_ = lineOf(mark);
    if (handler_ != nullptr) handler_->scalar(line_, {text, tag}, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    line_ = lineOf(mark);
    if (handler_ != nullptr) handler_->beginList(line_, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    line_ = lineOf(mark);
    if (handler_ != nullptr) handler_->beginMapping(line_, anchor);
  }
  void OnMapEnd() override { end(); }

 private:
  void end() {
    if (handler_ != nullptr) handler_->end();
  }

  yaml::EventHandler* handler_;
  size_t line_ = 0;
  size_t documentLine_ = 0;
};

void checkCharacters(const std::string& text) {
  const auto isWrong = [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t'; };
  const auto found = std::ranges::find_if(text, isWrong);
  if (found == text.end()) return;
  const auto line = static_cast<size_t>(std::count(text.begin(), found, '\n')) + 1;
  throw Mistake{line, "there is a control character in this line"};
}

/// What is wrong in the parser's words, for a sentence of ours.
std::string reasonOf(const YAML::Exception& error) {
  constexpr size_t kLongest = 200;
  std::string reason = error.msg.empty() ? "wrong" : error.msg;
  if (reason.size() > kLongest) reason = reason.substr(0, kLongest) + " ...";
  // "summary: *all* pets" is an alias to YAML.
  if (reason.find("anchor") != std::string::npos || reason.find("alias") != std::string::npos)
    reason += " (a text that begins with * or & must be in quotes)";
  return reason;
}

}  // namespace

void parseEvents(const std::string& text, EventHandler& handler) {
  checkCharacters(text);
  Forwarding events(&handler);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(events);
    Forwarding others(nullptr);
    if (parser.HandleNextDocument(others))
      throw Mistake{others.documentLine(), "this is outside of the document, which ends before it"};
  } catch (const Mistake& mistake) {
    throw Mistake{mistake.line == 0 ? events.line() : mistake.line, mistake.sentence};
  } catch (const YAML::DeepRecursion& error) {
    throw Mistake{lineOf(error.mark), "this is nested too deeply"};
  } catch (const YAML::Exception& error) {
    throw Mistake{lineOf(error.mark), "this is not YAML: " + reasonOf(error)};
  }
}

}  // namespace covolve::yaml
