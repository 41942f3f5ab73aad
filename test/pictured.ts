import sharp from 'sharp';

// Pictures as phones make them.

export interface Shot {
  width?: number;
  height?: number;
  /** What the camera says about how it was held: 6 is turned by a quarter. */
  orientation?: number;
  as?: 'jpeg' | 'png' | 'webp' | 'gif';
  /** Another one makes another picture. */
  colour?: string;
}

/** A picture whose left third is of another colour, with a camera's notes in it where it is JPEG. */
export async function shot({ width = 1200, height = 900, orientation, as = 'jpeg', colour = '#27c' }: Shot = {}) {
  const band = { create: { width: Math.ceil(width / 3), height, channels: 3 as const, background: '#d22' } };
  const left = await sharp(band).png().toBuffer();
  let picture = sharp({ create: { width, height, channels: 3, background: colour } }).composite([
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

/** What a picture is: its format, its size, whether it carries notes, and the colours of its corners. */
export async function looked(bytes: Uint8Array) {
  const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata();
  return { format, width, height, notes: [exif, icc, xmp].some((note) => note !== undefined) };
}

/** Whether the pixel is of the band's colour. */
export async function isBand(bytes: Uint8Array, left: number, top: number): Promise<boolean> {
  const [red = 0, , blue = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > 150 && blue < 100;
}
