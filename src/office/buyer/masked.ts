import type { StoredAddress } from '../../domain/addresses.ts';

const HIDDEN = '•••';

/** The start of a word that is shown: one letter with its marks, in Thai with a vowel that is written before it. */
const START = /^[เแโใไ]?\P{M}\p{M}*/u;

/** A name by the first letter of each word: `ส••• ใจ•••` stays recognizable to its owner only. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 3)
    .map((word) => (START.exec(word)?.[0] ?? '') + HIDDEN)
    .join(' ');

/** The part of an address that anyone with the link may see. */
export const maskedArea = ({ district, postal_code }: StoredAddress): string =>
  [district, postal_code].filter((part) => part !== undefined).join(' ');
