import type Sharp from 'sharp';
import { loadPictureAddon } from './addon.ts';

const READ = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** Loaded on first use. @param databaseFile its directory may receive the unpacked shared libraries */
export async function pictureLibrary(databaseFile: string): Promise<typeof Sharp> {
  await loadPictureAddon(databaseFile);
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  return sharp;
}
