/* Tries what thumbs.h promises: prints "ok", or the line of the first promise that is not kept.
 *
 *   promises PICTURE WORKER
 */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <thumbs.h>

#define PROMISE(condition)                                              \
    do {                                                                \
        if (!(condition)) {                                             \
            printf("line %d: %s\n", __LINE__, #condition);              \
            exit(1);                                                    \
        }                                                               \
    } while (0)

static const char *picture;

static thumbs_engine *engine_of(const thumbs_engine_options *options) {
    thumbs_engine *engine = NULL;
    thumbs_error *error = NULL;
    PROMISE(thumbs_engine_new(options, &engine, &error) == THUMBS_OK);
    PROMISE(engine != NULL && error == NULL);
    return engine;
}

static void misuse(thumbs_engine *engine) {
    thumbs_error *error = NULL;
    thumbs_result *result = NULL;
    thumbs_item item = THUMBS_ITEM_INIT;
    /* NULL everywhere, and no place for an error. */
    PROMISE(thumbs_engine_new(NULL, NULL, NULL) == THUMBS_USAGE);
    PROMISE(thumbs_make(NULL, NULL, NULL, NULL, NULL) == THUMBS_USAGE);
    PROMISE(thumbs_make(engine, NULL, NULL, &result, NULL) == THUMBS_USAGE);
    PROMISE(thumbs_session_start(NULL, NULL) == THUMBS_USAGE);
    PROMISE(thumbs_result_preview(NULL, NULL) == THUMBS_USAGE);
    PROMISE(thumbs_result_warning(NULL, 0) == NULL);
    thumbs_engine_free(NULL);
    thumbs_session_free(NULL);
    thumbs_session_cancel(NULL);
    thumbs_result_free(NULL);
    thumbs_error_free(NULL);
    PROMISE(thumbs_error_code(NULL) == THUMBS_OK);
    PROMISE(strcmp(thumbs_error_message(NULL), "") == 0);
    /* An item that is nothing, and one that is two things. */
    PROMISE(thumbs_make(engine, &item, NULL, &result, &error) == THUMBS_USAGE);
    PROMISE(thumbs_error_code(error) == THUMBS_USAGE);
    PROMISE(strlen(thumbs_error_message(error)) > 10);
    thumbs_error_free(error);
    item.path = picture;
    item.has_descriptor = 1;
    PROMISE(thumbs_make(engine, &item, NULL, &result, NULL) == THUMBS_USAGE);
    /* A struct of no length, and numbers that are no choices. */
    thumbs_item unset;
    memset(&unset, 0, sizeof unset);
    unset.path = picture;
    PROMISE(thumbs_make(engine, &unset, NULL, &result, NULL) == THUMBS_USAGE);
    item.has_descriptor = 0;
    thumbs_options options = THUMBS_OPTIONS_INIT;
    options.format = 99;
    PROMISE(thumbs_make(engine, &item, &options, &result, NULL) == THUMBS_USAGE);
    PROMISE(result == NULL);
}

static void placeholders(thumbs_engine *engine) {
    for (uint32_t wanted = 0; wanted < 2; wanted++) {
        thumbs_result *result = NULL;
        thumbs_item item = THUMBS_ITEM_INIT;
        item.path = picture;
        thumbs_options options = THUMBS_OPTIONS_INIT;
        options.makes_placeholder = wanted;
        PROMISE(thumbs_make(engine, &item, &options, &result, NULL) == THUMBS_OK);
        thumbs_preview preview = THUMBS_PREVIEW_INIT;
        PROMISE(thumbs_result_preview(result, &preview) == THUMBS_OK);
        PROMISE((preview.thumb_hash != NULL) == (wanted == 1));
        PROMISE((preview.thumb_hash_byte_count >= 5) == (wanted == 1));
        PROMISE(preview.thumb_hash_byte_count <= 25 && preview.dominant_colour <= 0xFFFFFF);
        PROMISE((preview.dominant_colour != 0) == (wanted == 1));
        thumbs_result_free(result);
    }
}

static void versions(thumbs_engine *engine) {
    thumbs_result *result = NULL;
    /* A caller of today in a library of tomorrow: fewer bytes are read and written. */
    thumbs_item item = THUMBS_ITEM_INIT;
    item.struct_size = offsetof(thumbs_item, claimed_type);
    item.path = picture;
    item.claimed_type = (const char *)1;
    PROMISE(thumbs_make(engine, &item, NULL, &result, NULL) == THUMBS_OK);
    thumbs_preview preview = THUMBS_PREVIEW_INIT;
    preview.struct_size = offsetof(thumbs_preview, mime);
    preview.mime = (const char *)1;
    PROMISE(thumbs_result_preview(result, &preview) == THUMBS_OK);
    PROMISE(strcmp(preview.title, "colour.jpg") == 0);
    PROMISE(preview.mime == (const char *)1);
    PROMISE(preview.struct_size == offsetof(thumbs_preview, mime));
    thumbs_result_free(result);
    /* A caller of tomorrow: what is not known must be zero. */
    struct { thumbs_item item; uint64_t later; } newer = { THUMBS_ITEM_INIT, 0 };
    newer.item.struct_size = sizeof newer;
    newer.item.path = picture;
    PROMISE(thumbs_make(engine, &newer.item, NULL, &result, NULL) == THUMBS_OK);
    thumbs_result_free(result);
    newer.later = 1;
    PROMISE(thumbs_make(engine, &newer.item, NULL, &result, NULL) == THUMBS_USAGE);
    PROMISE(thumbs_api_version() >= THUMBS_API_VERSION);
    PROMISE(strcmp(thumbs_code_name(THUMBS_OVER_BUDGET), "overBudget") == 0);
    PROMISE(strcmp(thumbs_code_name(4711), "unknown") == 0);
}

static ptrdiff_t read_file(void *context, void *buffer, size_t byte_count) {
    return (ptrdiff_t)fread(buffer, 1, byte_count > 1000 ? 1000 : byte_count, context);
}

static ptrdiff_t read_nothing(void *context, void *buffer, size_t byte_count) {
    (void)context, (void)buffer, (void)byte_count;
    return -1;
}

static void items(thumbs_engine *engine) {
    FILE *file = fopen(picture, "rb");
    static unsigned char bytes[1 << 20], pixels[30 * 128 - 8];
    size_t byte_count = fread(bytes, 1, sizeof bytes, file);
    rewind(file);
    FILE *again = fopen(picture, "rb");
    thumbs_item list[6];
    for (size_t index = 0; index < 6; index++) list[index] = (thumbs_item)THUMBS_ITEM_INIT;
    list[0].path = picture;
    list[1].bytes = bytes;
    list[1].byte_count = byte_count;
    list[1].claimed_type = "public.movie";
    list[2].read = read_file;
    list[2].read_context = file;
    list[3].has_descriptor = 1;
    list[3].descriptor = fileno(again);
    list[4].pixels = pixels;
    list[4].pixel_width = 40;
    list[4].pixel_height = 30;
    list[4].pixel_stride = 128;
    list[5].read = read_nothing;
    list[5].suggested_name = "broken.png";
    for (size_t index = 0; index < 6; index++) list[index].identifier = "tagged";

    thumbs_size sizes[] = { { "small", 100 }, { "big", 200 } };
    thumbs_options options = THUMBS_OPTIONS_INIT;
    options.sizes = sizes;
    options.size_count = 2;
    options.format = THUMBS_FORMAT_PNG;
    thumbs_session *session = NULL;
    thumbs_error *error = NULL;
    PROMISE(thumbs_session_new(engine, list, 6, &options, &session, &error) == THUMBS_OK);
    /* What items referred to was copied. */
    memset(pixels, 99, sizeof pixels);
    thumbs_result *result = NULL;
    PROMISE(thumbs_session_next(session, 0, &result, &error) == THUMBS_USAGE);
    thumbs_error_free(error);
    error = NULL;
    thumbs_rules rules = THUMBS_RULES_INIT;
    uint32_t is_accepted = 1;
    rules.activation_rule = "{\"NSExtensionActivationSupportsImageWithMaxCount\": 5}";
    PROMISE(thumbs_session_judge(session, &rules, &is_accepted, &error) == THUMBS_OK);
    PROMISE(is_accepted == 0); /* One of them cannot be read. */
    rules.activation_rule = "{\"nonsense\": 5}";
    PROMISE(thumbs_session_judge(session, &rules, NULL, &error) == THUMBS_USAGE);
    PROMISE(strstr(thumbs_error_message(error), "nonsense") != NULL);
    thumbs_error_free(error);
    error = NULL;
    PROMISE(thumbs_session_start(session, &error) == THUMBS_OK);
    PROMISE(thumbs_session_start(session, NULL) == THUMBS_USAGE);

    const thumbs_result *results[6];
    for (size_t count = 0; count < 6; count++) {
        PROMISE(thumbs_session_next(session, -1, &result, &error) == THUMBS_OK && result != NULL);
        thumbs_preview preview = THUMBS_PREVIEW_INIT;
        PROMISE(thumbs_result_preview(result, &preview) == THUMBS_OK);
        PROMISE(preview.is_final && preview.position < 6);
        PROMISE(strcmp(preview.identifier, "tagged") == 0);
        results[preview.position] = result;
        if (preview.position == 5) {
            PROMISE(preview.error_code == THUMBS_UNREADABLE && preview.is_refused);
            PROMISE(strcmp(preview.title, "broken.png") == 0);
            PROMISE(preview.upload_file_name == NULL && preview.byte_count == THUMBS_NO_COUNT);
            continue;
        }
        PROMISE(preview.error_code == THUMBS_OK && preview.error_message == NULL);
        PROMISE(preview.kind == THUMBS_KIND_IMAGE && preview.thumbnail_count == 2);
        PROMISE(preview.duration < 0 && preview.duration_text == NULL);
        thumbs_thumbnail thumbnail = THUMBS_THUMBNAIL_INIT;
        PROMISE(thumbs_result_thumbnail(result, 0, &thumbnail) == THUMBS_OK);
        PROMISE(strcmp(thumbnail.name, "small") == 0 && thumbnail.format == THUMBS_FORMAT_PNG);
        PROMISE(thumbnail.byte_count > 8 && memcmp(thumbnail.bytes, "\x89PNG", 4) == 0);
        PROMISE(thumbnail.width == (preview.position == 4 ? 40 : 100));
        PROMISE(thumbs_result_thumbnail(result, 2, &thumbnail) == THUMBS_USAGE);
        PROMISE((preview.warning_count > 0) == (preview.position == 1));
        if (preview.position == 4) continue;
        /* An upload in pieces is the file. */
        static unsigned char copy[1 << 20];
        uint64_t offset = 0;
        size_t read_count = 0;
        do {
            PROMISE(thumbs_result_read(
                        result, offset, copy + offset, 999, &read_count, &error) == THUMBS_OK);
            offset += read_count;
        } while (read_count > 0);
        PROMISE(offset == byte_count && preview.upload_byte_count == byte_count);
        PROMISE(memcmp(bytes, copy, byte_count) == 0);
    }
    for (int count = 0; count < 3; count++)
        PROMISE(thumbs_session_next(session, -1, &result, &error) == THUMBS_OK && result == NULL);
    thumbs_session_free(session);
    /* Results live on. */
    PROMISE(thumbs_hand_off(results, 6, "session", THUMBS_ORIGINALS_COPIES, &error) == THUMBS_OK);
    PROMISE(thumbs_hand_off(results, 6, "session", 0, NULL) == THUMBS_OUTPUT_FAILED);
    for (size_t index = 0; index < 6; index++) thumbs_result_free((thumbs_result *)results[index]);
    fclose(file);
    fclose(again);
}

static ptrdiff_t read_slowly(void *context, void *buffer, size_t byte_count) {
    (void)byte_count;
    usleep(20000);
    ((char *)buffer)[0] = 'x';
    return *(int *)context == 1 ? 1 : -1;
}

static void cancellation(thumbs_engine *engine) {
    int *is_alive = malloc(sizeof *is_alive);
    *is_alive = 1;
    thumbs_item item = THUMBS_ITEM_INIT;
    item.read = read_slowly;
    item.read_context = is_alive;
    for (int free_first = 0; free_first < 2; free_first++) {
        thumbs_session *session = NULL;
        thumbs_result *result = NULL;
        PROMISE(thumbs_session_new(engine, &item, 1, NULL, &session, NULL) == THUMBS_OK);
        PROMISE(thumbs_session_start(session, NULL) == THUMBS_OK);
        PROMISE(thumbs_session_next(session, 50, &result, NULL) == THUMBS_TIMED_OUT);
        if (!free_first) {
            thumbs_session_cancel(session);
            PROMISE(thumbs_session_next(session, -1, &result, NULL) == THUMBS_OK && result != NULL);
            thumbs_preview preview = THUMBS_PREVIEW_INIT;
            thumbs_result_preview(result, &preview);
            PROMISE(preview.error_code == THUMBS_CANCELLED);
            thumbs_result_free(result);
        }
        thumbs_session_free(session);
    }
    /* No read is under way any more. */
    *is_alive = 0;
    free(is_alive);
}

static void *make_many(void *engine) {
    for (int count = 0; count < 20; count++) {
        thumbs_result *result = NULL;
        thumbs_error *error = NULL;
        thumbs_item item = THUMBS_ITEM_INIT;
        item.path = count % 2 ? picture : "/nowhere";
        thumbs_code code = thumbs_make(engine, &item, NULL, &result, &error);
        PROMISE(code == (count % 2 ? THUMBS_OK : THUMBS_VANISHED));
        PROMISE(thumbs_error_code(error) == code);
        thumbs_error_free(error);
        thumbs_result_free(result);
    }
    return NULL;
}

int main(int count, char **words) {
    PROMISE(count == 3);
    picture = words[1];
    thumbs_engine *engine = engine_of(NULL);
    misuse(engine);
    placeholders(engine);
    versions(engine);
    items(engine);
    cancellation(engine);
    pthread_t threads[4];
    for (int index = 0; index < 4; index++)
        pthread_create(&threads[index], NULL, make_many, engine);
    for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
    thumbs_engine_free(engine);

    thumbs_engine_options options = THUMBS_ENGINE_OPTIONS_INIT;
    options.is_isolated = 1;
    options.worker_path = words[2];
    engine = engine_of(&options);
    make_many(engine);
    thumbs_engine_free(engine);

    options.budget_bytes = 1;
    PROMISE(thumbs_engine_new(&options, &engine, NULL) == THUMBS_OVER_BUDGET && engine == NULL);
    printf("ok\n");
    return 0;
}
