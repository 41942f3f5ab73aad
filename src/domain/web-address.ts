import { baseUrl } from '../config.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../db/reader.ts';
import { command, query } from '../db/statement.ts';
import type { WriteTx } from '../db/write-tx.ts';
import { audit } from './audit/audit-log.ts';

// The only writer of web_address: the address in links, set in the office. `listen.base_url` of the config file overrides it.

/** The public address in links, such as `https://shop.example`; undefined if it is not set. */
export const webAddress = ({ config, db }: Pick<Context, 'config' | 'db'>): string | undefined =>
  baseUrl(config) ?? officeWebAddress(db);

const read = query<{ address: string }>({ reads: ['web_address'] }, 'SELECT address FROM web_address');

/** As it was set in the office. */
export const officeWebAddress = (db: Reader): string | undefined => db.get(read)?.address;

/** Whether it is an http or https URL without a query. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+[^\s?#]*$/.test(text) && URL.canParse(text);

const insert = command({ writes: ['web_address'] }, 'INSERT OR REPLACE INTO web_address (one, address) VALUES (1, ?)');
const remove = command({ writes: ['web_address'] }, 'DELETE FROM web_address');

/** @param wanted undefined: none */
export function changeWebAddress(tx: WriteTx, wanted: string | undefined): void {
  const address = wanted?.replace(/\/+$/, '');
  const before = officeWebAddress(tx);
  if (address === before) return;
  if (address === undefined) tx.run(remove);
  else tx.run(insert, address);
  audit(tx, 'web_address_changed', { storeId: null, detail: { web_address: [before ?? null, address ?? null] } });
}
