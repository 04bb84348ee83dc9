// Draws of a linear congruential generator: which prize a ticket's seed wins.
//
// What makes it hard: the draws depend on the high bits of a number that is multiplied again and again; a
// wanted sequence of draws belongs to few seeds of four billion.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstdint>

namespace constraints::lottery {

enum class Prize { None, Consolation, Third, Second, First, Jackpot };

class Generator {
 public:
  explicit Generator(uint32_t seed) : state_(seed) {}

  /// 0 to limit - 1.
  uint32_t draw(uint32_t limit) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % limit;
  }

 private:
  uint32_t state_;
};

Prize play(uint32_t seed, uint8_t guess) {
  Generator generator(seed);
  const uint32_t first = generator.draw(1000);
  const uint32_t second = generator.draw(1000);
  const uint32_t third = generator.draw(1000);
  if (first == 777 && second == 777) return third == 777u ? Prize::Jackpot : Prize::First;
  if (first == 500 && second == 250 && third < 500) return Prize::Second;
  if (first + second + third == 2997 - guess && guess < 10) return Prize::Third;
  if (first == guess && second == first + 1) return Prize::Consolation;
  return Prize::None;
}

}  // namespace constraints::lottery
