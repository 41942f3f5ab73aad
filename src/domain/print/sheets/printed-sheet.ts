import type { Message } from '../../../lib/messages/catalogue.ts';

export const SHEET_FORMATS = ['a4', 'a6'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** A document of one or more pages. */
export interface Sheet {
  title: string;
  /** Content of a QR code in the upper right corner. */
  qr?: string;
  /** Printed next to the title. */
  facts: readonly (readonly [name: string, value: string])[];
  /** Sender and recipient, side by side. */
  parties?: readonly SheetParty[];
  tables: readonly SheetTable[];
  /** Below the last table. */
  totals?: readonly SheetTotal[];
  /** Below the totals. */
  remarks?: readonly string[];
  /** Signature lines, side by side. */
  signatures?: readonly string[];
  nameInWarnings: Message;
}

export interface SheetParty {
  head: string;
  name: string;
  lines: readonly string[];
}

export interface SheetTable {
  heading?: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
}

export interface Column {
  head: string;
  /** Relative to the other columns. */
  widthShare: number;
  align?: 'left' | 'right' | 'center';
  /** Has checkboxes instead of text. */
  checkbox?: boolean;
  bold?: boolean;
}

export interface SheetTotal {
  name: string;
  value: string;
  emphasized?: boolean;
}
