import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { pathsOf, pictureNameIn } from '../pictures/stored-pictures.ts';

const pictureUrls = query<{ id: Id; url: string | null }>(
  { reads: ['product_images', 'variants'] },
  `SELECT v.id, coalesce(v.image_url,
     (SELECT url FROM product_images WHERE product_id = v.product_id ORDER BY position LIMIT 1)) AS url
   FROM json_each(?) c CROSS JOIN variants v ON v.id = c.value`,
);

/**
 * The paths of the variants' small pictures: their own, else the main one of their products. Without pictures of other
 * sites, which the office does not load.
 */
export const variantPictures = (db: Reader, variantIds: readonly Id[]): ReadonlyMap<Id, string> =>
  new Map(
    db.all(pictureUrls, JSON.stringify(variantIds)).flatMap(({ id, url }) => {
      const name = pictureNameIn(url ?? '');
      return name === undefined ? [] : [[id, pathsOf(name).tinyUrl] as const];
    }),
  );
