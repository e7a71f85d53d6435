/* Frames into a file of moving pictures, by the program ffmpeg. */
#ifndef EG_REPORT_ENCODER_H
#define EG_REPORT_ENCODER_H

#include "base/file.h"
#include "report/palette.h"

typedef enum eg_film_kind { EG_FILM_MP4, EG_FILM_WEBM, EG_FILM_GIF, EG_FILM_SVG, EG_FILM_KINDS } eg_film_kind;

typedef struct eg_encoder eg_encoder;

/* Starts ffmpeg, which will write `path`; `palette` is for GIFs. *encoder is NULL unless EG_OK.
 * EG_ERROR_UNAVAILABLE: it is missing or does not start; EG_ERROR_FILE; both reported. EG_ERROR_MEMORY. */
eg_status eg_encoder_begin(eg_film_kind kind, int width, int height, double rate,
                           const uint32_t palette[EG_PALETTE_SIZE], const char *path,
                           eg_diagnostics *diagnostics, eg_encoder **encoder);
/* Pixels of 32 bits (eg_raster_row). False: ffmpeg takes no more; eg_encoder_end tells why. */
bool eg_encoder_put(eg_encoder *e, const uint32_t *pixels, size_t count);
/* All frames are there: waits for ffmpeg, and gives the file its name. EG_OK; EG_ERROR_FILE or
 * EG_ERROR_UNAVAILABLE when ffmpeg failed (reported in its words), and nothing is left behind. */
eg_status eg_encoder_end(eg_encoder *e, eg_diagnostics *diagnostics);
/* Gives up: ends ffmpeg, and nothing is left behind. Accepts NULL. */
void eg_encoder_discard(eg_encoder *e);

#endif
