// How the user's own build links: from the answer of CMake's file API where
// there is one, else from CMake's build.ninja (Meson's too) or the Makefile
// generator's link.txt files, which stand beside every compilation database that
// CMake writes.
//
// Easy to get wrong: a static library's own step names no libraries; those
// appear only where something is linked with it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "unit/build/cmake_reply.h"

namespace covolve::unit {

struct LinkStep {
  std::filesystem::path output;                  // absolute
  std::set<std::filesystem::path> objects;       // absolute
  std::vector<std::string> libraries;            // in order: -l..., -L..., absolute paths of .a and .so files
  std::set<std::filesystem::path> sources = {};  // absolute; CMake's file API names these, no objects
};

std::vector<LinkStep> readLinkSteps(const std::filesystem::path& buildDirectory);

/// The link steps of a Ninja file whose paths are relative to `directory`.
std::vector<LinkStep> parseNinja(std::string_view text, const std::filesystem::path& directory);

/// What is compiled into an object library belongs to those that it is linked into.
std::vector<LinkStep> linkStepsOf(const CMakeReply& reply);

struct TargetLibraries {
  std::set<std::filesystem::path> siblings;     // objects, or their sources, linked together with the unit's
  std::vector<std::string> external;            // what the project does not build itself
  std::vector<std::filesystem::path> ownBuilt;  // the project's own libraries, where they exist
};

/// For the unit with this object or source, as the first step that holds it links it.
TargetLibraries librariesOf(const std::vector<LinkStep>& steps, const std::filesystem::path& object,
                            const std::filesystem::path& source = {});

}  // namespace covolve::unit
