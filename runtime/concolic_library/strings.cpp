// What the standard library has compiled of std::string, compiled once more, by the
// concolic pass: the members that headers only declare from C++11 to C++17. Concolic
// programs are linked with this before the library itself.
#include <string>

template class std::basic_string<char>;
