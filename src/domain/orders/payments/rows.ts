import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { PaymentRecordStatus } from '../states.ts';
import type { PaymentMethod } from './methods.ts';

// The only writer of payments, their slips and refunds.

export interface NewPayment {
  orderId: Id;
  method: PaymentMethod;
  amount: Money;
  status: Extract<PaymentRecordStatus, 'notified' | 'confirmed'>;
  /** Who confirmed it. */
  userId: Id | null;
  note: string | null;
}

export const insertPayment = (db: Database, payment: NewPayment, now: number): Id =>
  db.insert<Id>(
    `INSERT INTO payments (order_id, method, amount, status, user_id, note, create_time, judge_time)
     VALUES (@orderId, @method, @amount, @status, @userId, @note, @now, iif(@status = 'confirmed', @now, NULL))`,
    { ...payment, now },
  );
