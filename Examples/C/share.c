/* A share sheet in few lines: prints what there is to say of the files that are named, and writes
 * each small thumbnail beside the program as POSITION.jpg.
 *
 *   cc share.c -o share $(pkg-config --cflags --libs thumbs)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <thumbs.h>

static int failed(const char *what, thumbs_error *error) {
    fprintf(stderr, "%s: %s: %s\n", what, thumbs_code_name(thumbs_error_code(error)),
            thumbs_error_message(error));
    thumbs_error_free(error);
    return 1;
}

static int save(const thumbs_thumbnail *picture, size_t position) {
    char name[64];
    snprintf(name, sizeof name, "%zu.%s", position,
             picture->format == THUMBS_FORMAT_PNG ? "png" : "jpg");
    FILE *file = fopen(name, "wb");
    if (file == NULL) return 1;
    size_t written = fwrite(picture->bytes, 1, picture->byte_count, file);
    return fclose(file) != 0 || written != picture->byte_count;
}

static void show(const thumbs_result *result) {
    thumbs_preview preview = THUMBS_PREVIEW_INIT;
    thumbs_thumbnail picture = THUMBS_THUMBNAIL_INIT;
    thumbs_result_preview(result, &preview);
    printf("%zu: %s, %s", preview.position, preview.title, preview.type_text);
    if (preview.byte_count_text != NULL) printf(", %s", preview.byte_count_text);
    if (preview.width > 0) printf(", %" PRIu32 "x%" PRIu32, preview.width, preview.height);
    if (preview.refusal != NULL) printf(", refused (%s)", preview.refusal);
    if (preview.error_code != THUMBS_OK) printf(", %s", thumbs_code_name(preview.error_code));
    printf("\n");
    if (thumbs_result_thumbnail(result, 0, &picture) == THUMBS_OK) save(&picture, preview.position);
}

int main(int count, char **words) {
    thumbs_error *error = NULL;
    thumbs_engine *engine = NULL;
    if (thumbs_engine_new(NULL, &engine, &error) != THUMBS_OK) return failed("engine", error);

    size_t item_count = (size_t)count - 1;
    thumbs_item *items = calloc(item_count + 1, sizeof *items);
    for (size_t index = 0; index < item_count; index++) {
        items[index] = (thumbs_item)THUMBS_ITEM_INIT;
        items[index].path = words[index + 1];
    }
    thumbs_session *session = NULL;
    if (thumbs_session_new(engine, items, item_count, NULL, &session, &error) != THUMBS_OK)
        return failed("session", error);
    free(items);

    thumbs_rules rules = THUMBS_RULES_INIT;
    rules.max_images = 10;
    rules.max_videos = 5;
    uint32_t is_accepted = 0;
    if (thumbs_session_judge(session, &rules, &is_accepted, &error) != THUMBS_OK
        || thumbs_session_start(session, &error) != THUMBS_OK)
        return failed("session", error);

    thumbs_result *result = NULL;
    while (thumbs_session_next(session, -1, &result, &error) == THUMBS_OK && result != NULL) {
        show(result);
        thumbs_result_free(result);
    }
    thumbs_session_free(session);
    thumbs_engine_free(engine);
    return is_accepted ? 0 : 1;
}
