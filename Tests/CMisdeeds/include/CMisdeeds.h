// What a decoder that was taken over would try; for tests of its jail.
#ifndef CMISDEEDS_H
#define CMISDEEDS_H

// Tries something by its name, with a path or a number to do it with.
// Returns 0 where it worked, else the number with which it was refused; −1 for an unknown name.
int misdeed(const char *name, const char *with);

#endif
