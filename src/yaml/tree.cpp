#include "yaml/tree.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "base/utf8.h"

namespace covolve::yaml {

namespace fs = std::filesystem;

namespace {

constexpr size_t kLargestFile = 10 << 20;
constexpr size_t kMostValues = 1'000'000;
constexpr size_t kMostText = 64 << 20;
constexpr int kDeepest = 32;

/// Inside this file only: parse turns it into an Error.
struct Mistake {
  size_t line;
  std::string sentence;
};

/// Copies yaml-cpp's graph, in which aliases share nodes and may even form circles, to a tree.
class Unfolding {
 public:
  Value copy(const YAML::Node& node, size_t lineOfParent, int depth) {
    const size_t line = lineOf(node, lineOfParent);
    if (depth > kDeepest) throw Mistake{line, "this is nested too deeply"};
    if (++values_ > kMostValues) throw Mistake{line, "this document has more than a million values"};
    Value value;
    value.line = line;
    if (node.IsScalar()) {
      value.kind = Value::Kind::Text;
      value.text = copyText(node, line);
      value.isPlain = node.Tag() == "?";
    } else if (node.IsSequence()) {
      value.kind = Value::Kind::List;
      for (const YAML::Node& item : node) value.values.push_back(copy(item, line, depth + 1));
    } else if (node.IsMap()) {
      value.kind = Value::Kind::Mapping;
      copyMapping(node, value, depth);
    }
    return value;
  }

 private:
  static size_t lineOf(const YAML::Node& node, size_t otherwise) {
    const YAML::Mark mark = node.Mark();
    return mark.is_null() ? otherwise : static_cast<size_t>(mark.line) + 1;
  }

  std::string copyText(const YAML::Node& node, size_t line) {
    const std::string& text = node.Scalar();
    text_ += text.size();
    if (text_ > kMostText) throw Mistake{line, "this document unfolds to more than 64 MB"};
    return text;
  }

  void copyMapping(const YAML::Node& node, Value& value, int depth) {
    std::set<std::string> known;
    std::vector<Value> merged;
    for (const auto& entry : node) {
      const size_t line = lineOf(entry.first, value.line);
      if (!entry.first.IsScalar()) throw Mistake{line, "a key must be a word"};
      const std::string key = copyText(entry.first, line);
      Value content = copy(entry.second, line, depth + 1);
      if (!known.insert(key).second) throw Mistake{line, fmt::format("{} is given twice", key)};
      if (key == "<<") {
        merged.push_back(std::move(content));
      } else {
        value.keys.push_back({key, line});
        value.values.push_back(std::move(content));
      }
    }
    for (Value& from : merged) merge(from, value, known);
  }

  /// YAML's merge key: what the other mapping has and this one does not.
  static void merge(Value& from, Value& into, std::set<std::string>& known) {
    if (from.kind == Value::Kind::List) {
      for (Value& each : from.values) {
        if (each.kind != Value::Kind::Mapping) throw Mistake{each.line, "<< takes mappings only"};
        merge(each, into, known);
      }
      return;
    }
    if (from.kind != Value::Kind::Mapping) throw Mistake{from.line, "<< takes mappings only"};
    for (size_t i = 0; i < from.keys.size(); ++i) {
      if (!known.insert(from.keys[i].text).second) continue;
      into.keys.push_back(std::move(from.keys[i]));
      into.values.push_back(std::move(from.values[i]));
    }
  }

  size_t values_ = 0;
  size_t text_ = 0;
};

/// Knows only where the last document began.
class DocumentStarts : public YAML::EventHandler {
 public:
  size_t line() const { return line_; }

  void OnDocumentStart(const YAML::Mark& mark) override { line_ = static_cast<size_t>(mark.line) + 1; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
  }
  void OnMapEnd() override {}

 private:
  size_t line_ = 1;
};

/// YAML::Load ignores what follows the first document, and YAML::LoadAll goes on for ever at text that it
/// cannot make a document of (", a"): it does not notice that it stays where it is.
void checkIsOneDocument(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentStarts starts;
  if (!parser.HandleNextDocument(starts) || !parser.HandleNextDocument(starts)) return;
  throw Mistake{starts.line(), "this is outside of the document, which ends before it"};
}

/// The parser takes some control characters for the end of the text.
void checkCharacters(const std::string& text) {
  if (!isUtf8(text)) throw Mistake{1, "this is not UTF-8 text"};
  const auto isWrong = [](unsigned char c) {
    return (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
  };
  const auto found = std::ranges::find_if(text, isWrong);
  if (found == text.end()) return;
  const auto line = static_cast<size_t>(std::count(text.begin(), found, '\n')) + 1;
  throw Mistake{line, "there is a control character in this line"};
}

/// What is wrong in the parser's words, for a sentence of ours.
std::string reasonOf(const YAML::Exception& error) {
  std::string reason = error.msg;
  if (reason.empty()) return "wrong";
  // *_test.cpp is an alias to YAML.
  if (reason.find("anchor") != std::string::npos) reason += " (a text that begins with * must be in quotes)";
  if (reason.size() > 200) reason = reason.substr(0, 200) + " ...";
  return reason;
}

}  // namespace

Result<std::string> readDocument(const fs::path& file) {
  std::error_code ignored;
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file, ignored)) {
    return userError(
        fmt::format("cannot read {}: {}", file.string(), errno != 0 ? strerror(errno) : "not a file"));
  }
  std::string text(kLargestFile + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(stream.gcount()));
  if (text.size() > kLargestFile) {
    return userError(fmt::format("{} is larger than 10 MB: nobody wrote that", file.string()));
  }
  return text;
}

Result<Value> parse(const std::string& text, const std::string& document) {
  try {
    checkCharacters(text);
    checkIsOneDocument(text);
    return Unfolding().copy(YAML::Load(text), 1, 0);
  } catch (const Mistake& mistake) {
    return userError(atLine(document, mistake.line, mistake.sentence));
  } catch (const YAML::DeepRecursion& error) {
    return userError(atLine(document, static_cast<size_t>(error.mark.line) + 1, "this is nested too deeply"));
  } catch (const YAML::Exception& error) {
    const size_t line = error.mark.is_null() ? 1 : static_cast<size_t>(error.mark.line) + 1;
    return userError(atLine(document, line, "this is not YAML: " + reasonOf(error)));
  } catch (const std::exception& error) {
    return userError(atLine(document, 1, fmt::format("this cannot be read as YAML: {}", error.what())));
  }
}

std::string atLine(const std::string& document, size_t line, std::string_view sentence) {
  return document.empty() ? fmt::format("line {}: {}", line, sentence)
                          : fmt::format("{}:{}: {}", document, line, sentence);
}

}  // namespace covolve::yaml
