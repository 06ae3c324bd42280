// FFmpeg's libraries, loaded when they are first needed.
//
// They come with a hundred others, which take longer to load than a photo takes to decode. Every
// function of FFmpeg that is called has an entry of its name here, which goes on to the library.
#ifndef CFFMPEGLOADER_H
#define CFFMPEGLOADER_H

// Loads the libraries of the versions whose headers were compiled with; to be called once, before
// any of their functions. Returns a null pointer, or why they cannot be loaded, as dlerror(3)
// says it.
const char *cffmpeg_load(void);

#endif
