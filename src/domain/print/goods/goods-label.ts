import type { Money } from '../../../lib/money.ts';

/** A label for one piece of a variant, or for its place on the shelf. */
export interface GoodsLabel {
  /** Names of product and variant. */
  name: string;
  /** As EAN, Code 128 or QR. */
  code: string;
  /** Empty: none. */
  sku: string;
  /** Where the goods are stored. Only on a shelf label; empty: none. */
  shelf: string;
  /** Null: not printed. */
  price: Money | null;
}

/** A label with the number of its copies. */
export interface CopiedLabel {
  label: GoodsLabel;
  copies: number;
}

/** `barcode`: for the goods. `shelf`: for the shelf, with a large price. */
export const GOODS_LABEL_KINDS = ['barcode', 'shelf'] as const;
export type GoodsLabelKind = (typeof GOODS_LABEL_KINDS)[number];

interface Roll {
  /** Millimeters, as everything here. */
  width: number;
  height: number;
}

/** Labels on an A4 sheet. */
interface A4Sheet extends Roll {
  across: number;
  down: number;
  /** White space at the left and between two columns. */
  left: number;
  gap: number;
  top: number;
}

/** Rolls of single labels, and sheets of 24 and 65 labels as shops sell them. */
export const GOODS_LABEL_SIZES = {
  '40x30': { width: 40, height: 30 },
  '50x30': { width: 50, height: 30 },
  '70x40': { width: 70, height: 40 },
  a4_24: { width: 70, height: 37.125, across: 3, down: 8, left: 0, gap: 0, top: 0 },
  a4_65: { width: 38.1, height: 21.2, across: 5, down: 13, left: 4.75, gap: 2.5, top: 10.7 },
} as const satisfies Record<string, Roll | A4Sheet>;

export type GoodsLabelSize = keyof typeof GOODS_LABEL_SIZES;

/** Per file. */
export const MAX_GOODS_LABELS = 2_000;
