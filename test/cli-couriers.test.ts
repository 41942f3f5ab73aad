import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allCouriers, findCourier, secretOf } from '../src/domain/couriers/couriers.ts';
import { bookingOf, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { COD_POOL, FLASH, HTTP, numberRanges, openCafe, POOL, setCourier } from './cli-courier-steps.ts';
import { openCourier } from './courier-server.ts';
import { english, partialMessage } from './errors.ts';
import { cafe, idOf, type Json, openShop } from './support.ts';

const IDLE = { waiting: 0, requested: 0, failed: 0 };

suite('couriers', CONCURRENT, () => {
  test('courier set sets up each adapter, and courier list shows its URL', async () => {
    const folder = openFolder({
      config: 'listen.base_url = "https://shop.example/"\nvalues.shipping_types = ["bike"]\n',
    });
    const { cafe: store } = await folder.load({ stores: [cafe()] });
    await setCourier(folder, 'ems', ...POOL);
    await setCourier(folder, 'ems', ...COD_POOL);
    await setCourier(folder, 'register', ...POOL.toSpliced(1, 1, 'prefix=RX'), 'token=post-token', 'warn_below=2000');
    await setCourier(folder, 'spx_pickup', ...HTTP, 'tracking_url=https://courier.example/t/{number}');
    await setCourier(folder, 'flash', ...FLASH);
    await setCourier(folder, 'bike', 'adapter=manual');
    const { couriers, warnings } = await folder.runCommandJson('courier', 'list', '--store', 'cafe');
    const store_id = store?.id;
    assert.deepEqual(couriers, [
      {
        ...{ store_id, shipping_type: 'ems', adapter: 'number_pool', is_tracked: false },
        numbers: [
          { cod: false, left: 1000, is_low: false },
          { cod: true, left: 200, is_low: false },
        ],
        bookings: IDLE,
      },
      {
        ...{ store_id, shipping_type: 'register', adapter: 'number_pool', has_secret: false, is_tracked: true },
        call_back_path: `/couriers/${store_id}/register`,
        call_back_url: `https://shop.example/couriers/${store_id}/register`,
        numbers: [{ cod: false, left: 1000, is_low: true }],
        bookings: IDLE,
      },
      {
        ...{ store_id, shipping_type: 'spx_pickup', adapter: 'http', url: 'https://courier.example/book' },
        ...{ tracking_url: 'https://courier.example/t/{number}', has_secret: true, is_tracked: true },
        call_back_path: `/couriers/${store_id}/spx_pickup`,
        call_back_url: `https://shop.example/couriers/${store_id}/spx_pickup`,
        bookings: IDLE,
      },
      {
        ...{ store_id, shipping_type: 'flash', adapter: 'flash', url: 'https://flash.example', merchant_id: 'AA0001' },
        ...{ has_secret: true, is_tracked: true },
        call_back_path: `/couriers/${store_id}/flash`,
        call_back_url: `https://shop.example/couriers/${store_id}/flash`,
        bookings: IDLE,
      },
      { store_id, shipping_type: 'bike', adapter: 'manual', is_tracked: false, bookings: IDLE },
    ]);
    assert.deepEqual(warnings, [
      english('few_tracking_numbers', { shippingType: 'register', store: store_id, left: 1000, cod: false }),
    ]);
  });

  test('a SHIPPOP courier needs its account once, and a courier code only if the shipping type does not imply it', async () => {
    const folder = await openCafe(['ems', 'adapter=shippop', 'email=shop@example.com', 'secret=hush-key']);
    await setCourier(folder, 'flash', 'adapter=shippop', 'parcel_size=20x15x10');
    const { errorLines } = await folder.runCommand('courier', 'set', 'nim_express', 'adapter=shippop');
    assert.deepEqual(errorLines, [`raan: ${english('required', { path: 'nim_express: courier_code' })}`]);
    const { couriers } = await folder.runCommandJson('courier', 'list');
    const account = { adapter: 'shippop', url: 'https://mkpservice.shippop.com', email: 'shop@example.com' };
    const state = { has_secret: true, is_tracked: true, bookings: IDLE };
    assert.deepEqual(couriers, [
      { store_id: '1', shipping_type: 'ems', ...account, courier_code: 'EMST', ...state },
      { store_id: '1', shipping_type: 'flash', ...account, courier_code: 'FLE', parcel_size: '20x15x10', ...state },
    ]);
  });

  test('another URL of SHIPPOP needs its own API key', async () => {
    const folder = await openCafe(['ems', 'adapter=shippop', 'email=shop@example.com', 'secret=hush-key']);
    const url = 'url=https://mkpservice.shippop.dev';
    const { errorLines } = await folder.runCommand('courier', 'set', 'ems', url);
    assert.deepEqual(errorLines, [`raan: ${english('courier_secret_required', { path: 'ems: secret' })}`]);
    await setCourier(folder, 'ems', url, 'secret=other-key');
    await setCourier(folder, 'ems', url, 'parcel_size=20x15x10');
  });

  test('courier list shows the callback URL, or its path without a web address', async () => {
    const folder = await openCafe(['ems', ...POOL], ['spx_pickup', ...HTTP]);
    const { stdout } = await folder.runCommand('courier', 'list');
    const [heads, ems, spx] = stdout.split('\n');
    assert.match(
      heads ?? '',
      /^store +courier +adapter +url +secret +callbacks +numbers left +waiting +requested +failed$/,
    );
    assert.match(ems ?? '', /^1 +ems +number_pool +1000 +0 +0 +0$/);
    assert.match(
      spx ?? '',
      / https:\/\/courier\.example\/book +yes +\/couriers\/1\/spx_pickup \(the web address is not set\) +0 /,
    );
  });

  test('courier set changes the named settings only; an empty value removes a setting', async () => {
    const folder = await openCafe([
      'ems',
      ...POOL,
      'warn_below=5',
      'token=t',
      'tracking_url=https://a.example/{number}',
    ]);
    const settings = () =>
      JSON.parse(folder.rows<{ settings: string }>('SELECT settings FROM couriers')[0]?.settings ?? '');
    await setCourier(folder, 'ems', 'warn_below=7', 'token=');
    assert.deepEqual(settings(), { adapter: 'number_pool', warn_below: 7, tracking_url: 'https://a.example/{number}' });
    await setCourier(folder, 'ems', 'warn_below=', 'tracking_url=');
    assert.deepEqual(settings(), { adapter: 'number_pool' });
    assert.deepEqual(
      (await numberRanges(folder)).map(({ first, count }) => [first, count]),
      [[12345678, 1000]],
    );
  });

  test('changing the adapter resets the settings, but issued numbers stay issued', async () => {
    const folder = await openCafe(['ems', ...POOL, 'given=12']);
    const { secret } = await setCourier(folder, 'ems', ...HTTP);
    assert.match(secret, /^[\w-]{43}$/);
    assert.deepEqual((await folder.runCommandJson('courier', 'pool')).pools, []);
    const { errorLines } = await folder.runCommand('courier', 'set', 'ems', 'adapter=flash');
    const missing = [
      ...['url', 'merchant_id'].map((path) => partialMessage('required', { path })),
      partialMessage('courier_secret_required', { path: 'secret' }),
    ];
    assert.deepEqual(errorLines, [`raan: ${english('several', { path: 'ems', messages: missing })}`]);
    await setCourier(folder, 'ems', 'adapter=number_pool');
    assert.deepEqual(
      (await numberRanges(folder)).map(({ given }) => given),
      [12],
    );
  });

  // Secrets

  test('the secret of an http courier is printed once and signs its callbacks', async () => {
    const [shop, courier] = [await openShop(), await openCourier()];
    const folder = openFolderOf(shop);
    const callBack = async (secret: string) =>
      (await shop.send(`/couriers/${shop.ids.id}/spx_pickup`, courier.callBack({ events: [] }, secret))).status;
    const first = await setCourier(folder, 'spx_pickup', ...HTTP);
    assert.deepEqual(Object.keys(first), ['couriers', 'secret']);
    assert.deepEqual([await callBack(first.secret), await callBack('guess')], [200, 401]);
    assert.equal((await setCourier(folder, 'spx_pickup', 'url=https://courier.example/v2')).secret, undefined);
    assert.equal(await callBack(first.secret), 200);
    const made = await folder.runCommandJson('courier', 'reset-secret', 'spx_pickup');
    assert.deepEqual({ ...made, secret: '' }, { store_id: shop.ids.id, shipping_type: 'spx_pickup', secret: '' });
    assert.deepEqual([await callBack(first.secret), await callBack(made.secret)], [401, 200]);
    const { stdout } = await folder.runCommand('courier', 'reset-secret', 'spx_pickup');
    assert.match(stdout, /^courier {2}spx_pickup\nsecret {3}[\w-]{43} {3}\(shown once\)\n$/);
  });

  test('an empty secret of an http courier is refused, and the current one keeps working', async () => {
    const folder = await openCafe(['spx_pickup', ...HTTP, 'secret=theirs']);
    const { status, errorLines } = await folder.runCommand('courier', 'set', 'spx_pickup', 'secret=');
    assert.deepEqual(
      [status, errorLines],
      [2, [`raan: ${english('courier_secret_not_removable', { path: 'spx_pickup: secret' })}`]],
    );
    await folder.withContext(async ({ db }) => {
      assert.deepEqual(
        allCouriers(db).map(({ settings }) => secretOf(settings)),
        ['theirs'],
      );
    });
  });

  test('a given secret or token is never printed', async () => {
    const folder = await openCafe(['flash', ...FLASH], ['ems', ...POOL, 'token=hush-token', 'secret=hush-secret']);
    const outputs = [
      await folder.runCommand('courier', 'set', 'spx_pickup', ...HTTP, 'secret=hush-http'),
      await folder.runCommand('courier', 'set', 'ems', 'warn_below=3', '--json'),
      await folder.runCommand('courier', 'list'),
      await folder.runCommand('courier', 'list', '--json'),
      await folder.runCommand('courier', 'pool', '--json'),
      await folder.runCommand('dump'),
    ];
    for (const { status, stdout, stderr } of outputs) {
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stdout + stderr, /flash-secret|hush/);
    }
  });

  test('courier list warns about couriers without a secret after loading a dump', async () => {
    const here = await openCafe(['spx_pickup', ...HTTP], ['flash', ...FLASH]);
    const there = openFolder();
    await there.load(await here.runCommandJson('dump'));
    const { couriers, warnings } = await there.runCommandJson('courier', 'list');
    assert.deepEqual(
      couriers.map(({ has_secret }: Json) => has_secret),
      [false, false],
    );
    assert.deepEqual(warnings, [
      english('courier_cannot_book', { store: 1, shippingType: 'spx_pickup' }),
      english('courier_cannot_book', { store: 1, shippingType: 'flash' }),
    ]);
    assert.match((await setCourier(there, 'spx_pickup', 'url=https://b.example')).secret, /^[\w-]{43}$/);
    await setCourier(there, 'flash', 'secret=theirs');
    assert.equal((await there.runCommandJson('courier', 'list')).warnings, undefined);
  });

  // A running server

  test('a running server uses new and changed courier settings at once', async () => {
    const [shop, courier] = [await openShop(), await openCourier()];
    const folder = openFolderOf(shop);
    const before = await readyOrder(shop);
    assert.equal(bookingOf(shop, before), undefined);
    await folder.spawnCommandJson('courier', 'set', 'ems', ...POOL, 'count=1');
    const pooled = await readyOrder(shop);
    assert.equal((await untilBooking(shop, pooled, 'booked')).trackingNumber, 'EX123456785TH');
    await setCourier(folder, 'ems', 'adapter=http', `url=${courier.url}`, `secret=${courier.secret}`);
    const asked = await readyOrder(shop);
    await untilBooking(shop, asked, 'booked');
    assert.deepEqual(
      (await shipmentsOf(shop, asked)).map(({ tracking_number }) => tracking_number),
      ['CX000001'],
    );
    await setCourier(folder, 'ems', 'adapter=manual');
    assert.equal(bookingOf(shop, await readyOrder(shop)), undefined);
    assert.equal(findCourier(shop.ctx.db, idOf(shop.ids.id), 'ems')?.settings.adapter, 'manual');
  });

  test('courier list counts waiting, requested and failed bookings', async () => {
    const [shop, courier] = [await openShop(), await openCourier()];
    const folder = openFolderOf(shop);
    await setCourier(folder, 'ems', 'adapter=http', `url=${courier.url}`, `secret=${courier.secret}`);
    courier.next({ refuse: 'too far' });
    await untilBooking(shop, await readyOrder(shop), 'failed');
    courier.next({ pending: true });
    await untilBooking(shop, await readyOrder(shop), 'pending');
    await untilBooking(shop, await readyOrder(shop), 'booked');
    const { couriers } = await folder.runCommandJson('courier', 'list');
    assert.deepEqual(couriers[0].bookings, { waiting: 0, requested: 1, failed: 1 });
  });
});
