import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { PreparedPicture } from '../pictures/prepare.ts';
import { keepPicture } from '../pictures/store.ts';
import { variantById } from '../variants.ts';
import { type Picture, picturesOf } from './detail.ts';
import { changeVariant } from './edit.ts';
import { productById } from './lookup.ts';
import { setPictures } from './products.ts';

const MOST_PICTURES = 50;

/**
 * Adds a picture after the product's others; one that it has already stays where it is.
 *
 * @throws Refusal not_found; invalid_request where it has as many as may be
 */
export function addPicture(db: Database, productId: Id, picture: PreparedPicture, now: number): void {
  const before = picturesOfLive(db, productId);
  const added = keepPicture(db, picture, now);
  if (before.some(({ url }) => url === added.url)) return;
  if (before.length >= MOST_PICTURES)
    throw new Refusal('invalid_request', `picture cannot be added: a product has at most ${MOST_PICTURES}`);
  setPictures(db, productId, [...before, added], now);
}

/**
 * Moves the product's picture to another place among them, of which 0 is that of the main picture; beyond the last one
 * it becomes the last.
 *
 * @throws Refusal not_found where the product or the picture is not there
 */
export function movePicture(db: Database, productId: Id, { url, place }: { url: string; place: number }, now: number) {
  const { picture, others } = pictureOf(db, productId, url);
  setPictures(db, productId, others.toSpliced(place, 0, picture), now);
}

/** @throws Refusal not_found where the product or the picture is not there */
export function removePicture(db: Database, productId: Id, url: string, now: number): void {
  setPictures(db, productId, pictureOf(db, productId, url).others, now);
}

/**
 * Gives the variant a picture of its own, or with null takes it away.
 *
 * @throws Refusal not_found; invalid_request where it is pulled
 */
export function setVariantPicture(db: Database, id: Id, picture: PreparedPicture | null, now: number): void {
  if (!variantById(db, id)?.live) throw new Refusal('not_found', `there is no variant ${id}`);
  const imageUrl = picture && keepPicture(db, picture, now).url;
  changeVariant(db, id, { imageUrl }, now);
}

function picturesOfLive(db: Database, productId: Id): Picture[] {
  if (!productById(db, productId)?.live) throw new Refusal('not_found', `there is no product ${productId}`);
  return picturesOf(db, productId);
}

function pictureOf(db: Database, productId: Id, url: string): { picture: Picture; others: Picture[] } {
  const all = picturesOfLive(db, productId);
  const picture = all.find((one) => one.url === url);
  if (!picture) throw new Refusal('not_found', `product ${productId} has no picture ${url}`);
  return { picture, others: all.filter((one) => one !== picture) };
}
