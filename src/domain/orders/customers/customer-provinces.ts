import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import type { Id } from '../../../lib/ids.ts';
import { provinceOf } from '../../../lib/thai-address/provinces.ts';

// The province of a customer is that of the last order. Orders have it as text, which partners spell in several ways.

/** The parameter of `IS_IN_PROVINCE`. */
export function spellingsOf(province: string): string {
  const known = provinceOf(province);
  if (!known) return JSON.stringify([province]);
  const { name, latin, also } = known;
  return JSON.stringify([name, latin, ...also, `จ.${name}`, `จ. ${name}`, `จังหวัด${name}`]);
}

/** Of addresses `a`. Latin letters match in either case. */
export const IS_IN_PROVINCE = 'a.province COLLATE NOCASE IN (SELECT value FROM json_each(@spellings))';

const onesInProvince = query<{ id: Id }>(
  { reads: ['addresses', 'customers', 'orders'] },
  `SELECT c.id FROM json_each(@found) w CROSS JOIN customers c ON c.id = w.value
   CROSS JOIN orders o ON o.id = c.last_order CROSS JOIN addresses a ON a.version = o.recipient_address
   WHERE ${IS_IN_PROVINCE}`,
);

/** The given customers in a province, in their order; all without a province. */
export const inProvince = (db: Reader, found: readonly Id[], province: string | undefined): readonly Id[] =>
  province === undefined
    ? found
    : db.all(onesInProvince, { found: JSON.stringify(found), spellings: spellingsOf(province) }).map(({ id }) => id);
