import type { Money } from '../../../lib/money.ts';

/** Who sends or receives a parcel. */
export interface Party {
  name: string;
  telephone: string;
  /** Without the postcode. */
  address: string;
  postalCode: string;
}

/** What a shipping label says. A text that is empty is not known. */
export interface Label {
  orderNumber: string;
  courier: string;
  trackingNumber: string;
  /** Which of the order's parcels it is, and how many there are. */
  piece: number;
  pieces: number;
  recipient: Party;
  sender: Party;
  /** What the courier collects; null: nothing. */
  codAmount: Money | null;
  /** Grams. */
  weight: number | null;
  /** Unix milliseconds. */
  date: number;
  note: string;
}

/** Sizes of labels in millimetres; `a4` is a sheet of four A6. */
export const LABEL_SIZES = {
  '100x150': { width: 100, height: 150, across: 1, down: 1 },
  '100x75': { width: 100, height: 75, across: 1, down: 1 },
  a6: { width: 105, height: 148, across: 1, down: 1 },
  a4: { width: 105, height: 148.5, across: 2, down: 2 },
} as const;

export type LabelSize = keyof typeof LABEL_SIZES;
