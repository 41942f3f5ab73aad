import sharp from 'sharp';

// Pictures as phones make them.

export interface PhotoOptions {
  width?: number;
  height?: number;
  /** EXIF orientation: 6 is a quarter turn. */
  orientation?: number;
  as?: 'jpeg' | 'png' | 'webp' | 'gif';
  /** Another color makes another picture. */
  color?: string;
}

/** A picture with a different color in its left third, and with EXIF data if it is a JPEG. */
export async function photo({
  width = 1200,
  height = 900,
  orientation,
  as = 'jpeg',
  color = '#27c',
}: PhotoOptions = {}) {
  const band = { create: { width: Math.ceil(width / 3), height, channels: 3 as const, background: '#d22' } };
  const left = await sharp(band).png().toBuffer();
  let picture = sharp({ create: { width, height, channels: 3, background: color } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
  if (as === 'jpeg')
    picture = picture.withExif({
      IFD0: { Make: 'Phone', ...(orientation ? { Orientation: String(orientation) } : {}) },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 45/1 22/1' },
    });
  if (as === 'jpeg' && orientation) picture = picture.withMetadata({ orientation });
  return picture.toFormat(as).toBuffer();
}

/** Format, size, metadata and corner colors of a picture. */
export async function inspectPicture(bytes: Uint8Array) {
  const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata();
  return { format, width, height, notes: [exif, icc, xmp].some((note) => note !== undefined) };
}

/** Whether the pixel has the color of the left third. */
export async function hasBandColor(bytes: Uint8Array, left: number, top: number): Promise<boolean> {
  const [red = 0, , blue = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > 150 && blue < 100;
}
