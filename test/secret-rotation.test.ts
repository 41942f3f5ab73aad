import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { clientSecretUse, endOldClientSecret, resetClientSecret } from '../src/domain/channels/client-secrets.ts';
import { findCourier } from '../src/domain/couriers/couriers.ts';
import { courierSecretUse } from '../src/domain/couriers/old-secrets.ts';
import { endOldCourierSecret, removeCourier, resetCourierSecret } from '../src/domain/couriers/set-up.ts';
import { dumpStores } from '../src/domain/storefile/dump.ts';
import { listStores } from '../src/domain/stores.ts';
import { endOldWebhookSecret, resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { appById, deleteEndedWebhookSecrets } from '../src/domain/webhooks/apps.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import type { Id } from '../src/lib/ids.ts';
import { callBack, httpOf, openBookingShop, readyOrder, setUp } from './booking-steps.ts';
import { assertError } from './endpoints.ts';
import { credentials } from './raw-http.ts';
import { isAccepted, pageId } from './secret-rotation-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop, until } from './support.ts';
import { appId, countStock, openWebhookShop } from './webhook-shop.ts';

const HOUR = 60 * MINUTE;

const reset = (shop: Shop, keepOldFor = 0): Promise<string> =>
  shop.ctx.write((tx) => resetClientSecret(tx, pageId(shop), { now: shop.now(), keepOldFor }));

const tokenFor = async (shop: Shop, client_secret: string) =>
  (await shop.token({ ...credentials(shop), client_secret })).body as { access_token: string; expires_in: number };

const works = async (shop: Shop, { access_token: token }: { access_token: string }) =>
  (await shop.call('/v1/product/list', {}, { token })).status === 200;

async function openShopWithReset(keepOldFor: number) {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const old = credentials(shop).client_secret;
  const before = await tokenFor(shop, old);
  return { clock, shop, old, before, current: await reset(shop, keepOldFor) };
}

describe('client secrets', () => {
  test('both secrets get tokens until the overlap ends; then the old one and its tokens end', async () => {
    const { clock, shop, old, before, current } = await openShopWithReset(HOUR);
    const [byOld, byCurrent] = [await tokenFor(shop, old), await tokenFor(shop, current)];
    assert.deepEqual([byOld.expires_in, byCurrent.expires_in], [3_600, 14_400]);
    clock.forward(HOUR - 1);
    for (const token of [before, byOld, byCurrent]) assert.equal(await works(shop, token), true);
    assert.equal(await isAccepted(shop, old), true);
    clock.forward(1);
    assert.deepEqual(await Promise.all([before, byOld, byCurrent].map((token) => works(shop, token))), [
      false,
      false,
      true,
    ]);
    assertError(await shop.token({ ...credentials(shop), client_secret: old }), 401, 'invalid_client');
    assert.equal(await isAccepted(shop, current), true);
  });

  test('an old secret that has ended stays ended if the clock steps back', async () => {
    const { clock, shop, old } = await openShopWithReset(HOUR);
    clock.forward(HOUR);
    assert.equal(await isAccepted(shop, old), false);
    clock.forward(-MINUTE);
    assert.equal(await isAccepted(shop, old), false);
  });

  test('a reset without overlap ends the old secret and all tokens at once', async () => {
    const { shop, old, before, current } = await openShopWithReset(0);
    assert.deepEqual([await isAccepted(shop, old), await works(shop, before)], [false, false]);
    assert.equal(await isAccepted(shop, current), true);
  });

  test('a second reset ends the oldest secret and its tokens, and keeps the one before it', async () => {
    const { shop, old, current } = await openShopWithReset(HOUR);
    const [byOld, byCurrent] = [await tokenFor(shop, old), await tokenFor(shop, current)];
    const newest = await reset(shop, HOUR);
    assert.deepEqual(await Promise.all([old, current, newest].map((secret) => isAccepted(shop, secret))), [
      false,
      true,
      true,
    ]);
    assert.deepEqual([await works(shop, byOld), await works(shop, byCurrent)], [false, true]);
  });

  test('ending the old secret early revokes its tokens and those from before the reset only', async () => {
    const { shop, old, before, current } = await openShopWithReset(HOUR);
    const [byOld, byCurrent] = [await tokenFor(shop, old), await tokenFor(shop, current)];
    await shop.ctx.write((tx) => endOldClientSecret(tx, pageId(shop)));
    assert.equal(await isAccepted(shop, old), false);
    assert.deepEqual(await Promise.all([before, byOld, byCurrent].map((token) => works(shop, token))), [
      false,
      false,
      true,
    ]);
  });

  test('the last use of each secret is saved at most once a minute', async () => {
    const { clock, shop, old, current } = await openShopWithReset(HOUR);
    const use = () => clientSecretUse(shop.ctx.db, pageId(shop), clock.now());
    const start = clock.now();
    assert.deepEqual(use(), { currentUseTime: null, old: { endTime: start + HOUR, useTime: start } });
    clock.forward(59_999);
    await tokenFor(shop, old);
    await tokenFor(shop, current);
    assert.deepEqual([use().old?.useTime, use().currentUseTime], [start, start + 59_999]);
    clock.forward(1);
    await tokenFor(shop, old);
    assert.equal(use().old?.useTime, start + MINUTE);
  });
});

describe('courier secrets', () => {
  const events = { events: [] };

  async function openRotatingCourier(keepOldFor: number) {
    const { shop, courier, clock } = await openBookingShop();
    const name = { storeId: idOf(shop.ids.id), shippingType: 'ems' };
    const { secret: current } = await shop.ctx.write((tx) =>
      resetCourierSecret(tx, name, { now: clock.now(), keepOldFor }),
    );
    const status = async (secret: string) => (await callBack(shop, courier, events, secret)).status;
    const statuses = async () => [await status(courier.secret), await status(current)];
    const use = () =>
      courierSecretUse(shop.ctx.db, findCourier(shop.ctx.db, name.storeId, 'ems')?.id as Id, clock.now());
    return { shop, courier, clock, name, current, statuses, use };
  }

  test('callbacks with either secret are accepted until the overlap ends, also if the clock steps back', async () => {
    const { clock, statuses } = await openRotatingCourier(HOUR);
    clock.forward(HOUR - 1);
    assert.deepEqual(await statuses(), [200, 200]);
    clock.forward(1);
    assert.deepEqual(await statuses(), [401, 200]);
    clock.forward(-MINUTE);
    assert.deepEqual(await statuses(), [401, 200]);
  });

  test('requests are signed with the new secret at once', async () => {
    const { shop, courier, current } = await openRotatingCourier(HOUR);
    courier.secret = current;
    await readyOrder(shop);
    await until('the courier gets a request', () => courier.requests.length > 0);
    assert.equal(courier.requests[0]?.signed, true);
  });

  test('a reset without overlap ends the old secret, and so does a second reset', async () => {
    assert.deepEqual(await (await openRotatingCourier(0)).statuses(), [401, 200]);
    const { shop, clock, name, statuses } = await openRotatingCourier(HOUR);
    await shop.ctx.write((tx) => resetCourierSecret(tx, name, { now: clock.now(), keepOldFor: HOUR }));
    assert.deepEqual(await statuses(), [401, 200]);
  });

  test('the last use of each secret is saved at most once a minute, and the old one can be ended', async () => {
    const { shop, clock, name, statuses, use } = await openRotatingCourier(HOUR);
    const start = clock.now();
    assert.deepEqual(use(), { currentUseTime: null, old: { endTime: start + HOUR, useTime: null } });
    await statuses();
    clock.forward(59_999);
    await statuses();
    assert.deepEqual(use(), { currentUseTime: start, old: { endTime: start + HOUR, useTime: start } });
    clock.forward(1);
    await statuses();
    assert.deepEqual([use().currentUseTime, use().old?.useTime], [start + MINUTE, start + MINUTE]);
    await shop.ctx.write((tx) => endOldCourierSecret(tx, name));
    assert.deepEqual(await statuses(), [401, 200]);
  });

  test('removing or changing the courier ends the old secret, and a dump has neither secret', async () => {
    const { shop, courier, current, statuses, name } = await openRotatingCourier(HOUR);
    const dump = JSON.stringify(dumpStores(shop.ctx.db, listStores(shop.ctx.db)));
    for (const secret of [courier.secret, current]) assert.equal(dump.includes(secret), false);
    await setUp(shop, { ...httpOf(courier), secret: 'a third secret' });
    assert.deepEqual(await statuses(), [401, 401]);
    await shop.ctx.write((tx) => resetCourierSecret(tx, name, { now: shop.now(), keepOldFor: HOUR }));
    await shop.ctx.write((tx) => removeCourier(tx, name.storeId, 'ems'));
    assert.deepEqual(await statuses(), [404, 404]);
  });
});

describe('webhook secrets', () => {
  const hmac = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

  async function openRotatingApp(keepOldFor: number) {
    const clock = stoppedClock();
    const { shop, receiver } = await openWebhookShop({ now: clock.now });
    const old = shop.ids.apps.bot?.webhook_secret ?? '';
    const { webhookSecret: current } = await shop.ctx.write((tx) =>
      resetWebhookSecret(tx, appId(shop), { now: clock.now(), keepOldFor }),
    );
    const signatures = async () => {
      await ping(shop.ctx, appId(shop));
      const { headers, body } = receiver.received.at(-1) ?? assert.fail();
      const [signature, oldSignature] = [headers['x-service-signature'], headers['x-service-signature-old']];
      assert.equal(signature, hmac(body, current));
      return oldSignature === undefined ? 'current' : oldSignature === hmac(body, old) ? 'both' : 'wrong';
    };
    return { clock, shop, receiver, old, current, signatures };
  }

  test('deliveries are signed with the new secret at once, and with the old one in another header until the overlap ends', async () => {
    const { clock, shop, receiver, old, signatures } = await openRotatingApp(HOUR);
    assert.equal(await signatures(), 'both');
    await countStock(shop, 9);
    clock.forward(MINUTE);
    const { headers, body } = await until('the change arrives', () => receiver.received[1]);
    assert.equal(headers['x-service-signature-old'], hmac(body, old));
    clock.forward(HOUR - MINUTE - 1);
    assert.equal(await signatures(), 'both');
    clock.forward(1);
    assert.equal(await signatures(), 'current');
  });

  test('a reset without overlap, a removed old secret and a dump leave the old secret out', async () => {
    const { shop, signatures } = await openRotatingApp(0);
    assert.equal(await signatures(), 'current');
    const kept = await openRotatingApp(HOUR);
    const dump = JSON.stringify(dumpStores(kept.shop.ctx.db, listStores(kept.shop.ctx.db)));
    for (const secret of [kept.old, kept.current]) assert.equal(dump.includes(secret), false);
    await kept.shop.ctx.write((tx) => endOldWebhookSecret(tx, appId(kept.shop)));
    assert.equal(await kept.signatures(), 'current');
    assert.equal(await shop.ctx.write((tx) => deleteEndedWebhookSecrets(tx, shop.now() + HOUR)), 0);
  });

  test('a secret that has ended is deleted', async () => {
    const { clock, shop } = await openRotatingApp(HOUR);
    const deleteEnded = () => shop.ctx.write((tx) => deleteEndedWebhookSecrets(tx, clock.now()));
    assert.equal(await deleteEnded(), 0);
    clock.forward(HOUR);
    assert.equal(await deleteEnded(), 1);
    assert.equal(appById(shop.ctx.db, appId(shop)).oldSecret, null);
  });
});
