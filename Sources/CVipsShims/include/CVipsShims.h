// One plain C function per variadic libvips call; no decisions.
#ifndef CVIPSSHIMS_H
#define CVIPSSHIMS_H

// Starts libvips; 0 on success.
int cvips_init(const char *program);

#endif
