import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashPassword, newPassword, passwordMatches, requireStrongPassword } from '../src/domain/accounts/passwords.ts';
import { asset } from '../src/lib/assets.ts';
import { SCRYPT_COST } from '../src/lib/scrypt.ts';
import { PASSWORD } from './account-steps.ts';
import { appError } from './errors.ts';
import { CHEAP_COST } from './support.ts';

suite('passwords', () => {
  const expensiveHash = hashPassword(PASSWORD, SCRYPT_COST);

  test('a hash contains its cost and salt, is different each time, and matches only its password, however composed', async () => {
    const hash = await expensiveHash;
    assert.match(hash, /^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(await hashPassword(PASSWORD, SCRYPT_COST), hash);
    assert.equal(await passwordMatches(PASSWORD, hash), true);
    assert.equal(await passwordMatches('correct Horse', hash), false);
    assert.equal(await passwordMatches('cafe\u0301 is open', await hashPassword('café is open', CHEAP_COST)), true);
  });

  test('an invalid hash matches nothing, and one above the memory limit is an error', async () => {
    for (const hash of ['', 'x', PASSWORD, 'scrypt$1$1$1$$'])
      assert.equal(await passwordMatches(PASSWORD, hash), false);
    await assert.rejects(passwordMatches(PASSWORD, (await expensiveHash).replace('$32768$', '$1048576$')), /memory/i);
  });

  test('a password has 10 to 200 characters', async () => {
    for (const password of ['xy'.repeat(4), 'x'.repeat(201), 'ก'.repeat(9), `${'x'.repeat(10)}\0`])
      assert.throws(
        () => requireStrongPassword(password, 'malee'),
        appError({ key: 'password_length', path: 'password' }),
      );
    for (const password of ['กข'.repeat(5), 'x'.repeat(200)]) requireStrongPassword(password, 'malee');
    assert.equal(await passwordMatches('x'.repeat(100_000), await expensiveHash), false);
  });

  test('a common password is refused in any case, and so is the name of the account, repeated, reversed or with digits', () => {
    for (const password of ['qwertyuiop', 'Password123', '1Q2W3E4R5T6Y', ' basketball '])
      assert.throws(
        () => requireStrongPassword(password, 'malee'),
        appError({ key: 'password_common', path: 'password' }),
      );
    for (const [password, name] of [
      ['Somchai-2024', 'somchai'],
      ['1234 iahcmos', 'Somchai'],
      ['maleemalee', 'malee'],
      ['ร้านกาแฟ๒๕๖๗', 'ร้านกาแฟ'],
    ] as const)
      assert.throws(
        () => requireStrongPassword(password, name),
        appError({ key: 'password_is_the_name', path: 'password' }),
      );
    for (const password of ['Café Somchai 2026', 'admin@raan-999', 'malee-owner-1', 'ร้านมะลิ2569!!'])
      assert.throws(
        () => requireStrongPassword(password, 'malee', ['มะลิ', 'Café Somchai']),
        appError({ key: 'password_is_the_name', path: 'password' }),
      );
    requireStrongPassword('malee drinks coffee', 'malee', ['Coffee']);
  });

  test('the list of common passwords has the 10,000 most common ones that are long enough', () => {
    const listed = asset('src/domain/accounts/common-passwords.txt')
      .toString()
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    assert.equal(new Set(listed).size, 10_000);
    assert.deepEqual(
      listed.filter((password) => password.length < 10),
      [],
    );
  });

  test('a one-time password is long enough, easy to read aloud and never repeated', () => {
    const passwords = Array.from({ length: 100 }, newPassword);
    for (const password of passwords) assert.match(password, /^([a-hjkmnp-z2-9]{4}-){6}[a-hjkmnp-z2-9]{4}$/);
    assert.equal(new Set(passwords).size, passwords.length);
  });
});
