/** The file is malformed or truncated. */
export class DamagedFile extends Error {}

/** The file has more content than raan reads. */
export class FileTooLarge extends Error {}

/** Rows times columns of a table. */
export const MAX_CELLS = 5_000_000;

const MAX_DECOMPRESSED = 256 * 2 ** 20; // bytes; a workbook of 100,000 products has about 80 MB

/** Limits the decompressed size of a workbook. @returns a function that counts bytes and throws FileTooLarge */
export function decompressionLimit(): (bytes: number) => void {
  let decompressed = 0;
  return (bytes) => {
    decompressed += bytes;
    if (decompressed > MAX_DECOMPRESSED) throw new FileTooLarge('the decompressed workbook is too large');
  };
}
