// What object files define and need, read by llvm-nm.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace covolve::unit {

struct Symbols {
  std::set<std::string> defined;  // global ones, weak ones too
  bool definesMain() const { return defined.contains("main"); }
};

/// For each file that can be read; the others are left out.
std::map<std::filesystem::path, Symbols> readSymbols(const std::vector<std::filesystem::path>& objects);

/// As a person writes it: shop::Order::total() const. The symbol itself when it is not a C++ one.
std::string demangled(const std::string& symbol);

/// The words by which the source text that defines a symbol can be known: the last one is the entity's own
/// name, the ones before its scopes (shop, Order, total). Parameters and template arguments are left out.
std::vector<std::string> nameParts(const std::string& symbol);

}  // namespace covolve::unit
