import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { Address } from '../../address-fields.ts';
import type { Channel } from '../../channels/channels.ts';
import type { SlipCode } from '../../orders/payments/slip-code.ts';
import { stockIn } from '../../stock/stock-levels.ts';
import type { DrawnSlip } from '../pictures/slip.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How many days of history the demo has. */
export const DAYS = 90;

export interface DemoVariant {
  id: Id;
  cost: Money;
  /** Pieces in both warehouses when the history begins, and after each purchase. */
  target: number;
}

/** Before the end. Older orders have fewer steps, so that the demo starts sooner. */
export const DETAILED = 10 * DAY;

/** The store in which the history happens. */
export interface Scene {
  seed: number;
  storeId: Id;
  channels: { page: Channel; wholesale: Channel };
  /** Accounts of the owner and of two employees. */
  staff: { owner: Id; seller: Id; packer: Id };
  warehouses: { bkk: Id; cnx: Id };
  /** Variants with their own stock. */
  variants: readonly DemoVariant[];
  /** A bundle. */
  giftSet: Id;
  /** The courier with a range of tracking numbers. */
  ems: Id;
  customers: readonly Address[];
  /** Resellers that need tax invoices. */
  companies: readonly Address[];
  /** The bank account of the store. */
  account: Id;
  /** The time of the demo's start: the end of its history. */
  end: number;
  drawSlip: (slip: DrawnSlip) => Promise<{ picture: Uint8Array; code: SlipCode }>;
  /** Called for each call of a partner. */
  called: (channel: Channel, endpoint: string, time: number, problem?: CallProblem) => void;
}

export interface CallProblem {
  status: number;
  error: string;
  description: string;
}

/** Available pieces of the variant in both warehouses. */
export const availableIn = (tx: WriteTx, { warehouses: { bkk, cnx } }: Scene, variantId: Id): number =>
  stockIn(tx, variantId, [{ id: bkk }, { id: cnx }]).reduce((sum, { onHand, reserved }) => sum + onHand - reserved, 0);
