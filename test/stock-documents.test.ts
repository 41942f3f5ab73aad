import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteTx } from '../src/db/write-tx.ts';
import { deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { productDetail } from '../src/domain/catalogue/product-detail.ts';
import { purchase } from '../src/domain/catalogue/purchase.ts';
import { existingDocument, listDocuments, movedLines } from '../src/domain/stock/document-list.ts';
import { type Goods, receive, transfer, writeOff } from '../src/domain/stock/goods.ts';
import { InvalidLines } from '../src/domain/stock/line-checks.ts';
import type { DocumentLine } from '../src/domain/stock/stock-documents.ts';
import { verifyStock } from '../src/domain/stock/verify-stock.ts';
import { type Id, NO_ID } from '../src/lib/ids.ts';
import { message } from '../src/lib/messages/message.ts';
import type { Money } from '../src/lib/money.ts';
import { appError, type ExpectedError } from './errors.ts';
import { stoppedClock } from './raw-http.ts';
import {
  announcedBy,
  changeTuples,
  documentDefaults,
  ledgerSteps,
  refusalOf,
  reseller,
  roastery,
  runStep,
  type Step,
  variantId,
  warehouseId,
} from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

type Verb = (db: WriteTx, goods: Goods, now: number) => Id;

const VERBS = {
  purchase,
  deposit: (tx, goods, now) => receive(tx, { ...goods, kind: 'deposit' }, now),
  damaged: (tx, goods, now) => writeOff(tx, { ...goods, kind: 'damaged' }, now),
  lost: (tx, goods, now) => writeOff(tx, { ...goods, kind: 'lost' }, now),
  withdrawn: (tx, goods, now) => writeOff(tx, { ...goods, kind: 'withdrawn' }, now),
} satisfies Record<string, Verb>;

const openRoastery = (change: object = {}) => openShop({ stores: [roastery(change)] });

const line = (shop: Shop, variant: string, qty: number, cost?: number): DocumentLine => ({
  variantId: variantId(shop, variant),
  qty,
  cost: cost as Money | undefined,
});

for (const [kind, reason, sign] of [
  ['purchase', 'purchased', 1],
  ['deposit', 'deposited', 1],
  ['damaged', 'damaged', -1],
  ['lost', 'lost', -1],
  ['withdrawn', 'withdrawn', -1],
] as const) {
  const cost = kind === 'purchase' ? 205_000 : undefined;

  test(`goods that are ${reason} are in the ledger with document and user, and announced once`, async () => {
    const shop = await openRoastery();
    const lines = [line(shop, 'beans', 3, cost), line(shop, 'kit', 1, cost)];
    const items = await announcedBy(shop, (tx, now) => VERBS[kind](tx, { ...documentDefaults(shop), lines }, now));
    assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 20 + 3 * sign, reason, 7, 1]]);
    assert.deepEqual(ledgerSteps(shop, 'kit'), [[1, 1 + sign, reason, 7, 1]]);
    assert.deepEqual(changeTuples(items, shop), [
      ['beans', 'bkk', 20, 20 + 3 * sign, reason],
      ['kit', 'bkk', 1, 1 + sign, reason],
    ]);
    assert.ok(items.every(({ user_id, order_id }) => user_id === '7' && order_id === undefined));
    assert.deepEqual(verifyStock(shop.ctx.db), []);
  });

  test(`goods that are ${reason} without a user have no actor`, async () => {
    const shop = await openRoastery();
    const goods = { ...documentDefaults(shop), userId: undefined, lines: [line(shop, 'beans', 3, cost)] };
    const [item] = await announcedBy(shop, (tx, now) => VERBS[kind](tx, goods, now));
    assert.deepEqual([item.user_id, item.order_id], [undefined, undefined]);
    assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 20 + 3 * sign, reason, null, 1]]);
  });
}

test('a document keeps its lines in order, its warehouses, user, note and time', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  const lines = [line(shop, 'kit', 1, 0), line(shop, 'beans', 2, 205_000), line(shop, 'beans', 1, 210_000)];
  const id = await runStep(shop, (tx, now) =>
    purchase(tx, { ...documentDefaults(shop), note: 'ใบส่งของ 7', lines }, now),
  );
  const { kind, status, warehouseKey, userId, note, createTime, commitTime, lineCount } = existingDocument(
    shop.ctx.db,
    id,
  );
  assert.deepEqual(
    { kind, status, warehouseKey, userId, note, createTime, commitTime, lineCount },
    {
      kind: 'purchase',
      status: 'committed',
      warehouseKey: 'bkk',
      userId: 7,
      note: 'ใบส่งของ 7',
      createTime: clock.now(),
      commitTime: clock.now(),
      lineCount: 3,
    },
  );
  assert.deepEqual(
    movedLines(shop.ctx.db, id).map(({ sku, qty, cost }) => [sku, qty, cost]),
    [
      ['KIT', 1, 0],
      ['BEANS', 2, 205_000],
      ['BEANS', 1, 210_000],
    ],
  );
});

test('the documents of a store are listed newest first', async () => {
  const shop = await openShop({ stores: [roastery(), roastery({ key: 'other' })] });
  const deposit = () =>
    runStep(shop, (tx, now) => VERBS.deposit(tx, { ...documentDefaults(shop), lines: [line(shop, 'cup', 1)] }, now));
  const ids = [await deposit(), await deposit(), await deposit()];
  const listed = (store: Shop['ids'], page: object) =>
    listDocuments(shop.ctx.db, idOf(store.id), { limit: 10, offset: 0, ...page }).map(({ id }) => id);
  assert.deepEqual(listed(shop.ids, {}), ids.toReversed());
  assert.deepEqual(listed(shop.ids, { limit: 1, offset: 1 }), [ids[1]]);
  assert.deepEqual(listed(shop.ids, { kind: 'purchase' }), []);
  assert.deepEqual(listed(shop.stores.other as Shop['ids'], {}), []);
});

test('the cost of received goods becomes the cost of the variant, from the last of several lines', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ stores: [roastery()], now: clock.now });
  clock.forward(1_000);
  const lines = [line(shop, 'beans', 2, 205_000), line(shop, 'cup', 1, 0), line(shop, 'beans', 1, 210_000)];
  await runStep(shop, (tx, now) => purchase(tx, { ...documentDefaults(shop), lines }, now));
  const product = productDetail(shop.ctx.db, idOf(shop.ids.id), idOf(shop.ids.products.coffee));
  assert.deepEqual(
    product?.variants.map(({ key, cost }) => [key, cost]),
    [
      ['beans', 210_000],
      ['cup', 0],
      ['kit', null],
      ['duo', null],
    ],
  );
  assert.equal(product?.updateTime, clock.now());
});

// Transfers

const moving = (shop: Shop, lines: DocumentLine[]) => ({
  ...documentDefaults(shop),
  toWarehouseId: warehouseId(shop, 'cnx'),
  lines,
});

test('a transfer is two ledger rows of one document and keeps the total', async () => {
  const shop = await openRoastery();
  const sum = () => shop.stock('beans').onHand + shop.stock('beans', 'cnx').onHand;
  const before = sum();
  const lines = [line(shop, 'beans', 5)];
  const items = await announcedBy(shop, (tx, now) => transfer(tx, moving(shop, lines), now));
  assert.deepEqual(ledgerSteps(shop, 'beans'), [[20, 15, 'user_deducted', 7, 1]]);
  assert.deepEqual(ledgerSteps(shop, 'beans', 'cnx'), [[4, 9, 'user_added', 7, 1]]);
  assert.equal(sum(), before);
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 15, 'user_deducted'],
    ['beans', 'cnx', 4, 9, 'user_added'],
  ]);
  const { kind, warehouseKey, toWarehouseKey } = existingDocument(shop.ctx.db, idOf('1'));
  assert.deepEqual([kind, warehouseKey, toWarehouseKey], ['transfer', 'bkk', 'cnx']);
});

test('a transfer of parts announces their bundle once per warehouse', async () => {
  const shop = await openRoastery();
  const lines = [line(shop, 'beans', 18), line(shop, 'cup', 2)];
  const items = await announcedBy(shop, (tx, now) => transfer(tx, moving(shop, lines), now));
  assert.deepEqual(
    changeTuples(items, shop).filter(([variant]) => variant === 'duo'),
    [
      ['duo', 'bkk', 5, 2, 'user_deducted'],
      ['duo', 'cnx', 4, 5, 'user_added'],
    ],
  );
});

test('goods can be transferred to a warehouse that has never stocked them', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => transfer(tx, moving(shop, [line(shop, 'kit', 1)]), now));
  assert.deepEqual(shop.stock('kit'), { onHand: 0, reserved: 0 });
  assert.deepEqual(shop.stock('kit', 'cnx'), { onHand: 1, reserved: 0 });
});

test('both stores that show transferred stock get announcements, only the acting store with its user', async () => {
  const shop = await openShop({ stores: [roastery(), reseller()] });
  const items = await announcedBy(shop, (tx, now) => transfer(tx, moving(shop, [line(shop, 'beans', 1)]), now));
  assert.deepEqual(changeTuples(items, shop), [
    ['beans', 'bkk', 20, 19, 'user_deducted'],
    ['beans', 'cnx', 4, 5, 'user_added'],
    ['resold/beans', 'bkk', 20, 19, 'user_deducted'],
    ['resold/beans', 'cnx', 4, 5, 'user_added'],
  ]);
  assert.deepEqual(
    items.map(({ user_id }) => user_id),
    ['7', '7', undefined, undefined],
  );
});

// Refusals

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
    const bought = { ...goods, lines: goods.lines.map((one) => ({ ...one, cost: 0 as Money })) };
    const verbs: Step[] = [
      (tx, now) => purchase(tx, bought, now),
      (tx, now) => VERBS.deposit(tx, goods, now),
      (tx, now) => VERBS.damaged(tx, goods, now),
      (tx, now) => transfer(tx, { ...goods, toWarehouseId: warehouseId(shop, 'cnx') }, now),
    ];
    for (const verb of verbs) appError(problem)(await refusalOf(shop, verb));
  });

test('a purchase has a cost on each line, other documents have none', async () => {
  const shop = await openRoastery();
  const lines = [line(shop, 'beans', 1, 10_000), line(shop, 'cup', 1)];
  const bought = await refusalOf(shop, (tx, now) => purchase(tx, { ...documentDefaults(shop), lines }, now));
  appError({ key: 'cost_required_for_purchase', path: 'lines[1].cost' })(bought);
  const refilled = await refusalOf(shop, (tx, now) => VERBS.deposit(tx, { ...documentDefaults(shop), lines }, now));
  appError({ key: 'cost_only_for_purchase', path: 'lines[0].cost' })(refilled);
});

test('more than is on hand cannot be written off or transferred, and every short line is reported', async () => {
  const shop = await openRoastery({ settings: { sell_below_zero: true } });
  const lines = [line(shop, 'beans', 12), line(shop, 'kit', 2), line(shop, 'beans', 9), line(shop, 'beans', 1)];
  for (const [removal, verb] of [
    ['written_off', (tx, now) => VERBS.lost(tx, { ...documentDefaults(shop), lines }, now)],
    ['transferred', (tx, now) => transfer(tx, moving(shop, lines), now)],
  ] as const satisfies (readonly [string, Step])[]) {
    const refusal = await refusalOf(shop, verb);
    assert.ok(refusal instanceof InvalidLines);
    appError({ key: 'not_enough_on_hand', path: 'lines[1]', params: { onHand: 1, qty: 2, removal } })(refusal);
    const beans = variantId(shop, 'beans');
    assert.deepEqual(refusal.problems[1], {
      line: 2,
      problem: message('not_enough_on_hand', { variant: beans, onHand: 20, qty: 21, removal }),
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
      VERBS.damaged(tx, { ...documentDefaults(shop), lines: [line(shop, 'beans', 6)] }, now);
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
    transfer(tx, { ...moving(shop, [line(shop, 'beans', 1)]), toWarehouseId }, now);
  appError({ key: 'transfer_to_same_warehouse' })(await refusalOf(shop, to(warehouseId(shop))));
  const foreign = to(warehouseId(shop, 'bkk', shop.stores.tea));
  appError({ key: 'warehouse_not_found' })(await refusalOf(shop, foreign));
});

test('a deleted variant is refused', async () => {
  const shop = await openRoastery();
  await runStep(shop, (tx, now) => deleteVariant(tx, variantId(shop, 'kit'), now));
  const lines = [line(shop, 'kit', 1)];
  const refusal = await refusalOf(shop, (tx, now) => VERBS.deposit(tx, { ...documentDefaults(shop), lines }, now));
  appError({ key: 'variant_not_in_store', path: 'lines[0]' })(refusal);
});

test('a document of 1,000 lines is saved completely', async () => {
  const shop = await openRoastery();
  const lines = Array.from({ length: 1_000 }, () => line(shop, 'beans', 1));
  const id = await runStep(shop, (tx, now) => VERBS.deposit(tx, { ...documentDefaults(shop), lines }, now));
  assert.equal(existingDocument(shop.ctx.db, id).lineCount, 1_000);
  assert.deepEqual(shop.stock('beans'), { onHand: 1_020, reserved: 0 });
  assert.deepEqual(verifyStock(shop.ctx.db), []);
});
