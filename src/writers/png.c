#include "writers/png.h"

#include <string.h>

#include <cairo.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/buf.h"

enum { LEVEL = 4 }; /* beyond it zlib takes twice the time for 3 % less */

static void put_u32(unsigned char *to, unsigned long v)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(v >> (24 - 8 * i));
}

/* Length, type, data, checksum of type and data. */
static void chunk(struct buf *out, const char *type, const void *data, size_t length)
{
    unsigned char word[4];
    put_u32(word, length);
    buf_add_n(out, (const char *)word, 4);
    buf_add_n(out, type, 4);
    buf_add_n(out, data, length);
    unsigned long sum = crc32(0, (const Bytef *)type, 4);
    put_u32(word, crc32(sum, data, (uInt)length));
    buf_add_n(out, (const char *)word, 4);
}

/* Rows of red, green, blue, each after its filter's number, 0. */
static unsigned char *raw_rows(struct arena *a, cairo_surface_t *surface, size_t *size)
{
    size_t width = (size_t)cairo_image_surface_get_width(surface);
    size_t height = (size_t)cairo_image_surface_get_height(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    *size = height * (width * 3 + 1);
    unsigned char *rows = arena_alloc(a, *size), *to = rows;
    for (size_t y = 0; y < height; y++) {
        *to++ = 0;
        for (size_t x = 0; x < width; x++) {
            unsigned pixel; /* native order: 0x00rrggbb */
            memcpy(&pixel, pixels + y * stride + x * 4, 4);
            *to++ = (unsigned char)(pixel >> 16);
            *to++ = (unsigned char)(pixel >> 8);
            *to++ = (unsigned char)pixel;
        }
    }
    return rows;
}

bool png_encode(cairo_surface_t *surface, unsigned pixels_per_metre, struct buf *out)
{
    cairo_surface_flush(surface);
    size_t size;
    const unsigned char *rows = raw_rows(out->arena, surface, &size);
    uLongf packed_size = compressBound(size);
    unsigned char *packed = arena_alloc(out->arena, packed_size);
    if (compress2(packed, &packed_size, rows, size, LEVEL) != Z_OK)
        return false;
    unsigned char header[13] = { 0 }, density[9];
    put_u32(header, (unsigned long)cairo_image_surface_get_width(surface));
    put_u32(header + 4, (unsigned long)cairo_image_surface_get_height(surface));
    header[8] = 8; /* bits */
    header[9] = 2; /* red, green, blue */
    put_u32(density, pixels_per_metre);
    put_u32(density + 4, pixels_per_metre);
    density[8] = 1; /* the unit is the metre */
    buf_add_n(out, "\x89PNG\r\n\x1a\n", 8);
    chunk(out, "IHDR", header, sizeof header);
    chunk(out, "pHYs", density, sizeof density);
    chunk(out, "IDAT", packed, packed_size);
    chunk(out, "IEND", "", 0);
    return true;
}
