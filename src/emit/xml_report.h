// The reports in XML of Catch2 and doctest, which have what is read here in
// common: <TestCase name="...">, in it <Expression success="false" line="...">
// for what failed and <Exception> for what left the test.
//
// Easy to get wrong: a report without its end is from a program that died. Both
// frameworks catch fatal signals and close the test before they let it die.
#pragma once

#include <string_view>

#include "emit/framework.h"

namespace covolve::emit {

/// `root`: the element that holds all.
Said readXmlReport(std::string_view report, std::string_view root);

}  // namespace covolve::emit
