import type { PictureSize } from './prepare.ts';

/** Where a picture is served in its three sizes. */
export interface PicturePaths {
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

/** The own picture that the path shows in full size; undefined where it is an address elsewhere. */
export const nameIn = (url: string): string | undefined => /^\/pictures\/([\w-]{43})\/full\.jpg$/.exec(url)?.[1];

/**
 * The address to give to others: own pictures are kept by their path, all others by their whole address.
 *
 * @param base where this service is reached, e.g. `https://shop.example`
 */
export const addressFrom = (base: string, url: string): string => (url.startsWith('/') ? base + url : url);
