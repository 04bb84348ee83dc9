// New tests behind those that a file has already, so that a diff of the file
// shows these, the headers and the classes that they need, and nothing else.
#pragma once

#include <string>

namespace covolve::format {

/// `page`: a whole file of the new tests, none of which is called as one that is there.
std::string joinedTests(const std::string& earlier, const std::string& page);

}  // namespace covolve::format
