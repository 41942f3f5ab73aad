import type Sharp from 'sharp';
import { loadPictureAddon } from './addon.ts';

const ALLOWED_LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

let isRestricted = false;

/**
 * Loads sharp on first use, restricted to JPEG, PNG and WebP.
 *
 * @param databaseFile the executable may unpack shared libraries next to it
 */
export async function pictureLibrary(databaseFile: string): Promise<typeof Sharp> {
  await loadPictureAddon(databaseFile);
  const { default: sharp } = await import('sharp');
  if (isRestricted) return sharp; // drawing may have allowed SVG in the meantime, see svg-drawing.ts
  isRestricted = true;
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ALLOWED_LOADERS });
  return sharp;
}
