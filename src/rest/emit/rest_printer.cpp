#include "rest/emit/rest_printer.h"

namespace covolve::rest::emit {

namespace {

const std::vector<const RestPrinter*>& printers() {
  static const std::vector<const RestPrinter*> all = {
      &googleTestRestPrinter(),
      &pytestPrinter(),
      &nodePrinter(),
      &junitPrinter(),
  };
  return all;
}

}  // namespace

const RestPrinter* findRestPrinter(std::string_view name) {
  for (const RestPrinter* printer : printers()) {
    if (printer->name() == name) return printer;
  }
  return nullptr;
}

std::vector<std::string_view> restPrinterNames() {
  std::vector<std::string_view> names;
  for (const RestPrinter* printer : printers()) names.push_back(printer->name());
  return names;
}

}  // namespace covolve::rest::emit
