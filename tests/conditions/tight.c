/* One function on 64 MiB of input, for `ulimit -v`: tight NUMBER SHAPE prints its name and its status. Without a number: how many
   functions there are. */
#define _GNU_SOURCE
#include "calls.h"

int main(int argc, char **argv)
{
    if (argc < 3) {
        printf("%d\n", CALLS);
        return 0;
    }
    const call *c = &calls[atoi(argv[1]) % CALLS];
    make_room((size_t)64 << 20);
    fill(c->before, &fillings[atoi(argv[2]) % FILLINGS], c->after);
    int status = c->run();
    printf("%s %d\n", c->name, status);
    return status == MCP_STATUS_INTERNAL || status > 6 ? 90 : 0;
}
