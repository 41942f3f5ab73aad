import { parse } from 'node:querystring';

/**
 * The fields of a url-encoded form, each with its values in their order. `URLSearchParams` takes seconds for a megabyte
 * of `+`, `%` or separators.
 * @param most fields that are read; 0 reads all
 */
export const formFields = (bytes: Buffer, most = 0): [name: string, values: string[]][] =>
  Object.entries(parse(spaced(bytes).toString(), '&', '=', { maxKeys: most })).map(([name, values]) => [
    name,
    [values ?? []].flat(),
  ]);

/** Spaces in place of `+`, which `parse` replaces one by one. */
function spaced(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 0; at < copy.length; at += 1) if (copy[at] === PLUS) copy[at] = SPACE;
  return copy;
}

const [PLUS, SPACE] = [0x2b, 0x20];
