#include "target.h"

int weekday(int day) {
  if (day < 0) return -1;
  if (day > 146097) day %= 146097;
  const int rest = day % 7;
  if (rest > 6) return -1;  // never
  if (rest == 0) return 7;
  return rest;
}
