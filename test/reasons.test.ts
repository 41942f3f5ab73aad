import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { addVariant } from '../src/domain/catalogue/add-product.ts';
import { assemble, disassemble } from '../src/domain/catalogue/assembly.ts';
import { makeBundle, setParts } from '../src/domain/catalogue/bundle-parts.ts';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, byUser } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment, shipOrder } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { addOnHand, deductOnHand, setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { finishApplyingCounts } from '../src/domain/stock/count-lines.ts';
import { applyFulfilment, commitCount, enterCounts, startCount } from '../src/domain/stock/counts.ts';
import { receive, writeOff } from '../src/domain/stock/goods.ts';
import { REASONS, type Reason } from '../src/domain/stock/reasons.ts';
import { repairStock } from '../src/domain/stock/verify-stock.ts';
import { type Changes, itemsOf } from '../src/domain/webhooks/changes.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { addOwner } from './owner-account.ts';
import { sql, tamper } from './sql.ts';
import { cafe, idOf, type Json, openShop, type Shop } from './support.ts';

/** See docs/partner-api.md#reasons: each with its allowed actor field. */
const SPECIFIED: Record<string, 'order_id' | 'user_id' | 'none'> = {
  order_reserved: 'order_id',
  order_edited: 'order_id',
  order_canceled: 'order_id',
  order_canceled_by_system: 'order_id',
  available_qty_reconciled: 'order_id',
  shipping_canceled: 'order_id',
  variant_created: 'user_id',
  user_adjusted: 'user_id',
  user_added: 'user_id',
  returned: 'user_id',
  purchased: 'user_id',
  deposited: 'user_id',
  user_deducted: 'user_id',
  damaged: 'user_id',
  lost: 'user_id',
  withdrawn: 'user_id',
  user_set: 'user_id',
  stock_counted: 'user_id',
  system_init: 'none',
  admin_edited: 'none',
  system_corrected: 'none',
  command_edited: 'none',
  fullfilment_updated: 'none',
  assemble_added: 'none',
  assemble_deducted: 'none',
  disassemble_added: 'none',
  disassemble_deducted: 'none',
  bundle_converted: 'none',
  bundle_edited: 'none',
  unknown: 'none',
};

const apps = [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' }];
const products = [
  {
    key: 'latte',
    name: 'ลาเต้',
    variants: [
      { key: 'hot', name: 'ร้อน', sku: 'LAT-H', prices: { retail: '65' }, stock: { bkk: 10, cnx: 9 } },
      { key: 'cup', name: 'แก้ว', prices: { retail: '20' }, stock: { bkk: 10 } },
      { key: 'gift', name: 'ของขวัญ', prices: { retail: '99' }, stock: { bkk: 3 }, parts: [{ variant: 'cup', qty: 2 }] },
      { key: 'set', name: 'ชุด', prices: { retail: '80' }, bundle: [{ variant: 'hot', qty: 1 }] },
    ],
  },
];
const reseller = {
  key: 'stall',
  name: 'ร้านริมทาง',
  price_tiers: [{ key: 'retail', name: 'ปลีก', default: true }],
  products: [{ key: 'resold', name: 'ลาเต้', pulled_from: { store: 'cafe', product: 'latte' } }],
  apps,
};

/** The setup of an operation: everything is in Bangkok, with ten hot lattes. */
interface OperationSetup {
  shop: Shop;
  hot: Id;
  cup: Id;
  gift: Id;
  set: Id;
  storeId: Id;
  warehouseId: Id;
  userId: Id;
  write: <T>(verb: (db: WriteTx, now: number) => T) => Promise<T>;
  order: () => Promise<{ id: Id; lineId: Id }>;
}

/** All queued changes, kept after they are sent. */
const ANNOUNCED = `CREATE TEMP TABLE announced (storeId INTEGER, first INTEGER, count INTEGER);
  CREATE TEMP TRIGGER record_announced AFTER INSERT ON main.available_changes BEGIN INSERT INTO announced VALUES (new.store_id, new.id, 1); END`;

const announcedIn = ({ ctx }: Shop): Json[] =>
  ctx.db.all(sql<Changes>('SELECT * FROM announced')).flatMap((changes) => itemsOf(ctx.db, changes));

async function openOperationSetup(): Promise<OperationSetup> {
  const shop = await openShop({ stores: [cafe({ apps, products }), reseller] });
  const variant = (key: string) => idOf(shop.ids.variants[key]);
  const write: OperationSetup['write'] = (verb) => shop.ctx.write((tx) => verb(tx, shop.now()));
  await write((tx, now) => addOwner(tx, 'mali', now));
  shop.ctx.connection.exec(ANNOUNCED);
  return {
    shop,
    write,
    hot: variant('hot'),
    cup: variant('cup'),
    gift: variant('gift'),
    set: variant('set'),
    storeId: idOf(shop.ids.id),
    warehouseId: idOf(shop.ids.warehouses.bkk),
    userId: accountByName(shop.ctx.db, 'mali').id,
    order: async () => {
      const { body } = await shop.order({ ship_before_pay: true, products: [{ sku: 'LAT-H', qty: 3 }] });
      return { id: idOf(body.order.id), lineId: idOf(body.order.products[0].id) };
    },
  };
}

const adjusted = (verb: typeof setOnHand, reason: Reason, by: 'user' | 'system') => (setup: OperationSetup) =>
  setup.write((tx, now) => {
    const { hot: variantId, warehouseId, userId } = setup;
    verb(tx, { variantId, warehouseId, qty: 4, reason, userId: by === 'user' ? userId : undefined }, now);
  });

const goods = (setup: OperationSetup, more: object = {}) => ({
  storeId: setup.storeId,
  warehouseId: setup.warehouseId,
  userId: setup.userId,
  lines: [{ variantId: setup.hot, qty: 2, ...more }],
});

const wroteOff = (kind: 'damaged' | 'lost' | 'withdrawn') => (setup: OperationSetup) =>
  setup.write((tx, now) => writeOff(tx, { kind, ...goods(setup) }, now));

const assembly = ({ storeId, warehouseId, gift: variantId, userId }: OperationSetup) => ({
  storeId,
  warehouseId,
  variantId,
  userId,
  qty: 1,
});

const repaired =
  (trusted: 'ledger' | 'stock') =>
  ({ shop, hot, write }: OperationSetup) => {
    tamper(shop.ctx, 'UPDATE stock SET on_hand = on_hand + 1 WHERE variant_id = ?', hot);
    return write((tx, now) => repairStock(tx, now, trusted));
  };

/** For each announced reason, an operation of a store that causes it. */
const OPERATIONS: Record<Exclude<Reason, 'system_init'>, (setup: OperationSetup) => Promise<unknown>> = {
  order_reserved: ({ order }) => order(),
  order_edited: async ({ order, write }) => {
    const { id, lineId } = await order();
    await write((tx, now) => editOrder(tx, id, { set: [{ lineId, qty: 5 }] }, byCommand(now)));
  },
  order_canceled: async ({ order, write }) => {
    const { id } = await order();
    await write((tx, now) => cancelOrder(tx, id, 'buyer', byCommand(now)));
  },
  order_canceled_by_system: async ({ order, write }) => {
    const { id } = await order();
    await write((tx, now) => cancelOrder(tx, id, 'system', byCommand(now)));
  },
  available_qty_reconciled: async ({ order, write, shop }) => {
    const { id } = await order();
    const from = idOf(shop.ids.warehouses.cnx);
    await write((tx, now) => shipOrder(tx, id, { trackingNumber: 'A1', from }, byCommand(now)));
  },
  shipping_canceled: async ({ order, write }) => {
    const { id } = await order();
    const { id: shipment } = await write((tx, now) => bookShipment(tx, id, { trackingNumber: 'A1' }, byCommand(now)));
    await write((tx, now) => cancelShipment(tx, shipment, byCommand(now)));
  },
  variant_created: ({ write, shop, warehouseId, userId }) =>
    write((tx, now) => {
      const stock = new Map([[warehouseId, 5]]);
      return addVariant(tx, idOf(shop.ids.products.latte), { key: 'iced', name: 'เย็น', stock, userId }, now);
    }),
  user_adjusted: adjusted(setOnHand, 'user_adjusted', 'user'),
  user_added: adjusted(addOnHand, 'user_added', 'user'),
  user_deducted: adjusted(deductOnHand, 'user_deducted', 'user'),
  user_set: adjusted(setOnHand, 'user_set', 'user'),
  returned: async ({ order, write, userId }) => {
    const { id, lineId } = await order();
    await write((tx, now) => shipOrder(tx, id, { trackingNumber: 'A1' }, byCommand(now)));
    await write((tx, now) => returnGoods(tx, id, { lines: [{ lineId, qty: 1 }] }, byUser(userId, now)));
  },
  purchased: (setup) =>
    setup.write((tx, now) => receive(tx, { kind: 'purchase', ...goods(setup, { cost: 5 as Money }) }, now)),
  deposited: (setup) => setup.write((tx, now) => receive(tx, { kind: 'deposit', ...goods(setup) }, now)),
  damaged: wroteOff('damaged'),
  lost: wroteOff('lost'),
  withdrawn: wroteOff('withdrawn'),
  stock_counted: ({ write, storeId, warehouseId, userId, hot }) =>
    write((tx, now) => {
      const sheet = startCount(tx, { storeId, warehouseId, userId }, now);
      enterCounts(tx, sheet, [{ variantId: hot, counted: 8 }]);
      commitCount(tx, sheet, now);
    }),
  admin_edited: adjusted(setOnHand, 'admin_edited', 'system'),
  system_corrected: repaired('ledger'),
  command_edited: ({ shop }) => {
    const variants = [{ key: 'hot', stock: { bkk: 7 } }];
    return shop.load({
      stores: [{ key: 'cafe', name: 'บ้านกาแฟ', products: [{ key: 'latte', name: 'ลาเต้', variants }] }],
    });
  },
  fullfilment_updated: ({ write, storeId, warehouseId, hot }) =>
    write((tx, now) => applyFulfilment(tx, { storeId, warehouseId, lines: [{ variantId: hot, counted: 8 }] }, now)),
  assemble_added: (setup) => setup.write((tx, now) => assemble(tx, assembly(setup), now)),
  assemble_deducted: (setup) => setup.write((tx, now) => assemble(tx, assembly(setup), now)),
  disassemble_added: (setup) => setup.write((tx, now) => disassemble(tx, assembly(setup), now)),
  disassemble_deducted: (setup) => setup.write((tx, now) => disassemble(tx, assembly(setup), now)),
  bundle_converted: ({ write, gift }) => write((tx, now) => makeBundle(tx, gift, {}, now)),
  bundle_edited: ({ write, set, hot }) => write((tx, now) => setParts(tx, set, [{ variantId: hot, qty: 2 }], now)),
  unknown: ({ write, shop }) => write((tx, now) => deleteProduct(tx, idOf(shop.ids.products.latte), now)),
};

test('the reasons match the documentation, each with its allowed actor', () => {
  const known = Object.entries(REASONS).map(([reason, actor]) => [reason, actor === 'none' ? actor : `${actor}_id`]);
  assert.deepEqual(Object.fromEntries(known), SPECIFIED);
  assert.deepEqual(new Set([...Object.keys(OPERATIONS), 'system_init']), new Set(Object.keys(SPECIFIED)));
});

test('a first load has the reason system_init and is not announced', async () => {
  const { shop } = await openOperationSetup();
  const reasons = shop.ctx.db.all(sql<{ reason: string }>('SELECT DISTINCT reason FROM stock_ledger'));
  assert.deepEqual(reasons, [{ reason: 'system_init' }]);
  assert.deepEqual(shop.announcements(), []);
});

for (const [reason, operate] of Object.entries(OPERATIONS)) {
  const actor = SPECIFIED[reason];
  test(`an operation is announced as ${reason}, ${actor === 'none' ? 'without an actor' : `with its ${actor}`}`, async () => {
    const setup = await openOperationSetup();
    await operate(setup);
    await setup.write(finishApplyingCounts);
    const items = announcedIn(setup.shop).filter((item) => item.reason === reason);
    assert.ok(items.length > 0, `nothing is announced for ${reason}`);
    for (const item of items) {
      assert.notEqual(item.old, item.new);
      assert.deepEqual(actorsOf(item), actor === 'none' || isPulled(setup.shop, item.id) ? [] : [actor]);
    }
  });
}

const actorsOf = (item: Json): string[] => Object.keys(item).filter((field) => ['order_id', 'user_id'].includes(field));

/** Apps of other stores do not receive the actor. */
const isPulled = ({ ctx }: Shop, id: string): boolean =>
  ctx.db.get(sql('SELECT 1 FROM variants WHERE id = ? AND pulled_from_variant_id IS NOT NULL'), idOf(id)) !== undefined;
