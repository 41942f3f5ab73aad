import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { passwordHashOf } from '../src/domain/accounts/accounts.ts';
import { hashPassword } from '../src/domain/accounts/passwords.ts';
import { deleteOldSignIns, unblockSignIn } from '../src/domain/accounts/throttle.ts';
import { openOffice, PASSWORD } from './account-steps.ts';
import { sql } from './sql.ts';

const MINUTE = 60_000;

/** A different address for each call. */
function addresses(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `198.51.100.${last}`;
  };
}

const failTimes = async (count: number, fail: () => Promise<unknown>) => {
  for (let i = 0; i < count; i += 1) assert.deepEqual(await fail(), { refused: 'wrong' });
};

suite('signing in', () => {
  test('a sign-in replaces a hash of another cost, and the password stays the same', async () => {
    const { shop, add, enter } = await openOffice();
    const stored = await hashPassword(PASSWORD, { N: 4, r: 8, p: 2 });
    const { id } = await add('malee', { passwordHash: stored });
    assert.deepEqual(await enter('malee', 'wrong horse'), { refused: 'wrong' });
    assert.equal(passwordHashOf(shop.ctx.db, id), stored);
    assert.ok('account' in (await enter('malee', PASSWORD)));
    const renewed = passwordHashOf(shop.ctx.db, id);
    assert.match(renewed ?? '', /^scrypt\$2\$8\$1\$/);
    assert.ok('account' in (await enter('malee', PASSWORD)));
    assert.equal(passwordHashOf(shop.ctx.db, id), renewed);
  });

  test('an unknown name, a wrong password and a disabled account get the same answer', async () => {
    const { add, change, enter } = await openOffice();
    const malee = await add('malee');
    const gone = await add('gone');
    await change(gone.id, { disabled: true });
    for (const [name, password] of [
      ['nobody', PASSWORD],
      ['malee', 'wrong horse'],
      ['malee', ''],
      ['gone', PASSWORD],
    ] as const)
      assert.deepEqual(await enter(name, password), { refused: 'wrong' });
    assert.deepEqual(await enter('Malee', PASSWORD), { account: malee });
  });

  test('ten failures of a name within five minutes block it for fifteen minutes, from any address and with the right password', async () => {
    const { add, clock, enter } = await openOffice();
    const malee = await add('malee');
    const elsewhere = addresses();
    await failTimes(10, () => enter('MALEE ', 'wrong horse', elsewhere()));
    assert.deepEqual(await enter('malee', PASSWORD, elsewhere()), { refused: 'blocked', seconds: 900 });
    clock.time += 15 * MINUTE - 1;
    assert.deepEqual(await enter('malee', PASSWORD, elsewhere()), { refused: 'blocked', seconds: 1 });
    clock.time += 1;
    assert.deepEqual(await enter('malee', PASSWORD, elsewhere()), { account: malee });
  });

  test('failures of unknown names block the address, for IPv6 its network, and no other address', async () => {
    const { add, enter } = await openOffice();
    const malee = await add('malee');
    for (let i = 0; i < 10; i += 1)
      assert.deepEqual(await enter(`guess ${i}`, PASSWORD, `2001:db8::${i}`), { refused: 'wrong' });
    assert.deepEqual(await enter('malee', PASSWORD, '2001:db8::ffff'), { refused: 'blocked', seconds: 900 });
    assert.deepEqual(await enter('malee', PASSWORD, '2001:db8:0:1::1'), { account: malee });
  });

  test('failures older than five minutes, or before a successful sign-in, do not count', async () => {
    const { add, clock, enter } = await openOffice();
    await add('malee');
    const elsewhere = addresses();
    const wrong = () => enter('malee', 'wrong horse', elsewhere());
    await failTimes(9, wrong);
    clock.time += 5 * MINUTE;
    await failTimes(9, wrong);
    assert.ok('account' in (await enter('malee', PASSWORD)));
    await failTimes(9, wrong);
    assert.ok('account' in (await enter('malee', PASSWORD)));
  });

  test('a block survives a restart, can be lifted by hand, and is deleted when it ends', async () => {
    const { shop, clock, enter } = await openOffice();
    await failTimes(10, () => enter('malee', 'wrong horse'));
    await shop.stop();
    await shop.start();
    assert.deepEqual(await enter('malee', PASSWORD), { refused: 'blocked', seconds: 900 });
    assert.equal(await shop.ctx.write((tx) => unblockSignIn(tx, 'malee')), true);
    assert.equal(await shop.ctx.write((tx) => unblockSignIn(tx, 'malee')), false);
    assert.deepEqual(await enter('malee', PASSWORD, '198.51.100.1'), { refused: 'wrong' });
    clock.time += 15 * MINUTE;
    await shop.ctx.write((tx) => deleteOldSignIns(tx, clock.time));
    const left = ['failures', 'blocks'].map((kind) => shop.ctx.db.all(sql(`SELECT * FROM sign_in_${kind}`)));
    assert.deepEqual(left, [[], []]);
  });

  test('concurrent guesses share the ten attempts: after them the right password is refused too', async () => {
    const { add, enter } = await openOffice();
    await add('malee');
    const guesses = Array.from({ length: 12 }, (_, i) => enter('malee', i === 11 ? PASSWORD : 'wrong horse'));
    const answers = (await Promise.all(guesses)).map((answer) => ('refused' in answer ? answer.refused : 'in'));
    assert.deepEqual(answers.slice(0, 10), Array(10).fill('wrong'));
    assert.deepEqual(answers.slice(10), ['blocked', 'blocked']);
  });
});
