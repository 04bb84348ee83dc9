#include "../native.h"

#include "target.h"

int main(int count, char** arguments) {
  return measure(count, arguments, [](Inputs& inputs) { return sumOfList(inputs.text()); });
}
