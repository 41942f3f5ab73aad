import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { newLineCode } from '../src/domain/alerts/confirmation-codes.ts';
import { claimMessage, dueMessages } from '../src/domain/alerts/outbox.ts';
import { addRecipient, recipientsOf } from '../src/domain/alerts/recipients.ts';
import { forgetOpenAlerts } from '../src/domain/alerts/restored.ts';
import { newPushKeys } from '../src/domain/alerts/send-push.ts';
import { putService, serviceOf } from '../src/domain/alerts/services.ts';
import { keyStates, rotateKey } from '../src/domain/secrets/key-changes.ts';
import { newSealingKey } from '../src/lib/sealed.ts';
import { PushReceiver } from './alert-receivers.ts';
import { addMember, derivedAlerts, messageStates, openAlertShop, sendAlerts } from './alert-steps.ts';
import { createAccount } from './office.ts';
import { sql } from './sql.ts';
import { MINUTE, SECOND } from './stopped-clock.ts';
import type { Shop } from './support.ts';

type Opened = Awaited<ReturnType<typeof openAlertShop>>;

/** Creates an order and advances the clock until its alert is due. */
async function createDueAlert({ shop, clock }: Opened): Promise<void> {
  await shop.order();
  await derivedAlerts(shop);
  clock.forward(5 * MINUTE);
}

test('LINE delivers a message once, even if a response is lost, LINE fails or the server stops while it sends', async () => {
  const opened = await openAlertShop();
  const { shop, clock, line } = opened;
  await addMember(shop, 'malee', { kinds: ['new_order'] });
  line.faults.push({ status: 500, message: 'Internal Server Error' }, 'lost');
  await createDueAlert(opened);
  for (let i = 0; i < 3; i += 1) {
    await sendAlerts(shop);
    clock.forward(10 * SECOND * 3 ** i);
  }
  assert.deepEqual(messageStates(shop), ['line sent 3']);
  assert.equal(line.delivered.length, 1);
  assert.equal(new Set(line.requests.map(({ retryKey }) => retryKey)).size, 1);

  await createDueAlert(opened);
  line.faults.push('lost');
  await sendAlerts(shop); // LINE has the message, but raan does not know
  await shop.stop();
  await shop.start();
  clock.forward(MINUTE);
  await sendAlerts(shop);
  assert.deepEqual([line.delivered.length, messageStates(shop).at(-1)], [2, 'line sent 2']);
});

test('after a restart an email in flight is unknown and not sent again; a LINE message is sent again and delivered once', async () => {
  const opened = await openAlertShop();
  const { shop, line } = opened;
  await shop.ctx.write((tx) =>
    putService(tx, 'email', { host: '127.0.0.1', port: 9, security: 'none', sender: 'a@b.example' }),
  );
  const member = await addMember(shop, 'malee', { kinds: ['new_order'] });
  await shop.ctx.write((tx) => addRecipient(tx, member, { way: 'email', address: 'owner@shop.example' }, shop.now()));
  line.faults.push({ status: 500, message: 'later' });
  await createDueAlert(opened);
  await sendAlerts(shop);
  await shop.ctx.write((tx) => {
    opened.clock.forward(MINUTE); // in the step, so that no job of the server claims them first
    for (const { id } of dueMessages(tx, shop.now(), 10)) assert.ok(claimMessage(tx, id));
  });
  await shop.stop();
  await shop.start();
  await sendAlerts(shop);
  assert.deepEqual(messageStates(shop).sort(), ['email unknown 1', 'line sent 2']);
  assert.equal(line.delivered.length, 1);
});

test('a full quota is retried after the time that LINE gives; with a refused token attempts continue for six hours', async () => {
  const opened = await openAlertShop();
  const { shop, clock, line } = opened;
  await addMember(shop, 'malee', { kinds: ['new_order'] });
  line.faults.push({ status: 429, message: 'You have reached your monthly limit.', retryAfter: 600 });
  await createDueAlert(opened);
  await sendAlerts(shop);
  clock.forward(599 * SECOND);
  await sendAlerts(shop);
  assert.equal(line.requests.length, 1);
  clock.forward(SECOND);
  await sendAlerts(shop);
  assert.deepEqual(messageStates(shop), ['line sent 2']);
  const service = serviceOf(shop.ctx.db, 'line');
  assert.ok(service);
  await shop.ctx.write((tx) => putService(tx, 'line', { ...service, token: 'revoked' }));
  await createDueAlert(opened);
  const states: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    await sendAlerts(shop);
    states.push(messageStates(shop).at(-1)?.split(' ')[1] ?? '');
    clock.forward(20 * MINUTE);
  }
  // After 5 hours and 40 minutes the next attempt would be later than six hours.
  assert.deepEqual(states, [...new Array(17).fill('waiting'), 'failed', 'failed', 'failed']);
  assert.equal(line.delivered.length, 1);
});

test('a code that is sent to the official account connects the chat once; blocking it disconnects the chat', async () => {
  const { shop, line } = await openAlertShop();
  const malee = accountByName(shop.ctx.db, await createAccount(shop, { name: 'malee', role: 'packer', store: 'cafe' }));
  const code = await shop.ctx.write((tx) => newLineCode(tx, malee.id, shop.now()));
  const post = (event: object, secret?: string) => fetch(`${shop.url}/alerts/line`, line.webhook([event], secret));
  const text = (userId: string) => ({
    ...{ type: 'message', source: { type: 'user', userId } },
    message: { type: 'text', id: '1', text: ` ${code.toLowerCase()} ` },
  });
  assert.equal((await post(text('U-stranger'), 'wrong secret')).status, 403);
  assert.equal((await post(text('U-malee'))).status, 200);
  assert.equal((await post(text('U-thief'))).status, 200);
  await sendAlerts(shop);
  assert.deepEqual(line.delivered, [{ to: 'U-malee', text: 'ข้อความทดสอบ\nการแจ้งเตือนจาก raan จะมาที่นี่' }]);
  await shop.order();
  assert.deepEqual(await derivedAlerts(shop), ['malee new_order 1']);
  await post({ type: 'unfollow', source: { type: 'user', userId: 'U-malee' } });
  assert.deepEqual(recipientsOf(shop.ctx.db, malee.id), []);
});

async function openPushShop() {
  const opened = await openAlertShop();
  const { shop } = opened;
  const keys = newPushKeys();
  await shop.ctx.write((tx) => putService(tx, 'push', keys));
  const receiver = await new PushReceiver().start(keys.public_key);
  const { endpoint, ...detail } = receiver.subscription;
  const malee = await addMember(shop, 'malee', { kinds: ['new_order'], way: 'push', address: endpoint });
  await shop.ctx.write((tx) => addRecipient(tx, malee, { way: 'push', address: endpoint, detail }, shop.now()));
  return { ...opened, receiver, malee };
}

test('a browser decrypts the alert, checks its sender, and is removed once it has unsubscribed', async () => {
  const opened = await openPushShop();
  const { shop, receiver, malee } = opened;
  await createDueAlert(opened);
  await sendAlerts(shop);
  assert.deepEqual(messageStates(shop), ['push sent 1']);
  const [{ headers, payload } = assert.fail()] = receiver.received;
  const { tag, ...shown } = payload;
  const [order] = shop.ctx.db.all(sql<{ id: number }>('SELECT id FROM orders'));
  assert.deepEqual(shown, { title: 'คำสั่งซื้อใหม่ · บ้านกาแฟ', body: '#1 ฿65', url: `/office/orders/${order?.id}` });
  assert.deepEqual([headers.ttl, headers.topic, headers['content-encoding']], ['14400', tag, 'aes128gcm']);

  receiver.statuses.push(503, 410);
  await createDueAlert(opened);
  await sendAlerts(shop);
  opened.clock.forward(MINUTE);
  await sendAlerts(shop);
  assert.deepEqual(messageStates(shop), ['push sent 1', 'push failed 2']);
  assert.deepEqual(recipientsOf(shop.ctx.db, malee.id), []);
});

const usedKeys = (shop: Shop) => keyStates(shop.ctx.db).filter(({ used }) => used).length;

test('a key rotation encrypts the secrets of the services with the new key', async () => {
  const { shop, line } = await openAlertShop();
  await shop.ctx.write((tx) => rotateKey(tx, newSealingKey()));
  assert.equal(usedKeys(shop), 1);
  assert.equal(serviceOf(shop.ctx.db, 'line')?.token, line.token);
});

test('a restored database sends no alert that may have been sent before', async () => {
  const opened = await openAlertShop();
  const { shop, clock, line } = opened;
  await addMember(shop, 'malee', { kinds: ['new_order'] });
  line.faults.push({ status: 500, message: 'later' });
  await createDueAlert(opened);
  await sendAlerts(shop);
  await shop.order();
  await derivedAlerts(shop);
  await shop.ctx.write((tx) => forgetOpenAlerts(tx));
  clock.forward(60 * MINUTE);
  await sendAlerts(shop);
  assert.deepEqual([messageStates(shop), line.delivered], [['line unknown 1'], []]);
});
