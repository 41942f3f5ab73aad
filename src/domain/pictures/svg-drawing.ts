import { hash } from 'node:crypto';
import { inThreadPool } from '../../lib/runtime.ts';
import { pictureLibrary } from './library.ts';
import type { PictureSize, PreparedPicture } from './prepare.ts';

/** Draws raan's own SVG pictures as JPEG, one at a time. */
export interface Drawing {
  draw: (svg: string, width: number) => Promise<Buffer>;
  /** In the sizes of an uploaded picture. */
  prepare: (svg: string) => Promise<PreparedPicture>;
}

const WIDTH: Record<PictureSize, number> = { full: 480, thumbnail: 300, tiny: 100 };
const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] };

/**
 * Runs `use` while the picture library reads SVG, which it does not do for uploads.
 *
 * @param databaseFile see `pictureLibrary`
 */
export async function withDrawing<T>(databaseFile: string, use: (drawing: Drawing) => Promise<T>): Promise<T> {
  const sharp = await pictureLibrary(databaseFile);
  let last: Promise<unknown> = Promise.resolve();
  const draw = (svg: string, width: number): Promise<Buffer> => {
    const sized = Buffer.from(svg.replace('<svg ', `<svg width="${width}" `));
    const drawn = last.then(() =>
      inThreadPool(() => sharp(sized).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()),
    );
    last = drawn.catch(() => {}); // the caller gets the error; the next picture is drawn anyway
    return drawn;
  };
  const prepare = async (svg: string): Promise<PreparedPicture> => {
    const [full, thumbnail, tiny] = await Promise.all(
      [WIDTH.full, WIDTH.thumbnail, WIDTH.tiny].map((width) => draw(svg, width)),
    );
    return { name: hash('sha256', full as Buffer, 'base64url'), full, thumbnail, tiny } as PreparedPicture;
  };
  sharp.unblock(SVG_LOADER);
  try {
    return await use({ draw, prepare });
  } finally {
    sharp.block(SVG_LOADER);
  }
}
