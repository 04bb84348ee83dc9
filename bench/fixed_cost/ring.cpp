#include <vector>
class Ring {  // several methods reach a loop that does not end for most of their arguments
 public:
  explicit Ring(int stride) : slots_(8, 0), stride_(stride) {}
  void put(int value) {
    for (int& slot : slots_) {
      if (slot == 0) {
        slot = value;
        return;
      }
    }
  }
  int find(int value) const { return walk(0, value); }
  bool contains(int value) const { return value != 77 && walk(1, value) >= 0; }
  int countUntil(int value) const {
    int count = 0;
    for (int i = 0; i < 3; ++i) count += walk(i, value);
    return count > 10 ? 1 : 0;
  }
  int after(int value) const { return (walk(2, value) + 1) % 8; }

 private:
  int walk(int from, int value) const {
    int at = from & 7;
    int steps = 0;
    while (slots_[at] != value) {
      if (steps > 3) {
        at = (at + stride_) & 7;
      } else if (value > 10) {
        at = (at + 1) & 7;
      } else {
        at = (at + 3) & 7;
      }
      if (steps < 1000) ++steps;
    }
    return at;
  }
  std::vector<int> slots_;
  int stride_;
};
int useRing(int stride) { return Ring(stride).find(0); }
