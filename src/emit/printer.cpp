#include "emit/printer.h"

namespace covolve::emit {

namespace {

const std::vector<const Printer*>& printers() {
  static const std::vector<const Printer*> all = {
      &googleTestPrinter(),
  };
  return all;
}

}  // namespace

const Printer* findPrinter(std::string_view name) {
  for (const Printer* printer : printers()) {
    if (printer->name() == name) return printer;
  }
  return nullptr;
}

std::vector<std::string_view> printerNames() {
  std::vector<std::string_view> names;
  for (const Printer* printer : printers()) names.push_back(printer->name());
  return names;
}

}  // namespace covolve::emit
