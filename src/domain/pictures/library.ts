import type Sharp from 'sharp';
import { loadPictureAddon } from './addon.ts';

const READ = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/**
 * The library that reads and writes pictures. It is loaded with the first one: most runs of the program need none.
 *
 * @param databaseFile where its shared libraries may become files
 */
export async function pictureLibrary(databaseFile: string): Promise<typeof Sharp> {
  await loadPictureAddon(databaseFile);
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  return sharp;
}
