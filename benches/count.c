/* Calls mcp_classify_response on the bytes of a file, COUNT times: for callgrind, which counts instructions. */
#include "mcp_errors.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static char bytes[1 << 20];
  mcp_classification out;
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL)
    return 2;
  size_t len = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  memset(&out, 0, sizeof out);
  out.struct_size = sizeof out;
  for (long count = atol(argv[2]); count > 0; count--)
    if (mcp_classify_response(bytes, len, 0, &out) != MCP_STATUS_OK)
      return 1;
  return 0;
}
