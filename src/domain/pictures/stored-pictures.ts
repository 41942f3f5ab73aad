import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { PictureSize, PreparedPicture } from './prepare.ts';

// The only writer of pictures.

const addPicture = command(
  { writes: ['pictures'] },
  'INSERT INTO pictures (name, create_time, tiny, thumbnail, full_size) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
);

/** Repeated uploads are stored once. The caller references the picture in the same transaction. */
export function storePicture(tx: WriteTx, { name, full, thumbnail, tiny }: PreparedPicture, now: number): PicturePaths {
  tx.run(addPicture, name, now, tiny, thumbnail, full);
  return pathsOf(name);
}

const COLUMNS: Record<PictureSize, string> = { full: 'full_size', thumbnail: 'thumbnail', tiny: 'tiny' };

/** The picture's JPEG, or undefined. */
export const pictureBytes = (db: Reader, name: string, size: PictureSize): Buffer | undefined =>
  db.get(
    query<{ bytes: Buffer }>({ reads: ['pictures'] }, `SELECT ${COLUMNS[size]} AS bytes FROM pictures WHERE name = ?`),
    name,
  )?.bytes;

const pictureByName = query<object>({ reads: ['pictures'] }, 'SELECT 1 FROM pictures WHERE name = ?');

export const hasStoredPicture = (db: Reader, name: string): boolean => db.get(pictureByName, name) !== undefined;

const deletePicture = command({ writes: ['pictures'] }, 'DELETE FROM pictures WHERE name = ?');

/** Deletes uploaded pictures (full-size paths) that nothing references, not even deleted products. */
export function deleteUnusedPictures(tx: WriteTx, urls: readonly string[]): void {
  for (const url of urls) {
    const name = pictureNameIn(url);
    if (name !== undefined && !isReferenced(tx, url)) tx.run(deletePicture, name);
  }
}

const pictureUse = query<object>(
  { reads: ['product_images', 'variants'] },
  `SELECT 1 WHERE EXISTS (SELECT 1 FROM product_images WHERE url = @url)
   OR EXISTS (SELECT 1 FROM variants WHERE image_url = @url)`,
);

const isReferenced = (db: Reader, url: string): boolean => db.get(pictureUse, { url }) !== undefined;

/** The paths of a picture in its three sizes. */
interface PicturePaths {
  url: string;
  thumbnailUrl: string;
  tinyUrl: string;
}

export const pathsOf = (name: string): PicturePaths => ({
  url: pathOf(name, 'full'),
  thumbnailUrl: pathOf(name, 'thumbnail'),
  tinyUrl: pathOf(name, 'tiny'),
});

const pathOf = (name: string, size: PictureSize): string => `/pictures/${name}/${size}.jpg`;

/** The name of the uploaded picture with this full-size path; undefined for other URLs. */
export const pictureNameIn = (url: string): string | undefined => /^\/pictures\/([\w-]{43})\/full\.jpg$/.exec(url)?.[1];

/** The absolute URL of a picture. Uploaded pictures are stored by path, all others by URL. */
export const absoluteUrl = (base: string, url: string): string => (url.startsWith('/') ? base + url : url);
