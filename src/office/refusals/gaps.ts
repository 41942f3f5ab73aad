import { courierName } from '../../domain/couriers/names.ts';
import type { CodStatus, OrderStatus, PaymentRecordStatus, ShipmentStatus } from '../../domain/orders/states.ts';
import type { DocumentStatus } from '../../domain/stock/documents.ts';
import { parseMoney } from '../../lib/money.ts';
import { codStatusName, orderStatusName, parcelStatusName, paymentRecordName } from '../orders/display-names.ts';
import { bytesText, count, money } from '../page/format.ts';
import { documentStatusLabels } from '../stock/stock-labels.ts';

/** What may fill a gap of a template, and how that is said in Thai. */
export interface GapKind {
  /** Of a regular expression, without groups that catch. */
  pattern: string;
  say: (filled: string) => string;
}

export type GapKinds = Readonly<Record<string, GapKind>>;

const named = <Word extends string>(words: readonly Word[], say: (word: Word) => string): GapKind => ({
  pattern: words.join('|'),
  say: (filled) => {
    const word = words.find((one) => one === filled);
    return word === undefined ? filled : say(word);
  },
});

const spoken = (words: Readonly<Record<string, string>>): GapKind =>
  named(Object.keys(words), (word) => words[word] ?? word);

const asIs = (filled: string): string => filled;

const grouped = (filled: string): string => filled.replace(/\d+/, (whole) => count(Number(whole)));

const inBaht = (filled: string): string => {
  const amount = parseMoney(filled);
  return amount === undefined ? filled : money(amount);
};

const ORDER: readonly OrderStatus[] = ['open', 'completed', 'canceled', 'expired'];
const COD: readonly CodStatus[] = ['pending', 'collected', 'remitted', 'failed'];
const RECORD: readonly PaymentRecordStatus[] = ['notified', 'confirmed', 'rejected', 'refunded'];
const DOCUMENT: readonly DocumentStatus[] = ['draft', 'committed', 'discarded'];
const PARCEL: readonly ShipmentStatus[] = [
  'booked',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
  'returned',
  'canceled',
];

/** As little as fits. */
export const ANY_TEXT = '[\\s\\S]+?';

/** By the names that templates give them; a gap without a kind is a text. */
export const GAP_KINDS: GapKinds = {
  text: { pattern: ANY_TEXT, say: asIs },
  id: { pattern: '\\d+', say: asIs },
  count: { pattern: '-?\\d+(?:\\.\\d+)?', say: grouped },
  baht: { pattern: '-?\\d+(?:\\.\\d+)?', say: inBaht },
  bytes: { pattern: '\\d+', say: (filled) => bytesText(Number(filled)) },
  courier: { pattern: '\\S+', say: (filled) => courierName(filled) },
  order: named(ORDER, (status) => orderStatusName(status, 'th')),
  cod: named(COD, (status) => codStatusName(status, 'th')),
  record: named(RECORD, (status) => paymentRecordName(status, 'th')),
  parcel: named(PARCEL, (status) => parcelStatusName(status, 'th')),
  document: named(DOCUMENT, (status) => documentStatusLabels('th')[status]),
  doing: spoken({
    deducted: 'หักออก',
    'put together': 'ใช้ประกอบ',
    'taken apart': 'แยกชุด',
    'written off': 'ตัดออก',
    transferred: 'ย้าย',
    shipped: 'ส่ง',
  }),
  what: spoken({ 'tracking numbers': 'เลขพัสดุ', 'collected amounts': 'ยอดที่เก็บได้' }),
  region: { pattern: 'PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed', say: asIs },
  named: spoken({
    variant: 'สินค้ารหัส',
    'variant of the source': 'ตัวเลือกของร้านต้นทาง',
    'price tier': 'ระดับราคา',
    warehouse: 'คลัง',
    courier: 'ขนส่ง',
    app: 'แอป',
    store: 'ร้าน',
    'product of that store': 'สินค้าของร้านนั้น',
  }),
};
