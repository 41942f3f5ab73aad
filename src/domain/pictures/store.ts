import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { nameIn, type PicturePaths, pathsOf } from './paths.ts';
import type { PictureSize, PreparedPicture } from './prepare.ts';

// The only writer of pictures.

const insertPicture = command(
  { writes: ['pictures'] },
  'INSERT INTO pictures (name, create_time, tiny, thumbnail, full_size) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
);

/** Keeps the picture, once however often it is uploaded. Whoever keeps it names its paths in the same transaction. */
export function keepPicture(tx: WriteTx, { name, full, thumbnail, tiny }: PreparedPicture, now: number): PicturePaths {
  tx.run(insertPicture, name, now, tiny, thumbnail, full);
  return pathsOf(name);
}

const COLUMNS: Record<PictureSize, string> = { full: 'full_size', thumbnail: 'thumbnail', tiny: 'tiny' };

/** The picture's JPEG, or undefined. */
export const pictureBytes = (db: Reader, name: string, size: PictureSize): Buffer | undefined =>
  db.get(
    query<{ bytes: Buffer }>({ reads: ['pictures'] }, `SELECT ${COLUMNS[size]} AS bytes FROM pictures WHERE name = ?`),
    name,
  )?.bytes;

const selectKept = query<object>({ reads: ['pictures'] }, 'SELECT 1 FROM pictures WHERE name = ?');

export const isKept = (db: Reader, name: string): boolean => db.get(selectKept, name) !== undefined;

const deleteUnused = command({ writes: ['pictures'] }, 'DELETE FROM pictures WHERE name = ?');

/**
 * Drops those of the pictures that nothing shows any more. What a deleted product or variant shows stays: it may be
 * restored.
 *
 * @param urls those in full size that something has just ceased to show
 */
export function dropUnused(tx: WriteTx, urls: readonly string[]): void {
  for (const url of urls) {
    const name = nameIn(url);
    if (name !== undefined && !isShown(tx, url)) tx.run(deleteUnused, name);
  }
}

const selectShown = query<object>(
  { reads: ['product_images', 'variants'] },
  `SELECT 1 WHERE EXISTS (SELECT 1 FROM product_images WHERE url = @url)
   OR EXISTS (SELECT 1 FROM variants WHERE image_url = @url)`,
);

const isShown = (db: Reader, url: string): boolean => db.get(selectShown, { url }) !== undefined;
