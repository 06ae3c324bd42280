/* Shares the files that are named in both sizes, twice in one process, and prints the peak of its
 * resident memory after each round: what a share sheet under a limit must stay below.
 *
 *   cc share-memory.c -o share-memory $(pkg-config --cflags --libs thumbs)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thumbs.h>

/* VmHWM of proc(5), in units of 1024 bytes. */
static long peak(void) {
    char line[256];
    long value = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0) value = atol(line + 6);
    if (status != NULL) fclose(status);
    return value;
}

static int round_of(thumbs_engine *engine, char **paths, size_t count) {
    thumbs_item *items = calloc(count + 1, sizeof *items);
    for (size_t index = 0; index < count; index++) {
        items[index] = (thumbs_item)THUMBS_ITEM_INIT;
        items[index].path = paths[index];
    }
    thumbs_size sizes[] = { { "small", 256 }, { "big", 1024 } };
    thumbs_options options = THUMBS_OPTIONS_INIT;
    options.sizes = sizes;
    options.size_count = 2;
    thumbs_session *session = NULL;
    thumbs_error *error = NULL;
    if (thumbs_session_new(engine, items, count, &options, &session, &error) != THUMBS_OK
        || thumbs_session_start(session, &error) != THUMBS_OK) {
        fprintf(stderr, "%s\n", thumbs_error_message(error));
        exit(2);
    }
    free(items);
    int failed = 0;
    thumbs_result *result = NULL;
    while (thumbs_session_next(session, -1, &result, NULL) == THUMBS_OK && result != NULL) {
        thumbs_preview preview = THUMBS_PREVIEW_INIT;
        thumbs_result_preview(result, &preview);
        if (preview.error_code != THUMBS_OK) {
            printf("%s: %s\n", preview.title, preview.error_message);
            failed++;
        }
        thumbs_result_free(result);
    }
    thumbs_session_free(session);
    return failed;
}

int main(int count, char **words) {
    thumbs_engine *engine = NULL;
    int failed = 0;
    if (thumbs_engine_new(NULL, &engine, NULL) != THUMBS_OK) return 2;
    for (int round = 1; round <= 2; round++) {
        failed += round_of(engine, words + 1, (size_t)count - 1);
        printf("round %d: peak %ld kB\n", round, peak());
    }
    thumbs_engine_free(engine);
    return failed > 0;
}
