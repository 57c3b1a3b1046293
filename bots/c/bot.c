/* Plays any legal action, through the bridge: a JSON line comes in, an index goes out. Your idea goes into choose(). */
#define _GNU_SOURCE /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The index of the action to play. The line has more than the number of choices: "legal", "view", "events", … */
static long choose(const char *line, long choices) {
    (void)line;
    return random() % choices;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srandom((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        const char *found = strstr(line, "\"choices\":");
        const long choices = found ? strtol(found + strlen("\"choices\":"), NULL, 10) : 0;
        if (choices < 1) {
            fprintf(stderr, "not a decision: %s", line);
            return EXIT_FAILURE;
        }
        printf("%ld\n", choose(line, choices));
        fflush(stdout);
    }
    free(line);
    return EXIT_SUCCESS;
}
