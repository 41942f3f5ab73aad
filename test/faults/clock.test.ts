import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steadyClock } from '../../src/lib/steady-clock.ts';
import { assertError } from '../endpoints.ts';
import { signedIn } from '../office.ts';
import { credentials } from '../raw-http.ts';
import { sql } from '../sql.ts';
import { MINUTE, SECOND } from '../stopped-clock.ts';
import { openShop, until } from '../support.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A settable clock on top of a steady one. */
function settableClock() {
  let elapsed = 0; // real elapsed milliseconds
  let set = Date.UTC(2026, 10, 11, 5);
  const now = () => set + elapsed;
  const monotonic = () => elapsed;
  const jumps: number[] = [];
  return {
    now,
    monotonic,
    jumps,
    steadyNow: steadyClock(now, monotonic, (by) => jumps.push(by)),
    jump: (by: number) => {
      set += by;
    },
    pass: (millis: number) => {
      elapsed += millis;
    },
  };
}

test('a clock jump takes effect after 15 minutes', () => {
  const clock = settableClock();
  const correctTime = () => Date.UTC(2026, 10, 11, 5) + clock.monotonic();
  clock.jump(4 * MINUTE);
  assert.equal(clock.steadyNow(), clock.now(), 'small steps are accepted');
  clock.jump(-4 * MINUTE);
  for (const by of [-HOUR, DAY]) {
    clock.steadyNow();
    clock.jump(by);
    for (let i = 0; i < 14; i += 1) {
      assert.equal(clock.steadyNow(), correctTime());
      clock.pass(MINUTE);
    }
    clock.jump(-by);
    assert.equal(clock.steadyNow(), clock.now());
  }
  clock.jump(DAY);
  assert.equal(clock.steadyNow(), correctTime());
  clock.pass(15 * MINUTE);
  assert.equal(clock.steadyNow(), clock.now());
  assert.deepEqual(clock.jumps, [-HOUR, DAY, DAY]);
});

for (const [name, by] of [
  ['set back an hour', -HOUR],
  ['set forward a day', DAY],
] as const)
  test(`while the clock is ${name}, rate limits work, times increase, and no session, token or order expires early`, async () => {
    const clock = settableClock();
    const shop = await openShop(clock);
    const browser = await signedIn(shop);
    const token = await shop.bearer();
    const open = (await shop.order({ expiration_time: clock.now() + 2 * HOUR })).body.order;
    for (let i = 0; i < 9; i += 1) assert.equal((await shop.token(credentials(shop))).status, 200);
    assertError(await shop.token(credentials(shop)), 429, 'slow_down');
    const changed = () =>
      shop.ctx.db.get(sql<{ time: number }>('SELECT max(update_time) AS time FROM stock WHERE reserved > 0'))?.time ??
      0;
    const before = changed();

    clock.jump(by);
    assertError(await shop.token(credentials(shop)), 429, 'slow_down');
    await shop.order({}, { token });
    assert.ok(changed() > before);
    const { body } = await shop.call('/v1/order/detail', { order_id: open.id }, { token });
    assert.equal(body.order.status, 'open');
    assert.equal((await browser.open('/')).path, '/', 'the session still works');
    clock.pass(MINUTE + SECOND);
    assert.equal((await shop.token(credentials(shop))).status, 200);
    assert.equal((await shop.call('/v1/product/list', {}, { token })).status, 200);
    clock.jump(-by);

    clock.pass(2 * HOUR);
    await until('the order has expired', async () => {
      const { body } = await shop.call('/v1/order/detail', { order_id: open.id }, { token });
      return body.order.status === 'expired';
    });
    clock.pass(2 * HOUR);
    assertError(await shop.call('/v1/product/list', {}, { token }), 401, 'invalid_token');
  });
