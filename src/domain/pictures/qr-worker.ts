import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { asset } from '../../lib/assets.ts';
import { answerJobs } from '../../lib/job-worker.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import type { GrayPicture } from './prepare.ts';
import type { QrCode } from './read-qr.ts';

// Entry point of the thread that reads QR codes.

yieldToRequests();
const wasm = asset('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });

const MAX_CODES = 8;

answerJobs(async (picture: GrayPicture): Promise<QrCode[]> => {
  const image = { width: picture.width, height: picture.height, data: withColors(picture.pixels) };
  const found = await readBarcodes(image as never, { formats: ['QRCode'], maxNumberOfSymbols: MAX_CODES });
  return found.map(({ text, rotation }) => ({ text, rotation }));
});

const OPAQUE = 0xff000000;

/** Red, green, blue and alpha of each pixel. `Uint32Array.from` with a function would take ten times as long. */
function withColors(gray: Uint8Array): Uint8ClampedArray {
  const pixels = new Uint32Array(gray.length);
  gray.forEach((level, index) => {
    pixels[index] = OPAQUE + level * 0x010101;
  });
  return new Uint8ClampedArray(pixels.buffer);
}
