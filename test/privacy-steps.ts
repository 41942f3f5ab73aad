import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Id } from '../src/lib/ids.ts';
import { idOf, keyOf, openShop, type Shop, temporaryFolder } from './support.ts';

export const RECIPIENT = {
  name: 'สมหญิง รักสงบ',
  telephone: '081-999-1234',
  address1: '77/7 ซ.สุขใจ',
  postal_code: 50200,
  email: 'somying@example.com',
  note: 'บ้านรั้วเขียว',
};

export async function orderOf(shop: Shop, recipient: object = RECIPIENT, change: object = {}): Promise<Id> {
  const { body } = await shop.order({ recipient_address: recipient, ...change });
  return idOf(body.order.id);
}

/** A copy of the shop's database. */
export async function copyOf(shop: Shop): Promise<string> {
  const copy = path.join(temporaryFolder(), 'copy.db');
  writeFileSync(copy, '');
  await shop.ctx.copyDatabase(copy);
  return copy;
}

/** A shop with this copy of the other shop's database, and its list of erased ids. */
export async function openRestored(shop: Shop, copy: string): Promise<Shop> {
  const restored = await openShop({ stores: [] });
  await restored.stop();
  writeFileSync(restored.config.database, readFileSync(copy));
  writeFileSync(`${restored.config.database}-erased`, readFileSync(`${shop.config.database}-erased`));
  writeFileSync(keyOf(restored), readFileSync(keyOf(shop)), { mode: 0o600 });
  await restored.start();
  return restored;
}
