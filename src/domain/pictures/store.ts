import type { Database } from '../../db/database.ts';
import { nameIn, type PicturePaths, pathsOf } from './paths.ts';
import type { PictureSize, PreparedPicture } from './prepare.ts';

// The only writer of pictures.

/** Keeps the picture, once however often it is uploaded. Whoever keeps it names its paths in the same transaction. */
export function keepPicture(db: Database, { name, full, thumbnail, tiny }: PreparedPicture, now: number): PicturePaths {
  db.run(
    'INSERT INTO pictures (name, create_time, tiny, thumbnail, full_size) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    name,
    now,
    tiny,
    thumbnail,
    full,
  );
  return pathsOf(name);
}

const COLUMNS: Record<PictureSize, string> = { full: 'full_size', thumbnail: 'thumbnail', tiny: 'tiny' };

/** The picture's JPEG, or undefined. */
export const pictureBytes = (db: Database, name: string, size: PictureSize): Buffer | undefined =>
  db.get<{ bytes: Buffer }>(`SELECT ${COLUMNS[size]} AS bytes FROM pictures WHERE name = ?`, name)?.bytes;

export const isKept = (db: Database, name: string): boolean =>
  db.get('SELECT 1 FROM pictures WHERE name = ?', name) !== undefined;

/**
 * Drops those of the pictures that nothing shows any more. What a deleted product or variant shows stays: it may be
 * restored.
 *
 * @param urls those in full size that something has just ceased to show
 */
export function dropUnused(db: Database, urls: readonly string[]): void {
  for (const url of urls) {
    const name = nameIn(url);
    if (name !== undefined && !isShown(db, url)) db.run('DELETE FROM pictures WHERE name = ?', name);
  }
}

const isShown = (db: Database, url: string): boolean =>
  db.get(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM product_images WHERE url = @url)
       OR EXISTS (SELECT 1 FROM variants WHERE image_url = @url)`,
    { url },
  ) !== undefined;
