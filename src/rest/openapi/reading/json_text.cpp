// JSON text to nodes, by the events of nlohmann's parser.
#include <fmt/format.h>

#include <algorithm>

#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/tree_builder.h"

namespace covolve::rest::openapi {

namespace {

class JsonEvents : public nlohmann::json_sax<Node> {
 public:
  JsonEvents(const std::string& text, MemoryBudget& budget)
      : text_(text), builder_(budget, TreeBuilder::MergeKeys::AreKeys) {}

  TreeBuilder& builder() { return builder_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool binary(binary_t&) override { return false; }  // not in JSON text
  bool string(string_t& text) override {
    const size_t weight = 64 + text.size();
    builder_.add(Node(std::move(text)), weight);
    return true;
  }
  bool key(string_t& text) override {
    builder_.key(std::move(text));
    return true;
  }
  bool start_object(size_t) override {
    builder_.beginObject();
    return true;
  }
  bool start_array(size_t) override {
    builder_.beginList();
    return true;
  }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    const size_t before = std::min(position > 0 ? position - 1 : 0, text_.size());
    const auto breaks = std::count(text_.begin(), text_.begin() + static_cast<ptrdiff_t>(before), '\n');
    throw Mistake{static_cast<size_t>(breaks) + 1, "this is not JSON: " + reasonOf(error.what())};
  }

 private:
  bool add(Node value) {
    builder_.add(std::move(value), 64);
    return true;
  }
  bool end() {
    builder_.end();
    return true;
  }

  /// Without the parser's own count of lines in front.
  static std::string reasonOf(std::string_view what) {
    const size_t column = what.find("column ");
    const size_t colon = column == std::string_view::npos ? column : what.find(": ", column);
    return shown(colon == std::string_view::npos ? what : what.substr(colon + 2));
  }

  const std::string& text_;
  TreeBuilder builder_;
};

}  // namespace

DocumentText parseJsonText(const std::string& text, MemoryBudget& budget) {
  JsonEvents events(text, budget);
  Node::sax_parse(text, &events);
  DocumentText parsed;
  for (const std::string& key : events.builder().repeatedKeys()) {
    parsed.notes.push_back(fmt::format("{} is given twice; the last one counts", shown(key)));
  }
  parsed.root = events.builder().takeRoot();
  return parsed;
}

}  // namespace covolve::rest::openapi
