// The distributions that the tests refer to, as far as the standard library
// lacks them. Not for use outside this folder.
#pragma once

namespace covolve::campaign::statistics {

/// How likely a standard normal value is at most this large.
double normalProbability(double value);

/// The value that a standard normal one does not exceed with this probability; infinite for 0 and 1.
double normalQuantile(double probability);

/// How likely a chi-square value with so many degrees of freedom is at least this large.
double chiSquareSurvival(double value, unsigned degreesOfFreedom);

}  // namespace covolve::campaign::statistics
