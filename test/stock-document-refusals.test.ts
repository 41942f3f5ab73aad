import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { purchase } from '../src/domain/catalogue/purchase.ts';
import { type Goods, transfer } from '../src/domain/stock/goods.ts';
import { InvalidLines } from '../src/domain/stock/line-checks.ts';
import { existingVariant, variantParams } from '../src/domain/variants.ts';
import { type Id, NO_ID } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import type { Money } from '../src/lib/money.ts';
import { appError, type ExpectedError } from './errors.ts';
import { line, OPERATIONS, transferOf } from './stock-document-steps.ts';
import {
  documentDefaults,
  openRoastery,
  refusalOf,
  reseller,
  roastery,
  runStep,
  type Step,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const REFUSED: [string, (shop: Shop) => Partial<Goods>, ExpectedError][] = [
  ['no lines', () => ({ lines: [] }), { key: 'no_lines', path: 'lines' }],
  [
    '1,001 lines',
    (shop) => ({ lines: Array.from({ length: 1_001 }, () => line(shop, 'beans', 1)) }),
    { key: 'too_many_lines', path: 'lines', params: { most: 1_000, lines: 1_001 } },
  ],
  ...[0, -1, 1.5, Number.NaN, 1_000_000_001].map((qty): (typeof REFUSED)[number] => [
    `a quantity of ${qty}`,
    (shop) => ({ lines: [line(shop, 'beans', 1), line(shop, 'cup', qty)] }),
    { key: 'not_a_whole_number_between', path: 'lines[1].qty' },
  ]),
  [
    'an unknown variant',
    (shop) => ({ lines: [line(shop, 'beans', 1), { variantId: NO_ID, qty: 1 }] }),
    { key: 'variant_not_in_store', path: 'lines[1]', params: { variant: NO_ID } },
  ],
  [
    'a variant of another store',
    (shop) => ({ lines: [{ variantId: variantId(shop, 'hot', shop.stores.tea), qty: 1 }] }),
    { key: 'variant_not_in_store', path: 'lines[0]' },
  ],
  [
    'a bundle',
    (shop) => ({ lines: [line(shop, 'beans', 1), line(shop, 'duo', 1)] }),
    { key: 'stock_of_a_bundle', path: 'lines[1]' },
  ],
  [
    'a pulled variant',
    (shop) => ({
      storeId: idOf(shop.stores.shelf?.id),
      warehouseId: warehouseId(shop, 'bkk', shop.stores.shelf),
      lines: [{ variantId: variantId(shop, 'resold/beans', shop.stores.shelf), qty: 1 }],
    }),
    { key: 'stock_of_a_pulled_variant', path: 'lines[0]' },
  ],
  [
    'a warehouse of another store',
    (shop) => ({ warehouseId: warehouseId(shop, 'bkk', shop.stores.tea), lines: [line(shop, 'beans', 1)] }),
    { key: 'warehouse_not_found' },
  ],
  [
    'a note of 1,001 characters',
    (shop) => ({ note: 'ก'.repeat(1_001), lines: [line(shop, 'beans', 1)] }),
    { key: 'text_too_long', path: 'note', params: { most: 1_000 } },
  ],
];

for (const [what, change, problem] of REFUSED)
  test(`${what} is refused in a purchase, a write-off and a transfer, and nothing changes`, async () => {
    const shop = await openShop({ stores: [roastery(), reseller(), cafe({ key: 'tea' })] });
    const goods = { ...documentDefaults(shop), ...change(shop) } as Goods;
    const bought = { ...goods, lines: goods.lines.map((line) => ({ ...line, cost: 0 as Money })) };
    const verbs: Step[] = [
      (tx, now) => purchase(tx, bought, now),
      (tx, now) => OPERATIONS.deposit(tx, goods, now),
      (tx, now) => OPERATIONS.damaged(tx, goods, now),
      (tx, now) => transfer(tx, { ...goods, toWarehouseId: warehouseId(shop, 'cnx') }, now),
    ];
    for (const verb of verbs) appError(problem)(await refusalOf(shop, verb));
  });

test('a purchase has a cost on each line, other documents have none', async () => {
  const shop = await openRoastery();
  const lines = [line(shop, 'beans', 1, 10_000), line(shop, 'cup', 1)];
  const bought = await refusalOf(shop, (tx, now) => purchase(tx, { ...documentDefaults(shop), lines }, now));
  appError({ key: 'cost_required_for_purchase', path: 'lines[1].cost' })(bought);
  const refilled = await refusalOf(shop, (tx, now) =>
    OPERATIONS.deposit(tx, { ...documentDefaults(shop), lines }, now),
  );
  appError({ key: 'cost_only_for_purchase', path: 'lines[0].cost' })(refilled);
});

test('more than is on hand cannot be written off or transferred, and every short line is reported', async () => {
  const shop = await openRoastery({ settings: { sell_below_zero: true } });
  const lines = [line(shop, 'beans', 12), line(shop, 'kit', 2), line(shop, 'beans', 9), line(shop, 'beans', 1)];
  for (const [removal, verb] of [
    ['written_off', (tx, now) => OPERATIONS.lost(tx, { ...documentDefaults(shop), lines }, now)],
    ['transferred', (tx, now) => transfer(tx, transferOf(shop, lines), now)],
  ] as const satisfies (readonly [string, Step])[]) {
    const refusal = await refusalOf(shop, verb);
    assert.ok(refusal instanceof InvalidLines);
    appError({ key: 'not_enough_on_hand', path: 'lines[1]', params: { onHand: 1, qty: 2, removal } })(refusal);
    const beans = variantParams(existingVariant(shop.ctx.db, variantId(shop, 'beans')));
    assert.deepEqual(refusal.problems[1], {
      line: 2,
      problem: message('not_enough_on_hand', { ...beans, onHand: 20, qty: 21, removal }),
      isShortage: true,
    });
  }
});

test('reserved stock can be written off only in a store that allows negative stock', async () => {
  for (const sell_below_zero of [false, true]) {
    const shop = await openRoastery({ settings: { sell_below_zero } });
    const { status } = await shop.order({ products: [{ sku: 'BEANS', qty: 15, price: '1' }] });
    assert.equal(status, 200);
    const writeOffSix = (tx: WriteTx, now: number) =>
      OPERATIONS.damaged(tx, { ...documentDefaults(shop), lines: [line(shop, 'beans', 6)] }, now);
    if (sell_below_zero) await runStep(shop, writeOffSix);
    else
      appError({ key: 'not_enough_unreserved', path: 'lines[0]', params: { onHand: 20, reserved: 15 } })(
        await refusalOf(shop, writeOffSix),
      );
    assert.deepEqual(shop.stock('beans'), { onHand: sell_below_zero ? 14 : 20, reserved: 15 });
  }
});

test('goods are transferred only to another warehouse of the same store', async () => {
  const shop = await openShop({ stores: [roastery(), cafe({ key: 'tea' })] });
  const to = (toWarehouseId: Id) => (tx: WriteTx, now: number) =>
    transfer(tx, { ...transferOf(shop, [line(shop, 'beans', 1)]), toWarehouseId }, now);
  appError({ key: 'transfer_to_same_warehouse' })(await refusalOf(shop, to(warehouseId(shop))));
  const foreign = to(warehouseId(shop, 'bkk', shop.stores.tea));
  appError({ key: 'warehouse_not_found' })(await refusalOf(shop, foreign));
});

test('a deleted variant is refused', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'kit'), now));
  const lines = [line(shop, 'kit', 1)];
  const refusal = await refusalOf(shop, (tx, now) => OPERATIONS.deposit(tx, { ...documentDefaults(shop), lines }, now));
  appError({ key: 'variant_not_in_store', path: 'lines[0]' })(refusal);
});
