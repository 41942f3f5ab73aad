import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { printGoodsLabels } from '../../src/domain/print/goods/print-goods-labels.ts';
import { temporaryFolder } from '../support.ts';

// A video of printed labels in front of a camera, as raw Y4M that Chromium plays.

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES_PER_SECOND = 5;
const LABEL_FRAMES = 8; // enough for a busy machine to decode each label twice
const PAUSE_FRAMES = 8; // without a label, after which the same label counts again

interface Picture {
  width: number;
  height: number;
  /** A byte per pixel. */
  gray: Buffer;
}

/** Prints a label for each code and films them one after another. @returns the file */
export async function filmLabels(codes: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'labels.y4m');
  const labels = codes.map((code) => ({
    label: { name: 'ลาเต้', code, sku: 'LATTE', shelf: '', price: null },
    copies: 1,
  }));
  const { pdf } = await printGoodsLabels(labels, { kind: 'barcode', size: '50x30' }, 0);
  writeFileSync(path.join(folder, 'labels.pdf'), pdf);
  execFileSync('pdftoppm', ['-r', '220', '-gray', path.join(folder, 'labels.pdf'), path.join(folder, 'label')]);
  const emptyTable = frameOf(undefined);
  const frames = codes.flatMap((_, i) => {
    const shown = frameOf(readPgm(path.join(folder, `label-${i + 1}.pgm`)));
    return [...new Array<Buffer>(LABEL_FRAMES).fill(shown), ...new Array<Buffer>(PAUSE_FRAMES).fill(emptyTable)];
  });
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`),
      ...frames,
    ]),
  );
  return file;
}

function readPgm(file: string): Picture {
  const bytes = readFileSync(file);
  const [head = '', width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), gray: bytes.subarray(head.length) };
}

const TABLE = 120; // a gray table under the label

/** A frame with the label in its middle. */
function frameOf(label: Picture | undefined): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT, TABLE);
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const { width = 0, height = 0, gray = Buffer.alloc(0) } = label ?? {};
  const [left, top] = [Math.floor((WIDTH - width) / 2), Math.floor((HEIGHT - height) / 2)];
  for (let y = 0; y < height; y += 1) gray.copy(luma, (top + y) * WIDTH + left, y * width, (y + 1) * width);
  return Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
}
