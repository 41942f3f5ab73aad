import type { Money } from '../../../lib/money.ts';
import type { Party } from '../party.ts';

/** The content of a shipping label. Empty texts are unknown. */
export interface Label {
  orderNumber: string;
  courier: string;
  trackingNumber: string;
  /** From 1. */
  parcelNumber: number;
  parcelCount: number;
  recipient: Party;
  sender: Party;
  /** Null: nothing is collected. */
  codAmount: Money | null;
  /** Grams. */
  weight: number | null;
  /** Unix milliseconds. */
  date: number;
  note: string;
}

/** Millimeters; `a4` is a sheet of four A6. */
export const LABEL_SIZES = {
  '100x150': { width: 100, height: 150, across: 1, down: 1 },
  '100x75': { width: 100, height: 75, across: 1, down: 1 },
  a6: { width: 105, height: 148, across: 1, down: 1 },
  a4: { width: 105, height: 148.5, across: 2, down: 2 },
} as const;

export type LabelSize = keyof typeof LABEL_SIZES;
