import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedVariants } from '../src/domain/partners/missed-variants.ts';
import { priceList } from '../src/domain/partners/price-list.ts';
import { addOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import { markInterruptedUnknown } from '../src/domain/webhooks/deliveries.ts';
import { deliveryOfApp, findDeliveries } from '../src/domain/webhooks/delivery-log.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import { stockEvents } from '../src/domain/webhooks/stock-events.ts';
import { moneyText } from '../src/lib/money.ts';
import { appError } from './errors.ts';
import { markDeleted } from './raw-http.ts';
import { tamper } from './sql.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';
import { appId, openWebhookShop, untilDelivered } from './webhook-shop.ts';

const add = (shop: Shop, variant: string, warehouse = 'bkk') =>
  shop.ctx.write((tx) =>
    addOnHand(
      tx,
      {
        variantId: idOf(shop.ids.variants[variant]),
        warehouseId: idOf(shop.ids.warehouses[warehouse]),
        qty: 1,
        reason: 'command_edited',
      },
      shop.now(),
    ),
  );

const missed = (shop: Shop, since = 0) =>
  missedVariants(shop.ctx.db, appId(shop), since).map(({ sku, changes, available }) => [sku, changes, available]);

test('variants in failed deliveries are listed as missed, with their current available quantity', async () => {
  const { shop, receiver } = await openWebhookShop();
  await receiver.answer({ status: 503 });
  await add(shop, 'hot');
  await add(shop, 'hot', 'cnx');
  await untilDelivered(shop, 1);
  await receiver.answer({ status: 200 });
  await add(shop, 'iced');
  await untilDelivered(shop, 2);
  assert.deepEqual(missed(shop), [['LAT-H', 2, 17]]);
  await add(shop, 'hot');
  await untilDelivered(shop, 3);
  assert.deepEqual(missed(shop), [['LAT-H', 2, 18]], 'as it is now');
  const [variant] = missedVariants(shop.ctx.db, appId(shop), 0);
  assert.deepEqual([variant?.productName, variant?.variantName], ['ลาเต้', 'ร้อน']);
});

test('variants of a delivery that a stop left unknown are missed too; earlier ones are left out on request', async () => {
  const clock = stoppedClock();
  const shop = await openShop({
    now: clock.now,
    stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' }] })],
  });
  const claim = () => shop.ctx.write((tx) => stockEvents.claim(tx, [], clock.now() + 100));
  await add(shop, 'hot');
  await claim();
  clock.forward(MINUTE);
  for (const variant of ['iced', 'hot', 'iced']) await add(shop, variant);
  await claim();
  assert.deepEqual(missed(shop), [], 'they are in flight');
  await shop.ctx.write((tx) => markInterruptedUnknown(tx));
  assert.deepEqual(missed(shop), [
    ['LAT-I', 2, 12],
    ['LAT-H', 2, 17],
  ]);
  assert.deepEqual(missed(shop, clock.now()), [
    ['LAT-I', 2, 12],
    ['LAT-H', 1, 17],
  ]);
});

test('a missed variant that was deleted has zero available', async () => {
  const { shop, receiver } = await openWebhookShop();
  await receiver.answer({ status: 500 });
  await add(shop, 'hot');
  await untilDelivered(shop, 1);
  await markDeleted(shop, 'variants', shop.ids.variants.hot);
  assert.deepEqual(missed(shop), [['LAT-H', 1, null]]);
});

test('a missed bundle shows what its parts allow', async () => {
  const box = {
    key: 'box',
    name: 'กล่อง',
    variants: [{ key: 'box', sku: 'BOX', prices: { retail: '120' }, bundle: [{ variant: 'iced', qty: 2 }] }],
  };
  const { shop, receiver } = await openWebhookShop({ cafe: { products: [...cafe().products, box] } });
  await receiver.answer({ status: 500 });
  await add(shop, 'iced');
  await add(shop, 'iced');
  await untilDelivered(shop, 1);
  assert.deepEqual(missed(shop).sort(), [
    ['BOX', 1, 6],
    ['LAT-I', 2, 12],
  ]);
});

test('deliveries are paged newest first, can be filtered by failure, and are found by id within their app', async () => {
  const { shop, receiver } = await openWebhookShop({
    cafe: {
      apps: [
        { key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' },
        { key: 'other', name: 'Other' },
      ],
    },
  });
  const answers: [string, number][] = [];
  const { db } = shop.ctx;
  assert.equal(receiver.received.length, 0);
  for (let i = 0; i < 3; i += 1) answers.push([(await ping(shop.ctx, appId(shop))).answer, i]);
  tamper(shop.ctx, `UPDATE webhook_deliveries SET status = 'acknowledged' WHERE id = 2`);
  const ids = (search: object) => findDeliveries(db, appId(shop), { limit: 10, ...search }).map(({ id }) => id);
  assert.deepEqual(ids({}), [3, 2, 1]);
  assert.deepEqual(ids({ missedOnly: true }), [3, 1]);
  assert.deepEqual(ids({ missedOnly: true, offset: 1 }), [1]);
  assert.deepEqual(ids({ limit: 1, offset: 1 }), [2]);
  const [newest] = findDeliveries(db, appId(shop), { limit: 1 });
  assert.deepEqual(deliveryOfApp(db, appId(shop), newest?.id as never), newest);
  assert.throws(
    () => deliveryOfApp(db, appId(shop, 'other'), newest?.id as never),
    appError({ code: 'not_found', key: 'delivery_not_found' }),
  );
});

test('a price list has the channel’s prices: of its own tier, or of the default tier', async () => {
  const shop = await openShop();
  const tier = (name: string) => shop.ids.price_tiers[name];
  const list = (priceTierId: string | undefined) =>
    priceList(
      shop.ctx.db,
      { storeId: idOf(shop.ids.id), priceTierId: priceTierId === undefined ? null : idOf(priceTierId) },
      { limit: 10, offset: 0 },
    ).map(({ sku, price, fromDefault }) => [sku, price === null ? null : moneyText(price), fromDefault]);
  assert.deepEqual(list(tier('vip')), [
    ['LAT-H', '60', false],
    ['LAT-I', '70', true],
  ]);
  assert.deepEqual(list(undefined), [
    ['LAT-H', '65', false],
    ['LAT-I', '70', false],
  ]);
});
