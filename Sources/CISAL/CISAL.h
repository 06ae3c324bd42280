// ISA-L's inflate, without what Swift cannot see: its state holds arrays that are too long to be
// tuples, so that the few fields that matter are reached by name here.
#include <isa-l.h>
#include <stddef.h>
#include <stdint.h>

static const size_t CISAL_STATE_BYTES = sizeof(struct inflate_state);

// The assembly for aarch64 inflates some streams wrongly before 2.32 (intel/isa-l issue 316).
#if defined(__aarch64__) && \
    (ISAL_MAJOR_VERSION < 2 || (ISAL_MAJOR_VERSION == 2 && ISAL_MINOR_VERSION < 32))
static const int CISAL_IS_RELIABLE = 0;
#else
static const int CISAL_IS_RELIABLE = 1;
#endif

static inline void cisal_start(void *memory) { isal_inflate_init((struct inflate_state *)memory); }

static inline int cisal_inflate(void *memory, const uint8_t *input, uint32_t *input_left,
                                uint8_t *output, uint32_t *output_left, int *is_finished) {
  struct inflate_state *state = (struct inflate_state *)memory;
  state->next_in = (uint8_t *)input;
  state->avail_in = *input_left;
  state->next_out = output;
  state->avail_out = *output_left;
  int status = isal_inflate(state);
  *input_left = state->avail_in;
  *output_left = state->avail_out;
  *is_finished = state->block_state == ISAL_BLOCK_FINISH;
  return status;
}
