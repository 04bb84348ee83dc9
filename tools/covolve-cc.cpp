#include "wrapper/wrapper.h"

int main(int count, char** values) { return covolve::wrapper::runWrapper(count, values); }
