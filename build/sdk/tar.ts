import { gzipSync } from 'node:zlib';

/** File contents by their paths. */
export type TarFiles = Readonly<Record<string, string>>;

const BLOCK = 512;
const MODE = '0000644';
const TIME = '00000000000'; // fixed, so that the same files always give the same archive

/** A gzipped tar archive of the files, in this order. */
export function tarball(files: TarFiles): Buffer {
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    return [header(path, content.length), content, Buffer.alloc(-content.length & (BLOCK - 1))];
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** The fields of a ustar header: offset and content. */
function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`the path ${path} is too long for a tar archive`);
  block.write(path, 0);
  block.write(MODE, 100);
  block.write('0000000', 108); // user
  block.write('0000000', 116); // group
  block.write(size.toString(8).padStart(11, '0'), 124);
  block.write(TIME, 136);
  block.write('        ', 148); // the checksum is computed with spaces in its place
  block.write('0', 156); // a file
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
