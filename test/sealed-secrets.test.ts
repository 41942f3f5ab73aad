import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { type Account, accountById, accountByName } from '../src/domain/accounts/accounts.ts';
import { appSetup, startAppSetup } from '../src/domain/accounts/authenticator-app.ts';
import { finishAppSetup, hasSecondFactor, resetSecondFactor, takeCode } from '../src/domain/accounts/second-factor.ts';
import { findCourier, secretOf } from '../src/domain/couriers/couriers.ts';
import { storedOldSecret } from '../src/domain/couriers/old-secrets.ts';
import { resetCourierSecret } from '../src/domain/couriers/set-up.ts';
import { keyFindings } from '../src/domain/monitoring/doctor/sealing-key.ts';
import { discardUnreadable, keyStates, rotateKey } from '../src/domain/secrets/key-changes.ts';
import { resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { listApps } from '../src/domain/webhooks/apps.ts';
import { keySource, writeKeys } from '../src/lib/key-file.ts';
import { KeyRing } from '../src/lib/key-ring.ts';
import { keyText, newSealingKey, seal, unseal } from '../src/lib/sealed.ts';
import { openFolder, openFolderOf } from './cli.ts';
import { errorPattern, operatorError } from './errors.ts';
import { addOwner } from './owner-account.ts';
import { change } from './sql.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const COURIERS = [
  { shipping_type: 'kex', adapter: 'http', url: 'https://courier.example/a', secret: 'hush-http' },
  {
    shipping_type: 'ems',
    adapter: 'number_pool',
    ...{ prefix: 'EX', first: 12345678, count: 100 },
    ...{ token: 'hush-token', secret: 'hush-pool' },
  },
];

const DAY = 86_400_000;

/** A shop with each kind of secret, current and old, and an account with an authenticator app and recovery codes. */
async function openSecretShop(): Promise<Shop & { totpSecret: string; recoveryCode: string }> {
  const shop = await openShop({ stores: [cafe({ couriers: COURIERS })] });
  const storeId = idOf(shop.ids.id);
  const reset = { now: shop.now(), keepOldFor: DAY };
  await shop.ctx.write((tx) => {
    resetWebhookSecret(tx, appOf(shop).id, reset);
    resetCourierSecret(tx, { storeId, shippingType: 'kex' }, reset);
    const id = addOwner(tx, 'malee', shop.now());
    startAppSetup(tx, accountById(tx, id) as Account);
  });
  const totpSecret = appSetup(shop.ctx.db, accountByName(shop.ctx.db, 'malee'))?.secret ?? assert.fail();
  const [recoveryCode = ''] = await shop.ctx.write((tx) =>
    finishAppSetup(tx, accountByName(tx, 'malee'), codeOf(totpSecret, shop.now()), shop.now()),
  );
  return Object.assign(shop, { totpSecret, recoveryCode });
}

const codeOf = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Whether the account can sign in with the code, half a minute after its last code. */
const acceptsCode = (shop: Shop, codeAt: (time: number) => string): Promise<boolean> =>
  shop.ctx.write((tx) => {
    const later = shop.now() + 30_000;
    return takeCode(tx, accountByName(tx, 'malee'), codeAt(later), later);
  });

function appOf(shop: Shop) {
  const [app] = listApps(shop.ctx.db, idOf(shop.ids.id));
  assert.ok(app);
  return app;
}

function courierOf(shop: Shop, shippingType: string) {
  const courier = findCourier(shop.ctx.db, idOf(shop.ids.id), shippingType);
  assert.ok(courier);
  return courier;
}

/** Every secret of the shop in plaintext. */
function secretsOf(shop: Shop): (string | null | undefined)[] {
  const { webhookSecret, oldSecret } = appOf(shop);
  const [kex, ems] = ['kex', 'ems'].map((type) => courierOf(shop, type));
  assert.ok(kex && ems);
  const token = 'token' in ems.settings ? ems.settings.token : undefined;
  const oldCourierSecret = storedOldSecret(shop.ctx.db, kex.id)?.secret;
  return [webhookSecret, oldSecret, secretOf(kex.settings), oldCourierSecret, secretOf(ems.settings), token];
}

const keyFile = (shop: Shop): string => path.join(path.dirname(shop.config.database), 'raan.key');

const currentKey = (shop: Shop): string | undefined => keyStates(shop.ctx.db).find(({ current }) => current)?.id;

test('no secret is in plaintext in the database or in a copy of it, and all can be read', async () => {
  const shop = await openSecretShop();
  const copy = path.join(path.dirname(shop.config.database), 'copy.db');
  writeFileSync(copy, '');
  await shop.ctx.copyDatabase(copy);
  const secrets = secretsOf(shop);
  assert.deepEqual(secrets.slice(3), ['hush-http', 'hush-pool', 'hush-token']);
  assert.equal(secrets[1], shop.ids.apps.bot?.webhook_secret);
  const files = [shop.config.database, `${shop.config.database}-wal`, copy].map((file) => readFileSync(file));
  for (const secret of [...secrets, shop.totpSecret, shop.recoveryCode])
    for (const file of files) assert.equal(file.includes(secret as string), false, String(secret));
});

test('the key file is created with the first secret, next to the database and only for its owner', async () => {
  const shop = await openShop({ stores: [cafe({ apps: [], channels: [] })] });
  assert.equal(existsSync(keyFile(shop)), false);
  await shop.load({ stores: [cafe()] });
  assert.equal(statSync(keyFile(shop)).mode & 0o777, 0o600);
});

test('a sealed value can be opened only for its own table, column and row', () => {
  const key = newSealingKey();
  const column = { table: 'apps', column: 'webhook_secret', id: 1 };
  const sealed = seal(key, column, 'รหัสลับ');
  assert.match(sealed, new RegExp(`^v1\\.${key.id}\\.`));
  assert.equal(unseal(key, column, sealed), 'รหัสลับ');
  assert.notEqual(seal(key, column, 'รหัสลับ'), sealed);
  for (const other of [{ id: 2 }, { column: 'old_webhook_secret' }, { table: 'couriers' }])
    assert.throws(() => unseal(key, { ...column, ...other }, sealed));
  assert.throws(() => unseal(newSealingKey(), column, sealed));
  assert.throws(() => unseal(key, column, `${sealed.slice(0, -4)}AAAA`));
});

test('a rotation seals every secret with a new key while the server runs, and is in the audit log', async () => {
  const shop = await openSecretShop();
  const before = secretsOf(shop);
  const old = currentKey(shop);
  const { key, secrets } = await openFolderOf(shop).runCommandJson('key', 'rotate');
  assert.equal(secrets, 7);
  assert.deepEqual(secretsOf(shop), before);
  assert.equal(await acceptsCode(shop, (time) => codeOf(shop.totpSecret, time)), true);
  assert.deepEqual(keyStates(shop.ctx.db), [
    { id: key, current: true, used: true, missing: false },
    { id: old, current: false, used: false, missing: false },
  ]);
  await shop.ctx.write((tx) => resetWebhookSecret(tx, appOf(shop).id, { now: shop.now() }));
  assert.equal(keyStates(shop.ctx.db)[1]?.used, false);
});

test('a rotation that is killed after it has written the key file leaves every secret readable', async () => {
  const shop = await openSecretShop();
  const before = secretsOf(shop);
  const key = newSealingKey();
  await assert.rejects(
    shop.ctx.write((tx) => {
      rotateKey(tx, key);
      throw new Error('killed');
    }),
    /killed/,
  );
  assert.equal(currentKey(shop), key.id);
  await shop.stop();
  await shop.start();
  assert.deepEqual(secretsOf(shop), before);
  assert.equal(await shop.ctx.write((tx) => rotateKey(tx, newSealingKey())), 7);
  assert.deepEqual(secretsOf(shop), before);
});

test('a backup from before a rotation is readable after it', async () => {
  const shop = await openSecretShop();
  const before = secretsOf(shop);
  const folder = openFolderOf(shop);
  await folder.runCommandJson('backup', folder.path('copy.db'));
  await folder.runCommandJson('key', 'rotate');
  await shop.stop();
  await folder.runCommandJson('restore', folder.path('copy.db'));
  await shop.start();
  assert.deepEqual(secretsOf(shop), before);
});

test('a server without the key does not start and names the file; with the key back it starts', async () => {
  const shop = await openSecretShop();
  const before = secretsOf(shop);
  const id = currentKey(shop);
  const file = keyFile(shop);
  const text = readFileSync(file);
  await shop.stop();
  const unknown = operatorError({ key: 'key_unknown', params: { ids: [id], file } });
  rmSync(file);
  await assert.rejects(shop.start(), unknown);
  writeKeys(file, [newSealingKey()]);
  await assert.rejects(shop.start(), unknown);
  writeFileSync(file, 'not a key\n');
  await assert.rejects(shop.start(), operatorError({ key: 'key_malformed', params: { file, line: 1 } }));
  writeFileSync(file, text);
  await shop.start();
  assert.deepEqual(secretsOf(shop), before);
});

test('a lost key is never replaced silently; its secrets can be discarded, and the server starts again', async () => {
  const shop = await openSecretShop();
  const [, , , , poolSecret] = secretsOf(shop);
  assert.equal(poolSecret, 'hush-pool');
  await shop.stop();
  rmSync(keyFile(shop));
  const folder = openFolderOf(shop);
  const { status, stderr } = await folder.runCommand('app', 'add', 'another');
  assert.equal(status, 1);
  assert.match(stderr, errorPattern('key_missing', { file: keyFile(shop) }));
  assert.equal(existsSync(keyFile(shop)), false);
  const { discarded } = await folder.runCommandJson('key', 'discard-unreadable');
  assert.deepEqual(discarded, ['app bot', 'courier kex', 'courier ems', 'account 1']);
  await shop.start();
  const [webhook, oldWebhook, ...couriers] = secretsOf(shop);
  assert.match(webhook ?? '', /^[\w-]{43}$/);
  assert.notEqual(webhook, shop.ids.apps.bot?.webhook_secret);
  assert.equal(oldWebhook, null);
  assert.deepEqual(couriers, [undefined, undefined, undefined, undefined]);
  assert.deepEqual(await shop.ctx.write((tx) => discardUnreadable(tx)), []);
});

test('an account whose authenticator app was discarded still needs a second factor: a recovery code, or a new app', async () => {
  const shop = await openSecretShop();
  await shop.stop();
  rmSync(keyFile(shop));
  await openFolderOf(shop).runCommandJson('key', 'discard-unreadable');
  await shop.start();
  const malee = () => accountByName(shop.ctx.db, 'malee');
  assert.equal(hasSecondFactor(shop.ctx.db, malee().id), true);
  assert.equal(await acceptsCode(shop, (time) => codeOf(shop.totpSecret, time)), false);
  assert.equal(await acceptsCode(shop, () => shop.recoveryCode), true);
  await shop.ctx.write((tx) => resetSecondFactor(tx, malee()));
  await shop.ctx.write((tx) => startAppSetup(tx, malee()));
  assert.notEqual(appSetup(shop.ctx.db, malee())?.secret, shop.totpSecret);
});

test('a recovery code works although the secret of the authenticator app is damaged', async () => {
  const shop = await openSecretShop();
  await shop.ctx.write((tx) => tx.run(change("UPDATE authenticator_apps SET secret = 'v1.damaged'")));
  assert.equal(await acceptsCode(shop, () => shop.recoveryCode), true);
});

test('doctor reports a key that is missing or that others can read', async () => {
  const shop = await openSecretShop();
  const checks = () => keyFindings(shop.ctx.db).map(({ problem }) => problem.key);
  assert.deepEqual(checks(), []);
  chmodSync(keyFile(shop), 0o644);
  assert.deepEqual(checks(), ['others_open_key']);
  await shop.stop();
  rmSync(keyFile(shop));
  const { problems } = (await openFolderOf(shop).runCommand('doctor', '--json')).json;
  assert.deepEqual(problems.filter(({ check }: { check: string }) => check === 'key').length, 1);
});

test('the key comes from the systemd credential, RAAN_KEY_FILE, RAAN_KEY or the file next to the database, in this order', () => {
  const folder = openFolder();
  const keys = ['raan-key', 'chosen', 'raan.key', 'variable'].map((name) => ({ name, key: newSealingKey() }));
  const [credential, chosen, own, variable] = keys as [Named, Named, Named, Named];
  for (const { name, key } of [credential, chosen, own]) folder.write(name, `# mine\n${keyText(key)}\n`);
  const first = (env: NodeJS.ProcessEnv) => keySource(folder.path('raan.db'), env).read()[0]?.id;
  const all = {
    CREDENTIALS_DIRECTORY: folder.root,
    RAAN_KEY_FILE: folder.path('chosen'),
    RAAN_KEY: keyText(variable.key),
  };
  assert.equal(first(all), credential.key.id);
  assert.equal(first({ ...all, CREDENTIALS_DIRECTORY: '' }), chosen.key.id);
  assert.equal(first({ RAAN_KEY: all.RAAN_KEY }), variable.key.id);
  assert.equal(first({}), own.key.id);
});

type Named = { name: string; key: ReturnType<typeof newSealingKey> };

test('a key from an environment variable is used but cannot be rotated', () => {
  const name = 'RAAN_KEY';
  const key = newSealingKey();
  const ring = new KeyRing(keySource('/nowhere/raan.db', { RAAN_KEY: keyText(key) }), () => false);
  assert.equal(ring.current().id, key.id);
  assert.throws(() => ring.add(newSealingKey()), operatorError({ key: 'key_not_a_file', params: { file: name } }));
});
