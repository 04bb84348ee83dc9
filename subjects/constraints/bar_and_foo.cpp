// The example of Galeotti, Fraser and Arcuri, "Improving Search-based Test Suite Generation with Dynamic
// Symbolic Execution" (figure 1), written anew from what the paper says of it.
//
// What makes it hard: an object that was given the right text, and another one on which a method was
// called five times.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>
#include <utility>

namespace constraints::paper {

class Foo {
 public:
  void inc() { ++count_; }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

class Bar {
 public:
  explicit Bar(std::string text) : text_(std::move(text)) {}

  bool coverMe(const Foo& foo) const {
    if (foo.count() == 5) {
      if (text_ == "baz") return true;
    }
    return false;
  }

 private:
  std::string text_;
};

}  // namespace constraints::paper
