import assert from 'node:assert/strict';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { listStores } from '../src/domain/stores.ts';
import { OperatorError } from '../src/lib/errors.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { withPathText } from './errors.ts';
import type { Json, Shop } from './support.ts';

export const dump = (shop: Shop): Json => JSON.parse(JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db))));

export const dumped = (shop: Shop): Json => dump(shop).stores[0];

/** Loads a change of the café, with only its key and name besides. */
export const change = (shop: Shop, parts: object) =>
  shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', ...parts }] });

/** The problems of a refused load. */
export async function problemsOf(shop: Shop, file: object): Promise<readonly Message[]> {
  try {
    await shop.load(file);
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
    return error.problems.map(withPathText);
  }
  return assert.fail('the load was not refused');
}
