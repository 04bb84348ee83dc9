/* A program that counts words: one file of C without a header.
 *
 * What makes it hard: every function but main is static, so that nothing can be linked to, and
 * main() itself reads the standard input. A test has to include the source, as C++.
 * Expected: every other branch can be covered; no fault.
 * Infeasible: the six branches of main(), which is not called.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum separator { BLANK, COMMA, TAB };

struct counts {
  int words;
  int numbers;
  int longest;
};

static int is_separator(char c, enum separator separator) {
  switch (separator) {
    case COMMA:
      return c == ',';
    case TAB:
      return c == '\t';
    default:
      return isspace((unsigned char)c) != 0;
  }
}

static struct counts count(const char* text, enum separator separator) {
  struct counts counts = {0, 0, 0};
  if (text == NULL) return counts;
  while (*text != '\0') {
    int length = 0;
    int digits = 0;
    while (text[length] != '\0' && !is_separator(text[length], separator)) {
      if (isdigit((unsigned char)text[length])) ++digits;
      ++length;
    }
    if (length > 0) ++counts.words;
    if (length > 0 && digits == length) ++counts.numbers;
    if (length > counts.longest) counts.longest = length;
    text += length;
    if (*text != '\0') ++text;
  }
  return counts;
}

static int print(FILE* out, struct counts counts, int verbose) {
  if (out == NULL) return -1;
  if (verbose > 0) return fprintf(out, "%d words, %d of them numbers\n", counts.words, counts.numbers);
  return fprintf(out, "%d\n", counts.words);
}

int main(int argc, char** argv) {
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    print(stdout, count(line, BLANK), argc > 1 && strcmp(argv[1], "-v") == 0);
  }
  return 0;
}
