import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { PICTURE_SIZES, type PictureSize } from '../domain/pictures/prepare.ts';
import { pictureBytes } from '../domain/pictures/stored-pictures.ts';
import { notFound } from '../lib/errors.ts';
import type { Bindings } from '../lib/request-bindings.ts';
import { requestId } from './reply.ts';

/** The name is a hash of the content, so a response never changes. */
const IMMUTABLE = {
  'Content-Type': 'image/jpeg',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin', // partners embed pictures in their own pages
};

const SIZES = new Map<string, PictureSize>(PICTURE_SIZES.map((size) => [`${size}.jpg`, size]));

/** Public pictures of products: `GET /pictures/NAME/full.jpg`, `thumbnail.jpg` or `tiny.jpg`. */
export const pictures = (ctx: Context) =>
  new Hono<{ Bindings: Bindings }>().get('/:name/:file', (c) => {
    const { name, file } = c.req.param();
    const size = SIZES.get(file);
    const bytes = size && pictureBytes(ctx.db, name, size);
    if (!bytes) throw notFound('picture_not_found');
    const ETag = `"${name}-${size}"`;
    const headers = {
      ...IMMUTABLE,
      'Content-Disposition': `inline; filename="${file}"`,
      ETag,
      'X-Request-Id': requestId(c),
    };
    if (c.req.header('If-None-Match')?.includes(ETag)) return new Response(null, { status: 304, headers });
    return new Response(bytes as Buffer<ArrayBuffer>, { headers });
  });
