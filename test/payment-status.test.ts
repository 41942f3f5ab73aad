import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  type CodStatus,
  type PaymentRecord,
  type PaymentRecordStatus,
  paymentStatus,
} from '../src/domain/orders/order-states.ts';
import type { Money } from '../src/lib/money.ts';

// The derived status

const record = (status: PaymentRecordStatus, amount: number, refunded = status === 'refunded' ? amount : 0) =>
  ({ status, amount, refunded }) as PaymentRecord;

const notified = record('notified', 60);
const rejected = record('rejected', 100);
const STATUSES: [string, PaymentRecord[], CodStatus | null, string][] = [
  ['no payment', [], null, 'unpaid'],
  ['one rejected payment', [rejected], null, 'unpaid'],
  ['one reported payment', [notified], null, 'awaiting_confirmation'],
  ['a reported and a rejected payment', [rejected, notified], null, 'awaiting_confirmation'],
  ['less than the total', [record('confirmed', 99)], null, 'partially_paid'],
  ['less than the total, and a reported payment', [record('confirmed', 40), notified], null, 'partially_paid'],
  ['the total', [record('confirmed', 100)], null, 'paid'],
  ['the total in two payments', [record('confirmed', 40), record('confirmed', 60)], null, 'paid'],
  ['the total, and a reported payment', [record('confirmed', 100), notified], null, 'paid'],
  ['more than the total', [record('confirmed', 130)], null, 'paid'],
  ['a refunded overpayment', [record('confirmed', 130, 30)], null, 'paid'],
  ['a partial refund', [record('confirmed', 100, 1)], null, 'partially_refunded'],
  ['one of two payments refunded', [record('confirmed', 60), record('refunded', 40)], null, 'partially_refunded'],
  ['everything refunded', [record('refunded', 100)], null, 'refunded'],
  ['a partial payment refunded', [record('refunded', 40), rejected], null, 'refunded'],
  ['everything refunded, and a reported payment', [record('refunded', 40), notified], null, 'refunded'],
  ['everything refunded and paid again', [record('refunded', 100), record('confirmed', 100)], null, 'paid'],
  ['pending COD', [], 'pending', 'unpaid'],
  ['collected COD', [], 'collected', 'unpaid'],
  ['failed COD', [], 'failed', 'unpaid'],
  ['remitted COD', [], 'remitted', 'paid'],
  ['a deposit, and pending COD', [record('confirmed', 40)], 'pending', 'partially_paid'],
  ['a deposit, and remitted COD', [record('confirmed', 40)], 'remitted', 'paid'],
  ['a refunded deposit, and remitted COD', [record('refunded', 40)], 'remitted', 'refunded'],
];

suite('payment_status', () => {
  for (const [what, payments, cod, status] of STATUSES)
    test(`${what}: ${status}`, () => assert.equal(paymentStatus(100 as Money, payments, cod), status));
});

const anyRecord = fc
  .record({
    status: fc.constantFrom<PaymentRecordStatus>('notified', 'confirmed', 'rejected', 'refunded'),
    amount: fc.integer({ min: 1, max: 12 }),
    refunded: fc.nat(12),
  })
  .map(({ status, amount, refunded }) =>
    status === 'confirmed' ? record(status, amount, Math.min(refunded, amount - 1)) : record(status, amount),
  );

/** A simple reference implementation that counts each baht. */
function statusByCounting(total: number, payments: readonly PaymentRecord[], cod: CodStatus | null): string {
  const bahts: string[] = [];
  for (const { status, amount, refunded } of payments)
    if (status === 'confirmed' || status === 'refunded')
      for (let i = 0; i < amount; i += 1) bahts.push(i < refunded ? 'refunded' : 'kept');
  const kept = bahts.filter((state) => state === 'kept').length;
  const hasRefund = kept < bahts.length;
  const missing = cod === 'remitted' && !hasRefund ? 0 : Math.max(total - kept, 0);
  if (missing === 0) return 'paid';
  if (kept === 0 && hasRefund) return 'refunded';
  if (kept === 0) return payments.some(({ status }) => status === 'notified') ? 'awaiting_confirmation' : 'unpaid';
  return hasRefund ? 'partially_refunded' : 'partially_paid';
}

test('the payment_status of random payments equals the status counted baht by baht', () => {
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.array(anyRecord, { maxLength: 5 }),
      fc.constantFrom<CodStatus | null>(null, 'pending', 'collected', 'remitted', 'failed'),
      (total, payments, cod) =>
        assert.equal(paymentStatus(total as Money, payments, cod), statusByCounting(total, payments, cod)),
    ),
    { numRuns: 5_000 },
  );
});
