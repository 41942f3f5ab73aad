import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountByName } from '../src/domain/accounts/accounts.ts';
import { newEmailCode, newLineCode } from '../src/domain/alerts/confirmation-codes.ts';
import { queueMessage } from '../src/domain/alerts/outbox.ts';
import { checkedBrowser } from '../src/domain/alerts/own-alerts.ts';
import { addRecipient, recipientsOf, removeGoneRecipient, startTest } from '../src/domain/alerts/recipients.ts';
import { removeService } from '../src/domain/alerts/services.ts';
import { addMember, derivedAlerts, messageStates, openAlertShop, sendAlerts } from './alert-steps.ts';
import { appError } from './errors.ts';
import { createAccount } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import { change } from './sql.ts';
import { MINUTE } from './stopped-clock.ts';
import { idOf, type Shop } from './support.ts';

const HOUR = 60 * MINUTE;

const onlyRecipient = (shop: Shop, { id }: { id: Parameters<typeof recipientsOf>[1] }) => {
  const [recipient] = recipientsOf(shop.ctx.db, id);
  return recipient ?? assert.fail();
};

test('a message to a removed destination does not go to a destination that another account adds later', async () => {
  const { shop, line } = await openAlertShop();
  const malee = await addMember(shop, 'malee');
  const somchai = accountByName(shop.ctx.db, await createAccount(shop, { name: 'somchai' }));
  await shop.ctx.write((tx) => {
    const recipient = onlyRecipient(shop, malee);
    queueMessage(tx, recipient, [{ kind: 'test' }], shop.now());
    removeGoneRecipient(tx, recipient.id);
    addRecipient(tx, somchai, { way: 'line', address: 'U-somchai' }, shop.now());
  });
  await sendAlerts(shop);
  assert.deepEqual([line.delivered, messageStates(shop)], [[], ['line failed 1']]);
});

test('messages older than six hours are not sent, and messages that were in flight are not repeated', async () => {
  const { shop, line } = await openAlertShop();
  const malee = await addMember(shop, 'malee');
  const queue = (time: number) =>
    shop.ctx.write((tx) => queueMessage(tx, onlyRecipient(shop, malee), [{ kind: 'test' }], time));
  await queue(shop.now() - 6 * HOUR);
  await shop.ctx.write((tx) => tx.run(change("UPDATE alert_messages SET state = 'sending', next_time = NULL")));
  await queue(shop.now() - 6 * HOUR);
  await shop.stop();
  await shop.start();
  await queue(shop.now());
  await sendAlerts(shop);
  assert.deepEqual(messageStates(shop), ['line unknown 0', 'line failed 1', 'line sent 1']);
  assert.equal(line.delivered.length, 1);
});

test('a group that a second account connects moves to that account, and an account at its limit affects no other event', async () => {
  const { shop, line } = await openAlertShop();
  const malee = await addMember(shop, 'malee', { address: 'C-group' });
  const [somchai, full] = [await addMember(shop, 'somchai'), await addMember(shop, 'full')];
  const [code, fullCode] = await shop.ctx.write((tx) => {
    for (let i = 1; i < 20; i += 1) addRecipient(tx, full, { way: 'line', address: `U-${i}` }, shop.now());
    return [newLineCode(tx, somchai.id, shop.now()), newLineCode(tx, full.id, shop.now())];
  });
  const event = (text = '') => ({
    ...{ type: 'message', source: { type: 'group', groupId: 'C-group' } },
    message: { type: 'text', text },
  });
  const answer = await fetch(`${shop.url}/alerts/line`, line.webhook([event(fullCode), event(code)]));
  assert.equal(answer.status, 200);
  assert.deepEqual(recipientsOf(shop.ctx.db, malee.id), []);
  assert.deepEqual(
    recipientsOf(shop.ctx.db, somchai.id).map(({ address }) => address),
    ['U-somchai', 'C-group'],
  );
});

test('the chats of an official account are removed together with it', async () => {
  const { shop } = await openAlertShop();
  const malee = await addMember(shop, 'malee');
  await shop.ctx.write((tx) => removeService(tx, 'line'));
  assert.deepEqual(recipientsOf(shop.ctx.db, malee.id), []);
});

test('a browser whose key is not a point on the curve is refused', async () => {
  const { shop } = await openAlertShop();
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url');
  const subscription = { endpoint: 'http://127.0.0.1:9/', p256dh, auth: 'A'.repeat(22) };
  assert.throws(() => checkedBrowser(shop.ctx, subscription, ''), appError({ key: 'push_subscription_malformed' }));
});

test('an unreadable table does not block alerts from other tables', async () => {
  const { shop } = await openAlertShop({ config: { log: { level: 'silent' } } });
  const { id } = await addMember(shop, 'malee', { kinds: ['new_order', 'slip_waiting'] });
  const damaged = change("INSERT INTO alert_facts VALUES (?, 'new_order', ?, 1, 0, '{}', ?)");
  await shop.ctx.write((tx) => tx.run(damaged, id, idOf(shop.ids.id), shop.now()));
  await notifyPaymentStep(shop, await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]), '65');
  assert.deepEqual((await derivedAlerts(shop)).sort(), ['malee new_order 1', 'malee slip_waiting 1']);
});

test('test messages and codes are a minute apart, also after the clock was set back', async () => {
  const { shop } = await openAlertShop();
  const malee = await addMember(shop, 'malee');
  const { id } = onlyRecipient(shop, malee);
  const email = 'malee@shop.example';
  for (const start of [
    (time: number) => shop.ctx.write((tx) => startTest(tx, id, time)),
    (time: number) => shop.ctx.write((tx) => newEmailCode(tx, malee.id, email, time)),
  ]) {
    const now = shop.now();
    await start(now);
    await start(now - HOUR);
    await assert.rejects(start(now - HOUR + MINUTE - 1), appError({ code: 'slow_down' }));
    await start(now - HOUR + MINUTE);
  }
});
