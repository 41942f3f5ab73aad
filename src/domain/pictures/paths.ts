import type { PictureSize } from './prepare.ts';

/** The paths of a picture in its three sizes. */
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

/** The name of the uploaded picture with this full-size path; undefined for other URLs. */
export const nameIn = (url: string): string | undefined => /^\/pictures\/([\w-]{43})\/full\.jpg$/.exec(url)?.[1];

/**
 * The absolute URL of a picture. Uploaded pictures are stored by path, all others by URL.
 *
 * @param base the public URL of this service: `https://shop.example`
 */
export const addressFrom = (base: string, url: string): string => (url.startsWith('/') ? base + url : url);
