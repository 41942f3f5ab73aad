import type { WriteTx } from '../src/db/write-tx.ts';
import { purchase } from '../src/domain/catalogue/purchase.ts';
import { type Goods, receive, writeOff } from '../src/domain/stock/goods.ts';
import type { DocumentLine } from '../src/domain/stock/stock-documents.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { documentDefaults, variantId, warehouseId } from './stock-steps.ts';
import type { Shop } from './support.ts';

type Operation = (db: WriteTx, goods: Goods, now: number) => Id;

export const OPERATIONS = {
  purchase,
  deposit: (tx, goods, now) => receive(tx, { ...goods, kind: 'deposit' }, now),
  damaged: (tx, goods, now) => writeOff(tx, { ...goods, kind: 'damaged' }, now),
  lost: (tx, goods, now) => writeOff(tx, { ...goods, kind: 'lost' }, now),
  withdrawn: (tx, goods, now) => writeOff(tx, { ...goods, kind: 'withdrawn' }, now),
} satisfies Record<string, Operation>;

export const line = (shop: Shop, variant: string, qty: number, cost?: number): DocumentLine => ({
  variantId: variantId(shop, variant),
  qty,
  cost: cost as Money | undefined,
});

export const transferOf = (shop: Shop, lines: DocumentLine[]) => ({
  ...documentDefaults(shop),
  toWarehouseId: warehouseId(shop, 'cnx'),
  lines,
});
