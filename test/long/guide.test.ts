import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { signature } from '../../src/domain/webhooks/send-webhook.ts';
import { standardKey } from '../../src/lib/secrets.ts';
import { blockWith, ROOT } from '../documents.ts';
import { guideTest } from '../guide/guide-test.ts';
import { copyOf, type LocalCopy } from '../guide/local-copy.ts';
import type { GuideProgram } from '../guide/program.ts';
import { LANGUAGES, type Language, PAGE, programOf, SETUPS, snippetsOf, writeProgram } from '../guide/programs.ts';
import { openSandbox, type Sandbox } from '../guide/sandbox.ts';
import { openReceiver } from '../receiver.ts';
import { problemsOf } from '../sdk/compile.ts';
import type { Json } from '../support.ts';

// Runs the programs of the page src/docs/integrate.md against the sandbox of a served store, through a crash, outages,
// refused orders, a daily reconciliation, a restored backup and a replaced channel.

const [CREATE, PAY, ORDERS, PRODUCTS, DETAIL] = [
  '/v1/order/create',
  '/v1/order/payment/notify',
  '/v1/order/list',
  '/v1/product/list',
  '/v1/product/detail',
];

interface Guide {
  language: Language;
  sandbox: Sandbox;
  program: GuideProgram;
  copy: LocalCopy;
}

test('every step of the guide has a snippet in each language', () => {
  const counts = LANGUAGES.map((language) => snippetsOf(language).length);
  assert.deepEqual(counts, [8, 8, 8, 8]);
});

test('the table lists the tools of the shell program', () => {
  const [, tools = ''] = /^\| shell \| (.+?) \|/m.exec(readFileSync(path.join(ROOT, PAGE), 'utf8')) ?? [];
  assert.deepEqual(tools.split(/, | and /), SETUPS.shell.tools);
});

test('the TypeScript program of the guide compiles strictly', async () => {
  assert.equal(await problemsOf([programOf('TypeScript')], { compiler: 'typescript', bundled: false }), '');
});

guideTest(
  (language) => `the ${language} program of the guide keeps an exact copy of a store`,
  async (language) => {
    const sandbox = await openSandbox();
    const program = await writeProgram(language, sandbox.access);
    writeFileSync(path.join(program.data, 'package.json'), '{}'); // as npm install leaves it
    const guide = { language, sandbox, program, copy: copyOf(language, program.data) };
    await crashInFirstOrder(guide);
    await sendOrderAgain(guide);
    if (language === 'shell') await verifyStoredDelivery(guide);
    else await receiveWebhooks(guide);
    await recover(guide);
    await skipRefusedOrder(guide);
    await reconcileNextDay(guide);
    await recoverFromRestoredBackup(guide);
    assert.doesNotMatch(program.errors, /^\s+at |^Traceback|^#0/m, 'errors of calls have no stack trace');
    await stopForAnotherChannel(guide);
  },
);

async function untilEqual({ sandbox, program, copy }: Guide, when: string): Promise<void> {
  const stock = await sandbox.stock();
  await program.until(`the local stock is current ${when}`, () => isDeepStrictEqual(copy.stock(), stock));
}

/** The program crashes after the store has created the order, before it gets the response. */
async function crashInFirstOrder({ sandbox, program, copy }: Guide): Promise<void> {
  const { proxy } = sandbox;
  let hasCrashed = false;
  proxy.failNext(PAY, 'before');
  proxy.onRequest = () => {
    if (proxy.paths.at(-1) !== PAY) return;
    proxy.onRequest = () => {};
    void program.kill().then(() => {
      hasCrashed = true;
    });
  };
  program.start();
  await program.until('the program has crashed', () => hasCrashed);
  assert.equal(copy.order('A-1'), undefined);
  assert.deepEqual(await paymentsOf(sandbox), [['A-1', []]]);
}

/** The external id of each order, and the status of each of its payments. */
const paymentsOf = async (sandbox: Sandbox) =>
  (await sandbox.orders()).map((order) => [order.external_order_id, order.payments.map(({ status }: Json) => status)]);

async function sendOrderAgain(guide: Guide): Promise<void> {
  const { sandbox, program, copy } = guide;
  await program.runUntil('the first order is stored', () => copy.order('A-1')?.status === 'open');
  await program.until('the catalogue is stored', () => copy.isReconciled());
  assert.deepEqual(await paymentsOf(sandbox), [['A-1', ['notified']]]);
  await program.until('the order is printed', () => program.output !== '');
  assert.doesNotMatch(program.errors, /MODULE_TYPELESS_PACKAGE_JSON/);
  assert.equal(program.output, blockWith('text', 'A-1: '));
  assert.deepEqual(copy.products(), ['cake', 'tea', 'ลาเต้']);
  assert.equal(sandbox.proxy.count(PRODUCTS), 1, 'the catalogue is read once');
  await untilEqual(guide, 'after the first order');
}

async function receiveWebhooks(guide: Guide): Promise<void> {
  const { sandbox, program } = guide;
  await program.untilListening();
  assert.equal(await deliver(guide, '0'.repeat(64)), 401);
  await sandbox.sendWebhooksTo(program.hook);
  await sandbox.count('tea', 3);
  await untilEqual(guide, 'after a webhook');
  const isService = SETUPS[guide.language].isService ?? false;
  const reads = isService ? await receiveBurst(guide) : undefined;
  await renameTwoProducts(guide);
  if (reads !== undefined) assert.ok(sandbox.proxy.count(ORDERS) <= reads + 3, 'a burst is one more catch-up');
  const sent = () => sandbox.deliveries().filter(({ url }) => url === program.hook);
  await program.until('the deliveries are over', () => sent().every(({ status }) => status !== 'sending'));
  assert.ok(sent().length > 1);
  assert.deepEqual([...new Set(sent().map(({ answer }) => answer))], ['204']);
}

/** The first read of the first one fails. */
async function renameTwoProducts({ sandbox, program, copy }: Guide): Promise<void> {
  const { proxy } = sandbox;
  const reads = proxy.count(DETAIL);
  proxy.failNext(DETAIL, 'redirect');
  await sandbox.rename('tea', 'chai');
  await program.until('the read has failed', () => proxy.count(DETAIL) > reads);
  await sandbox.rename('cake', 'pie');
  await program.until('both names are stored', () => copy.products().join() === 'chai,pie,ลาเต้');
  await sandbox.rename('chai', 'tea');
}

const EVENT = '{"event_type":"stock_available_updated","data":{"items":[]}}';

/** @returns the status of the receiver's response */
async function deliver({ sandbox, program }: Guide, signed = signature([EVENT], sandbox.access.webhookSecret)) {
  const headers = { 'X-Service-Signature': signed };
  return (await fetch(program.hook, { method: 'POST', body: EVENT, headers })).status;
}

/** During a catch-up, 300 webhooks arrive. @returns how often the list of orders was requested until then */
async function receiveBurst(guide: Guide): Promise<number> {
  const { sandbox, program } = guide;
  const { proxy } = sandbox;
  const before = proxy.count(ORDERS);
  proxy.failNext(ORDERS, 'held');
  await deliver(guide);
  await program.until('a catch-up runs', () => proxy.count(ORDERS) > before);
  const during = proxy.count(ORDERS);
  for (let i = 0; i < 300; i += 1) assert.equal(await deliver(guide), 204);
  assert.equal(proxy.count(ORDERS), during, 'one catch-up runs at a time');
  proxy.release();
  return during;
}

async function verifyStoredDelivery({ sandbox, program }: Guide): Promise<void> {
  const receiver = await openReceiver();
  await sandbox.sendWebhooksTo(receiver.url);
  await sandbox.count('tea', 3);
  await sandbox.rename('cake', 'pie');
  const { body, headers } = await program.until('a webhook arrives', () => receiver.received[0]);
  writeFileSync(path.join(program.data, 'delivery'), body);
  writeFileSync(path.join(program.data, 'changed'), `${body} `);
  const signature = headers['x-service-signature'] ?? '';
  for (const WEBHOOK_SECRET of [sandbox.access.webhookSecret, standardKey(sandbox.access.webhookSecret)]) {
    assert.equal(await program.runWith(['verify', 'delivery', signature], { WEBHOOK_SECRET }), 0);
    assert.equal(await program.runWith(['verify', 'changed', signature], { WEBHOOK_SECRET }), 1);
  }
}

/** Meanwhile the order is paid and shipped, stock is counted and a product is deleted, which the feed does not report. */
async function recover(guide: Guide): Promise<void> {
  const { sandbox, program, copy } = guide;
  await program.kill();
  await sandbox.confirmPayments();
  await sandbox.shipOrders();
  for (const qty of [9, 8, 7]) await sandbox.count('ลาเต้', qty);
  const expected = await sandbox.stock();
  await sandbox.delete('tea');
  const lists = sandbox.proxy.count(PRODUCTS);
  await program.runUntil('the order is paid', () => copy.order('A-1')?.payment === 'paid');
  await program.until('the local stock has the changes', () => isDeepStrictEqual(copy.stock(), expected));
  assert.equal(sandbox.proxy.count(PRODUCTS), lists, 'the catalogue is not read again');
}

async function skipRefusedOrder({ sandbox, program, copy }: Guide): Promise<void> {
  await program.kill();
  copy.addOrder('B-1', '999999999');
  copy.addOrder('B-2', await sandbox.variantOf('ลาเต้'));
  await program.runUntil('the next order is sent', () => copy.order('B-2'));
  assert.ok(copy.isRejected('B-1'));
}

/** The quota refuses new orders meanwhile. */
async function reconcileNextDay(guide: Guide): Promise<void> {
  const { language, sandbox, program, copy } = guide;
  const { proxy } = sandbox;
  await program.kill();
  await sandbox.limitOrders(1);
  for (const id of ['B-3', 'B-4']) copy.addOrder(id, await sandbox.variantOf('ลาเต้'));
  copy.passDay();
  const lists = proxy.count(PRODUCTS);
  const stock = await sandbox.stock();
  await program.runUntil(
    'an order exceeds the quota, and the catalogue and the stock are current',
    () =>
      proxy.statuses.includes(403) && copy.products().join() === 'pie,ลาเต้' && isDeepStrictEqual(copy.stock(), stock),
    true,
  );
  await program.kill();
  await sandbox.limitOrders(0);
  assert.equal(proxy.count(PRODUCTS), lists + 1, 'the catalogue is read once');
  const areSent = () => copy.order('B-3') && copy.order('B-4');
  if (!SETUPS[language].isService) return program.runUntil('the orders are sent', areSent);
  copy.passDay();
  proxy.failNext(PRODUCTS, 'held');
  await program.run();
  await program.until('the orders are sent during a reconciliation', areSent);
  assert.ok(!copy.isReconciled());
  proxy.release();
  await program.until('the catalogue is read', () => copy.isReconciled());
}

/**
 * A shipped order, a canceled one and an open one are lost. Meanwhile another one is canceled, stock is counted and a
 * product is deleted.
 */
async function recoverFromRestoredBackup(guide: Guide): Promise<void> {
  const { sandbox, program, copy } = guide;
  const { proxy } = sandbox;
  await program.kill();
  await sandbox.call('/v1/order/cancel', { external_order_id: 'B-2' });
  await program.runUntil('an order is canceled', () => copy.order('B-2')?.status === 'canceled');
  await program.kill();
  await sandbox.count('ลาเต้', 2);
  await sandbox.delete('pie');
  await sandbox.call('/v1/order/cancel', { external_order_id: 'B-4' });
  await sandbox.restoreBackupWithout('A-1', 'B-2', 'B-3');
  const payments = proxy.count(PAY);
  await program.runUntil('the open orders are sent again', () => proxy.count(PAY) === payments + 2);
  assert.match(program.errors, /\bcursor: /);
  await program.until('the other order is canceled', () => copy.order('B-4')?.status === 'canceled');
  await program.until('the catalogue is current', () => copy.products().join() === 'ลาเต้');
  const found = Object.fromEntries(await paymentsOf(sandbox));
  assert.deepEqual(Object.keys(found).sort(), ['B-3', 'B-4']);
  assert.equal(found['B-3'].length, 1);
  await continueAfterwards(guide);
}

async function continueAfterwards(guide: Guide): Promise<void> {
  const { sandbox, program, copy } = guide;
  const orders = sandbox.proxy.count(CREATE);
  await program.kill();
  await sandbox.confirmPayments();
  await program.runUntil('the order is paid', () => copy.order('B-3')?.payment === 'paid');
  await untilEqual(guide, 'after a restored backup');
  assert.equal(sandbox.proxy.count(CREATE), orders, 'no order is sent again');
}

/** The owner has replaced the channel, and the program gets the credentials of the new one. */
async function stopForAnotherChannel({ sandbox, program }: Guide): Promise<void> {
  await program.kill();
  const requests = sandbox.proxy.paths.length;
  assert.notEqual(await program.runWith([], { CLIENT_ID: 'another' }), 0);
  assert.match(program.errors, /belongs to another channel/);
  assert.equal(sandbox.proxy.paths.length, requests);
}
