/** The file is not what its format requires, or is cut off. */
export class DamagedFile extends Error {}

/** The file has more content than raan reads. */
export class FileTooLarge extends Error {}

/** Cells of a table; each column of a short row is a cell too. */
export const MAX_CELLS = 5_000_000;

const MAX_UNPACKED = 256 * 2 ** 20; // bytes; a workbook of 100,000 products has about 80 MB

/** Counts the unpacked bytes of one workbook. @returns a function that throws FileTooLarge above the limit */
export function unpackingLimit(): (bytes: number) => void {
  let unpacked = 0;
  return (bytes) => {
    unpacked += bytes;
    if (unpacked > MAX_UNPACKED) throw new FileTooLarge('the workbook is too large unpacked');
  };
}
