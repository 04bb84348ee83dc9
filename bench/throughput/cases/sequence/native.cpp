#include "../native.h"

#include "bounded_stack.h"

int main(int count, char** arguments) {
  return measure(count, arguments, [](Inputs& inputs) {
    long sum = 0;
    BoundedStack stack;
    for (int call = 0; call < 4; ++call) {
      try {
        switch (inputs.below(5)) {
          case 0:
            sum += stack.push(inputs.integer()) ? 1 : 0;
            break;
          case 1:
            sum += stack.pop();
            break;
          case 2:
            sum += stack.top();
            break;
          case 3:
            stack.freeze();
            break;
          default:
            stack.clear();
        }
      } catch (const std::underflow_error&) {
        ++sum;
      }
    }
    return sum;
  });
}
