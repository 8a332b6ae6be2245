/* Loads a plugin, works with it in this thread and in another that outlives it, and unloads it; many times.
   Usage: plugin_host PLUGIN */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

typedef int (*work)(const char *);
static const char answer[] = "{\"error\":{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}}";
static pthread_barrier_t worked, unloaded;
static int right_in_thread;

static void *outlive(void *function)
{
    right_in_thread = (*(work *)function)(answer);
    pthread_barrier_wait(&worked);
    pthread_barrier_wait(&unloaded);
    return NULL; /* whatever the library left in this thread is cleared up now */
}

int main(int argc, char **argv)
{
    pthread_barrier_init(&worked, NULL, 2);
    pthread_barrier_init(&unloaded, NULL, 2);
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        work function;
        void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
        if (plugin == NULL) {
            fprintf(stderr, "%s\n", argc == 2 ? dlerror() : "usage: plugin_host PLUGIN");
            return 2;
        }
        *(void **)&function = dlsym(plugin, "plugin_work"); /* as POSIX has it */
        if (function == NULL || !function(answer) || pthread_create(&thread, NULL, outlive, &function) != 0)
            return 1;
        pthread_barrier_wait(&worked);
        if (dlclose(plugin) != 0)
            return 1;
        pthread_barrier_wait(&unloaded);
        pthread_join(thread, NULL);
        if (!right_in_thread)
            return 1;
    }
    puts("loaded, worked, unloaded");
    return 0;
}
