// Assembles the instructions of a small processor, line by line.
//
// What makes it hard: mnemonics and registers are keys of hash tables, which compare within a bucket only;
// each takes operands of another shape; and jumps go to labels that an earlier line defined. Expected: every
// branch can be covered; no fault. Infeasible: 1: the missing default of the switch over the shapes.
#include <cctype>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace testability::assembler {

class Assembler {
 public:
  /// "loop:", "add r1, r2", "load r0, #0x1f", "jump loop" or "halt"; comments stand behind a semicolon.
  void assemble(const std::string& line) {
    const std::vector<std::string> words = wordsOf(line);
    if (words.empty()) return;
    if (words[0].back() == ':') {
      define(words);
      return;
    }
    static const std::unordered_map<std::string, Operation> operations = {
        {"halt", {0x00, Shape::None}},         {"return", {0x01, Shape::None}},
        {"move", {0x10, Shape::TwoRegisters}}, {"add", {0x11, Shape::TwoRegisters}},
        {"sub", {0x12, Shape::TwoRegisters}},  {"load", {0x20, Shape::Immediate}},
        {"shift", {0x21, Shape::Immediate}},   {"jump", {0x30, Shape::Label}},
        {"jumpzero", {0x31, Shape::Label}},    {"call", {0x32, Shape::Label}},
    };
    const auto found = operations.find(words[0]);
    if (found == operations.end()) throw std::invalid_argument("unknown instruction: " + words[0]);
    const auto [code, shape] = found->second;
    const std::size_t operands = shape == Shape::None ? 0 : shape == Shape::Label ? 1 : 2;
    if (words.size() != operands + 1) throw std::invalid_argument("wrong number of operands: " + line);
    std::uint32_t encoded = code << 16;
    switch (shape) {
      case Shape::None:
        break;
      case Shape::TwoRegisters:
        encoded |= registerOf(words[1]) << 8 | registerOf(words[2]);
        break;
      case Shape::Immediate:
        encoded |= registerOf(words[1]) << 8 | immediateOf(words[2]);
        if (code == 0x21 && (encoded & 0xff) > 31) throw std::out_of_range("registers have 32 bits");
        break;
      case Shape::Label:
        encoded |= labels_.at(words[1]);  // only backwards
        break;
    }
    if (encoded == (0x10u << 16 | 0x0f0fu)) return;  // moving the stack pointer to itself does nothing
    program_.push_back(encoded);
  }

  /// A program must end, and not by falling off its end.
  bool isComplete() const {
    if (program_.empty()) return false;
    const std::uint32_t last = program_.back() >> 16;
    return last == 0x00 || last == 0x01 || last == 0x30;
  }

  const std::vector<std::uint32_t>& program() const { return program_; }

 private:
  enum class Shape { None, TwoRegisters, Immediate, Label };

  struct Operation {
    std::uint32_t code;
    Shape shape;
  };

  /// Lower-case, cut at blanks and commas.
  static std::vector<std::string> wordsOf(const std::string& line) {
    std::vector<std::string> words;
    bool isInside = false;
    for (const char c : line) {
      if (c == ';') break;
      if (std::isspace(static_cast<unsigned char>(c)) || c == ',') {
        isInside = false;
        continue;
      }
      if (!isInside) words.emplace_back();
      isInside = true;
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return words;
  }

  void define(const std::vector<std::string>& words) {
    static const std::unordered_set<std::string> reserved{"start", "end", "halt", "jump"};
    const std::string label = words[0].substr(0, words[0].size() - 1);
    if (words.size() > 1 || label.empty() || !std::isalpha(static_cast<unsigned char>(label[0]))) {
      throw std::invalid_argument("not a label");
    }
    if (reserved.count(label) != 0 || registers().contains(label))
      throw std::invalid_argument("reserved: " + label);
    if (!labels_.emplace(label, static_cast<std::uint32_t>(program_.size())).second) {
      throw std::invalid_argument("defined twice: " + label);
    }
  }

  static const std::unordered_map<std::string, std::uint32_t>& registers() {
    static const std::unordered_map<std::string, std::uint32_t> names = {
        {"r0", 0}, {"r1", 1}, {"r2", 2}, {"r3", 3}, {"acc", 4}, {"fp", 14}, {"sp", 15},
    };
    return names;
  }

  static std::uint32_t registerOf(const std::string& word) { return registers().at(word); }

  /// "#12", "#0x1f" or "#'a'"
  static std::uint32_t immediateOf(const std::string& word) {
    if (word[0] != '#') throw std::invalid_argument("not a number: " + word);
    if (word.size() == 4 && word[1] == '\'' && word[3] == '\'') return static_cast<unsigned char>(word[2]);
    std::size_t used = 0;
    const unsigned long value = std::stoul(word.substr(1), &used, 0);
    if (used + 1 != word.size()) throw std::invalid_argument("not a number: " + word);
    if (value > 0xff) throw std::out_of_range("one byte only: " + word);
    return static_cast<std::uint32_t>(value);
  }

  std::vector<std::uint32_t> program_;
  std::unordered_map<std::string, std::uint32_t> labels_;
};

}  // namespace testability::assembler
