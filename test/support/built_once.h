// What tests compile to try covolve on, compiled once for all test processes:
// each test is a process of its own, and most of a fixture's tests need the same.
//
// Easy to get wrong: two tests at once. The second waits for the first.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace covolve::test {

/// The folder of this build, above the running test's executable.
std::filesystem::path buildRoot();

/// Stands for a file that goes into what is built.
std::string fingerprintOf(const std::filesystem::path& file);

/// A folder of the build that `build` has filled. When anything of `ingredients` (texts, flags, fingerprints
/// of files) is another, it is another folder. What `build` refuses is tried again by the next who asks.
std::filesystem::path builtOnce(const std::string& name, const std::vector<std::string>& ingredients,
                                const std::function<bool(const std::filesystem::path&)>& build);

}  // namespace covolve::test
