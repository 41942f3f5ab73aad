import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { PreparedPicture } from '../pictures/prepare.ts';
import { storePicture } from '../pictures/stored-pictures.ts';
import { variantById } from '../variants.ts';
import { changeVariant } from './edit-variant.ts';
import { type Picture, picturesOf } from './product-detail.ts';
import { productById } from './product-lookup.ts';
import { setPictures } from './products.ts';

const MAX_PICTURES = 50;

/**
 * Appends pictures, all or none. Pictures that the product already has stay where they are.
 *
 * @returns the number of new pictures
 * @throws AppError not_found; invalid_request if there would be too many
 */
export function addPictures(tx: WriteTx, productId: Id, pictures: readonly PreparedPicture[], now: number): number {
  const before = picturesOfLive(tx, productId);
  const known = new Set(before.map(({ url }) => url));
  const added = pictures
    .map((picture) => storePicture(tx, picture, now))
    .filter(({ url }) => known.size < known.add(url).size);
  if (added.length === 0) return 0;
  if (known.size > MAX_PICTURES) throw invalidRequest('too_many_pictures', { path: 'picture', most: MAX_PICTURES });
  setPictures(tx, productId, [...before, ...added], now);
  return added.length;
}

/**
 * Moves a picture to another index; 0 is the main picture, an index past the end means last.
 *
 * @throws AppError not_found
 */
export function movePicture(
  tx: WriteTx,
  productId: Id,
  { url, position }: { url: string; position: number },
  now: number,
) {
  const { picture, others } = pictureOf(tx, productId, url);
  setPictures(tx, productId, others.toSpliced(position, 0, picture), now);
}

/** @throws AppError not_found */
export function removePicture(tx: WriteTx, productId: Id, url: string, now: number): void {
  setPictures(tx, productId, pictureOf(tx, productId, url).others, now);
}

/**
 * Sets the variant's own picture; null removes it.
 *
 * @throws AppError not_found; invalid_request if the variant is pulled
 */
export function setVariantPicture(tx: WriteTx, id: Id, picture: PreparedPicture | null, now: number): void {
  if (!variantById(tx, id)?.live) throw notFound('variant_not_found', { variant: id });
  const imageUrl = picture && storePicture(tx, picture, now).url;
  changeVariant(tx, id, { imageUrl }, now);
}

function picturesOfLive(db: Reader, productId: Id): Picture[] {
  if (!productById(db, productId)?.live) throw notFound('product_not_found', { product: productId });
  return picturesOf(db, productId);
}

function pictureOf(db: Reader, productId: Id, url: string): { picture: Picture; others: Picture[] } {
  const all = picturesOfLive(db, productId);
  const picture = all.find((candidate) => candidate.url === url);
  if (!picture) throw notFound('product_picture_not_found', { product: productId, url });
  return { picture, others: all.filter((candidate) => candidate !== picture) };
}
