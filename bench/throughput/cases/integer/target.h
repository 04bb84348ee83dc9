#pragma once

/// A number's day of the week in a 400-year cycle, roughly: a few comparisons and divisions.
int weekday(int day);
