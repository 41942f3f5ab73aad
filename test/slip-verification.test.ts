import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { putBankAccount } from '../src/domain/bank-accounts.ts';
import { byCommand, recordEvent } from '../src/domain/orders/history.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import { changeTransfer, notifyPayment, type PaymentReport } from '../src/domain/orders/payments/payments.ts';
import { readStoredSlips } from '../src/domain/orders/payments/read-slips.ts';
import { fitsMask, mismatches } from '../src/domain/orders/payments/verification/mismatches.ts';
import { removeSlipVerifier, setSlipVerifier } from '../src/domain/orders/payments/verification/slip-verifiers.ts';
import { verificationWorker } from '../src/domain/orders/payments/verification/verification-worker.ts';
import {
  claimVerification,
  recordVerification,
  verificationOf,
} from '../src/domain/orders/payments/verification/verifications.ts';
import { baht } from './amounts.ts';
import { type Behavior, type CourierServer, LOCAL, openCourier } from './courier-server.ts';
import { appError } from './errors.ts';
import { signedIn } from './office.ts';
import { confirm, reject } from './payment-steps.ts';
import { slipCode, slipPicture } from './slip-pictures.ts';
import { change } from './sql.ts';
import { idOf, openShop, type Shop } from './support.ts';

const SECRET = 'a secret of 23 letters.';
const ACCOUNT = { bank: '004', number: '1234567890', name: 'บ้านกาแฟ' };

/** A store with a verifier and one order. The clock of the worker is ahead, so that the jobs of the server do nothing. */
async function openVerifier({ sendsPicture = false, timeout = 10_000 } = {}) {
  const service = await openCourier();
  const shop = await openShop();
  const storeId = idOf(shop.ids.id);
  await shop.ctx.write((tx) => {
    setSlipVerifier(tx, storeId, { url: service.url, secret: SECRET, sendsPicture }, LOCAL.urlProblem);
    putBankAccount(tx, storeId, ACCOUNT);
  });
  const orderId = idOf((await shop.order()).body.order.id);
  let ahead = 3_600_000;
  const now = () => shop.now() + ahead;
  const worker = verificationWorker({ ...shop.ctx, now }, { timeout });
  const report = async (more: Partial<PaymentReport> = { reference: 'A1', sendingBank: '014' }) => {
    const payment = { method: 'transfer', amount: baht('65'), ...more } as const;
    return (await shop.ctx.write((tx) => notifyPayment(tx, orderId, payment, byCommand(now())))).paymentId;
  };
  /** Moves the clock and lets the worker do what is due. */
  const run = async (later = 0) => {
    ahead += later;
    const once = verificationWorker({ ...shop.ctx, now }, { timeout });
    once.verifyDue();
    await once.finish();
  };
  return { service, shop, storeId, orderId, worker, report, run };
}

const stateOf = ({ ctx }: Shop, id: Parameters<typeof verificationOf>[1]) => {
  const { state, tries, reason } = verificationOf(ctx.db, id) ?? {};
  return [state, tries, reason?.key];
};

const TIME = Date.UTC(2026, 10, 26, 3, 15);
const CONFIRMED = {
  status: 'confirmed',
  amount: '65',
  receiver_bank: '004',
  receiver_account: 'xxx-x-x6789-x',
  transfer_time: TIME,
};

const bodies = (service: CourierServer) => service.requests.map(({ body: { request_time, ...body } }) => body);

test('a confirmed transfer fills time and account of the payment, and only reference, bank and amount are sent', async () => {
  const { service, shop, storeId, orderId, report, run } = await openVerifier();
  service.always({ body: CONFIRMED });
  const id = await report();
  await run();
  assert.deepEqual(stateOf(shop, id), ['confirmed', 1, undefined]);
  const [request] = service.requests;
  assert.deepEqual(bodies(service), [
    {
      action: 'verify',
      idempotency_key: request?.headers['idempotency-key'],
      amount: '65',
      sending_bank: '014',
      reference: 'A1',
    },
  ]);
  const signature = createHmac('sha256', SECRET).update(JSON.stringify(request?.body)).digest('hex');
  assert.equal(request?.headers['x-service-signature'], signature);
  const [payment] = paymentDetails(shop.ctx.db, orderId);
  assert.ok(payment);
  assert.deepEqual([payment.status, payment.payTime, payment.bankAccountId !== null], ['notified', TIME, true]);
  const { confirmation } = verificationOf(shop.ctx.db, id) ?? {};
  assert.ok(confirmation);
  const differing = (more: object) => mismatches(shop.ctx.db, storeId, { ...payment, ...more }, confirmation);
  assert.deepEqual(differing({}), []);
  assert.deepEqual(differing({ amount: baht('66'), payTime: TIME - 3_600_000 }), ['amount', 'time']);
  assert.deepEqual(mismatches(shop.ctx.db, storeId, payment, { ...confirmation, receiverBank: '014' }), ['receiver']);
});

const FAILURES: readonly (readonly [name: string, behavior: Behavior, reason: string])[] = [
  ['a timeout', { body: CONFIRMED, responseDelay: 3_000 }, 'verifier_not_answered'],
  ['a cut-off answer', { disconnect: 'after_action' }, 'verifier_not_answered'],
  ['a server error', { status: 500, body: CONFIRMED }, 'verifier_answered'],
  ['a wrong token', { status: 401, body: { error: 'no' } }, 'verifier_answered'],
  ['an answer without amount', { body: { status: 'confirmed' } }, 'verifier_answered'],
  ['an unknown transfer', { body: { status: 'unknown' } }, 'verifier_does_not_know'],
];

for (const [name, behavior, reason] of FAILURES)
  test(`after ${name}, the request is repeated with its idempotency key`, async () => {
    const { service, shop, report, run } = await openVerifier({ timeout: behavior.responseDelay ? 1_000 : 10_000 });
    service.next(behavior, { body: CONFIRMED });
    const id = await report();
    await run();
    assert.deepEqual(stateOf(shop, id), ['uncertain', 1, reason]);
    await run(5_000);
    assert.deepEqual(stateOf(shop, id), ['confirmed', 2, undefined]);
    const [first, second] = service.requests.map(({ headers }) => headers['idempotency-key']);
    assert.equal(first, second);
  });

test('after eight tries without an answer, the store decides and can verify again with another key', async () => {
  const { service, shop, orderId, report, run } = await openVerifier();
  service.always({ body: { status: 'unknown' } });
  const id = await report();
  for (let i = 0; i < 9; i += 1) await run(3_600_000);
  assert.deepEqual(stateOf(shop, id), ['unknown', 8, 'verifier_does_not_know']);
  const browser = await signedIn(shop, { language: 'en' });
  const { text } = await browser.open(`/orders/${orderId}`);
  assert.match(text, /could not verify the transfer\. Check your account before you confirm.*Verify again/);
  service.always({ body: { status: 'refused', reason: 'No such transfer' } });
  await browser.send(`/orders/${orderId}/payments/${id}/verify`);
  await run();
  assert.match((await browser.open(`/orders/${orderId}`)).text, /found no such transfer: No such transfer/);
  assert.equal(new Set(service.requests.map(({ headers }) => headers['idempotency-key'])).size, 2);
});

test('a request in flight at a crash is repeated', async () => {
  const { service, shop, worker, report, run } = await openVerifier();
  const id = await report();
  service.next({ disconnect: 'before_reading' }, { body: CONFIRMED });
  await run();
  const lost = shop.ctx.write((tx) =>
    tx.run(change("UPDATE slip_verifications SET state = 'requesting', next_time = NULL")),
  );
  await lost;
  await worker.recoverOrphans();
  await run(5_000);
  assert.deepEqual(stateOf(shop, id).slice(0, 1), ['confirmed']);
});

test('a slip without a readable code is verified by its picture, if the store sends pictures', async () => {
  const { service, report, run } = await openVerifier({ sendsPicture: true });
  service.always({ body: CONFIRMED });
  const slip = await slipPicture(slipCode('A1'));
  await report({ slip, slipReading: { code: undefined, turn: 0 } });
  await run();
  const [body] = bodies(service);
  assert.deepEqual([body.reference, body.slip.media_type], [undefined, 'image/jpeg']);
  assert.ok(Buffer.from(body.slip.base64, 'base64').length > 1_000);
});

test('an order page with many events, rendered without the keys of secrets, offers to verify again', async () => {
  const { shop, orderId, report } = await openVerifier();
  const id = await report();
  await shop.ctx.write((tx) => {
    tx.run(change("UPDATE slip_verifications SET state = 'unknown', next_time = NULL"));
    for (let i = 0; i < 101; i += 1) recordEvent(tx, orderId, byCommand(shop.now()), 'packed');
  });
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open(`/orders/${orderId}`);
  assert.match(html, new RegExp(`payments/${id}/verify`));
});

test('after the review of a payment, no request is sent, and a response in flight is ignored', async () => {
  const { service, shop, report, run } = await openVerifier();
  const [confirmed, rejected, inFlight] = [
    await report(),
    await report({ reference: 'A2' }),
    await report({ reference: 'A3' }),
  ];
  const claim = await shop.ctx.write((tx) => claimVerification(tx, inFlight, shop.now() + 3_600_000));
  assert.ok(claim);
  await confirm(shop, confirmed);
  for (const id of [rejected, inFlight]) await reject(shop, id);
  await run();
  assert.equal(service.requests.length, 0);
  const confirmation = { amount: baht('65'), receiverAccount: null, receiverBank: null, transferTime: null };
  const isStored = await shop.ctx.write((tx) =>
    recordVerification(tx, claim, { is: 'confirmed', confirmation }, shop.now()),
  );
  assert.equal(isStored, false);
  for (const id of [confirmed, rejected, inFlight]) assert.equal(verificationOf(shop.ctx.db, id), undefined);
});

test('the results of a removed verifier stay, and its waiting requests are removed', async () => {
  const { service, shop, storeId, report, run } = await openVerifier();
  service.next({ body: CONFIRMED }, { body: { status: 'unknown' } });
  const answered = await report();
  await run();
  const waiting = await report({ reference: 'A2' });
  await run();
  await shop.ctx.write((tx) => removeSlipVerifier(tx, storeId));
  assert.equal(stateOf(shop, answered)[0], 'confirmed');
  assert.equal(verificationOf(shop.ctx.db, waiting), undefined);
});

test('a changed bank or reference is verified again, and nothing is verified without a reference', async () => {
  const { service, shop, report, run } = await openVerifier();
  service.always({ body: CONFIRMED });
  const id = await report();
  await run();
  const changeTo = (transfer: object) =>
    shop.ctx.write((tx) => changeTransfer(tx, id, transfer, byCommand(shop.now())));
  await changeTo({ reference: 'A1', sendingBank: '004' });
  assert.equal(stateOf(shop, id)[0], 'queued');
  await run();
  assert.equal(stateOf(shop, id)[0], 'confirmed');
  await changeTo({ sendingBank: '004' });
  assert.equal(verificationOf(shop.ctx.db, id), undefined);
});

test('a slip that is read later causes no second request', async () => {
  const { service, shop, orderId, report, run } = await openVerifier();
  service.always({ body: CONFIRMED });
  const id = await report({ reference: 'A1', slip: await slipPicture(slipCode('A1')) });
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(`/orders/${orderId}`);
  await browser.send(`/orders/${orderId}/payments/${id}/verify`);
  await run();
  await readStoredSlips(shop.ctx);
  assert.equal(stateOf(shop, id)[0], 'confirmed');
});

test('a verifier needs an allowed URL and a secret', async () => {
  const shop = await openShop();
  const set = (settings: object) =>
    shop.ctx.write((tx) =>
      setSlipVerifier(
        tx,
        idOf(shop.ids.id),
        { url: 'https://verify.example/', secret: 'x'.repeat(16), sendsPicture: false, ...settings },
        LOCAL.urlProblem,
      ),
    );
  await assert.rejects(set({ url: 'http://192.0.2.1/' }), appError({ path: 'url' }));
  await assert.rejects(set({ secret: 'short' }), appError({ key: 'secret_too_short', path: 'secret' }));
});

test('a masked account number matches the numbers that it can stand for', () => {
  const fits = (mask: string) => fitsMask(mask, '1234567890');
  assert.deepEqual(['xxx-x-x6789-x', 'XXX-4-56XXX-X', 'x-6789', '1234567890'].map(fits), [true, true, true, true]);
  assert.deepEqual(['xxx-x-x6780-x', 'xxxxxxxxxx', 'x-6799', 'xxx-x-xx7xx-x'].map(fits), [false, false, false, false]);
});

test('in a mask of another length, all visible digits count, in their order, with hidden ones between them', () => {
  const fits = (mask: string) => fitsMask(mask, '1234567890');
  assert.deepEqual(['x12x6789', '12xxxxxxx7890', 'xxxxxxxxx7890', 'x1x456'].map(fits), [true, true, true, true]);
  assert.deepEqual(['x99x6789', 'x67x1234', '34x567', 'x78x789', 'x12x45'].map(fits), Array(5).fill(false));
  assert.equal(fitsMask('x12x3456', '9993456000'), false);
});
