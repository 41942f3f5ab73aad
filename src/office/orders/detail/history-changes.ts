import { CANCELERS } from '../../../domain/orders/close.ts';
import { failureOf, type HistoryEntry } from '../../../domain/orders/history.ts';
import { lineName, type Order } from '../../../domain/orders/order.ts';
import { COD_MOVES, PAYMENT_METHODS, SHIPMENT_MOVES } from '../../../domain/orders/order-states.ts';
import { VOID_REASONS } from '../../../domain/orders/payments/receipts.ts';
import { UNDO_REASONS } from '../../../domain/orders/payments/remittance-rows.ts';
import { refundDocumentNumber } from '../../../domain/print/sheets/refund-document.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { isJsonObject, type JsonObject } from '../../../lib/json-object.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { parseMoney } from '../../../lib/money.ts';
import { documentNumber, money as moneyText } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { minuteText } from '../../page/format.ts';
import { undoReasonNames } from '../cod/cod-texts.ts';
import { codStatusName, methodName, parcelStatusName, salesChannelName } from '../order-labels.ts';
import { changeTexts, fieldNames } from './history-texts.ts';
import { voidReasonNames } from './receipt-texts.ts';

type Formatter = (value: unknown, language: Language) => string;

const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list : []).filter(isJsonObject);

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const plain: Formatter = (value) => (isPresent(value) ? String(value) : '—');

const money: Formatter = (value, language) => {
  const amount = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : undefined;
  return amount === undefined ? plain(value, language) : moneyText(amount);
};

const time: Formatter = (value, language) => (typeof value === 'number' ? minuteText(value, language) : '—');

/** Formats a code by its display name. */
const byName =
  <Code extends string>(codes: readonly Code[], nameOf: (code: Code, language: Language) => string): Formatter =>
  (value, language) => {
    const code = codes.find((known) => known === value);
    return code === undefined ? plain(value, language) : nameOf(code, language);
  };

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] => Object.keys(table) as Key[];

const parcelStatus = byName(keysOf(SHIPMENT_MOVES), parcelStatusName);
const courier: Formatter = (value, language) => (typeof value === 'string' ? courierName(value, language) : '—');

const canceler = byName(CANCELERS, (by, language) => changeTexts(language)[by]);
const voidReason = byName(VOID_REASONS, (reason, language) => voidReasonNames(language)[reason]);

const yesOrNo: Formatter = (value, language) => changeTexts(language)[value === true ? 'yes' : 'no'];
const channel: Formatter = (value, language) => (typeof value === 'string' ? salesChannelName(value, language) : '—');

const FORMATTERS: Readonly<Record<string, Formatter>> = {
  amount: money,
  subtotal: money,
  discount: money,
  shipping_fee: money,
  other_fee: money,
  cod_fee: money,
  cod_amount: money,
  total: money,
  paid_amount: money,
  expiration_time: time,
  ship_deadline_time: time,
  ship_before_pay: yesOrNo,
  channel,
  method: byName(PAYMENT_METHODS, methodName),
  send_time: time,
  cod_status: byName(keysOf(COD_MOVES), codStatusName),
  shipping_type: courier,
  undo_reason: byName(UNDO_REASONS, (reason, language) => undoReasonNames(language)[reason]),
};

const formatValue = (field: string, value: unknown, language: Language): string =>
  isPresent(value) ? (FORMATTERS[field] ?? plain)(value, language) : '—';

interface Changed {
  entry: HistoryEntry;
  detail: JsonObject;
  order: Order;
  language: Language;
}

const issuedNumber =
  (textOf: (number: number) => string) =>
  ({ detail, language }: Changed): string[] => [changeTexts(language).number(textOf(Number(detail.number)))];

const failureText = ({ entry, detail, language }: Changed): string[] => {
  const failure = failureOf(entry);
  return [[detail.tracking_number, failure && errorText(language, failure)].filter(isPresent).join(' · ')];
};

const CHANGES: { [Event in HistoryEntry['event']]?: (changed: Changed) => string[] } = {
  shipment_moved: ({ detail, order, language }) => [
    withTrackingNumber(detail, order, `${parcelStatus(detail.from, language)} → ${parcelStatus(detail.to, language)}`),
    ...factsText(detail, language),
  ],
  tracking_number_changed: ({ detail }) => [[detail.from, detail.tracking_number].filter(isPresent).join(' → ')],
  canceled: ({ detail, language }) => [canceler(detail.by, language), ...factsText(detail, language)],
  receipt_issued: issuedNumber(documentNumber),
  receipt_replaced: ({ detail, language }) => [
    changeTexts(language).replaced(documentNumber(Number(detail.replaces)), documentNumber(Number(detail.number))),
    voidReason(detail.void_reason, language),
  ],
  credit_note_issued: issuedNumber((number) => refundDocumentNumber({ kind: 'credit_note', number })),
  refund_voucher_issued: issuedNumber((number) => refundDocumentNumber({ kind: 'refund_voucher', number })),
  transfer_shared: ({ detail, language }) => {
    const numbers = Array.isArray(detail.order_numbers) ? detail.order_numbers : [];
    return numbers.length === 0
      ? []
      : [changeTexts(language).alsoPays(numbers.map((number) => `#${number}`).join(', '))];
  },
  refunded: ({ detail, order, language }) => [
    ...factsText({ ...detail, method: methodsOf(detail, language) }, language),
    ...linesText(detail.lines, order),
  ],
  shipment_picked_up: ({ detail, order, language }) =>
    [trackingNumberOf(detail, order), ...linesText(detail.short, order).map(changeTexts(language).short)].filter(
      isPresent,
    ),
  goods_returned: ({ detail, order, language }) => [
    ...factsText(detail, language),
    ...linesText(detail.lines, order),
    ...linesText(detail.damaged, order).map(changeTexts(language).damaged),
    ...linesText(detail.missing, order).map(changeTexts(language).missing),
  ],
  missing_reported: ({ detail, language }) => [
    ...unitsText(detail.missing).map(changeTexts(language).short),
    ...unitsText(detail.damaged).map(changeTexts(language).damaged),
    ...unitsText(detail.withdrawn).map(changeTexts(language).withdrawn),
  ],
  edited: ({ detail, language }) =>
    Object.entries(detail).flatMap(([field, change]) => editTexts(field, change, language)),
  booking_failed: failureText,
  cancellation_refused: failureText,
};

const otherChanges = ({ detail, order, language }: Changed): string[] => [
  ...factsText({ tracking_number: trackingNumberOf(detail, order), ...detail }, language),
  ...linesText(detail.lines, order),
];

/** The changes of a history entry, one text each. Ids are left out. */
export const changesOf = (entry: HistoryEntry, order: Order, language: Language): string[] =>
  (CHANGES[entry.event] ?? otherChanges)({ entry, detail: entry.detail, order, language });

/** The methods of a refund's payments, each once. */
const methodsOf = ({ payments }: JsonObject, language: Language): string =>
  [...new Set(objectsIn(payments).map(({ method }) => formatValue('method', method, language)))].join(', ');

/** The tracking number of the entry's parcel; empty if it has none. */
const trackingNumberOf = ({ shipment_id }: JsonObject, { shipments }: Order): string =>
  shipments.find(({ id }) => String(id) === shipment_id)?.trackingNumber ?? '';

const withTrackingNumber = (detail: JsonObject, order: Order, text: string): string =>
  [trackingNumberOf(detail, order), text].filter(isPresent).join(' · ');

const FACTS = ['shipping_type', 'tracking_number', 'method', 'amount', 'send_time', 'undo_reason', 'reason', 'note'];

/** Courier, number, method, amount, time, reason and note in one line. */
function factsText(detail: JsonObject, language: Language): string[] {
  const facts = isPresent(detail.remittance_id) ? { ...detail, method: 'COD' } : detail;
  const texts = FACTS.filter((field) => isPresent(facts[field])).map((field) =>
    formatValue(field, facts[field], language),
  );
  return texts.length === 0 ? [] : [texts.join(' · ')];
}

/** Names and quantities of lines in one text; deleted lines are left out. */
function linesText(lines: unknown, order: Order): string[] {
  const texts = objectsIn(lines).flatMap(({ line_id, qty }) => {
    const line = order.lines.find(({ id }) => String(id) === line_id);
    return line ? [`${lineName(line)} × ${qty}`] : [];
  });
  return texts.length === 0 ? [] : [texts.join(', ')];
}

/** As `linesText`, of units that the entry names: components of bundles have no line. */
function unitsText(units: unknown): string[] {
  const texts = objectsIn(units).map(({ name, qty }) => `${name} × ${qty}`);
  return texts.length === 0 ? [] : [texts.join(', ')];
}

function editTexts(field: string, change: unknown, language: Language): string[] {
  if (!isJsonObject(change)) return [];
  const { from, to } = change;
  if (field.startsWith('line ')) return lineEditTexts(from, to, language);
  if (isJsonObject(from) || isJsonObject(to))
    return addressEditTexts(isJsonObject(from) ? from : {}, isJsonObject(to) ? to : {}, language);
  if (Array.isArray(from) || Array.isArray(to)) return [];
  return [editText(field, from, to, language)];
}

function editText(field: string, from: unknown, to: unknown, language: Language): string {
  const names: Readonly<Record<string, string>> = fieldNames(language);
  return `${names[field] ?? field}: ${formatValue(field, from, language)} → ${formatValue(field, to, language)}`;
}

const addressEditTexts = (from: JsonObject, to: JsonObject, language: Language): string[] =>
  Object.keys({ ...from, ...to })
    .filter((field) => !/(^|_)id$/.test(field) || field === 'legal_entity_id')
    .filter((field) => from[field] !== to[field])
    .map((field) => editText(field, from[field], to[field], language));

function lineEditTexts(from: unknown, to: unknown, language: Language): string[] {
  const t = changeTexts(language);
  if (isJsonObject(from) && isJsonObject(to))
    return [`${nameOf(from)}: ${qtyAndPrice(from, language)} → ${qtyAndPrice(to, language)}`];
  if (isJsonObject(to)) return [t.added(`${nameOf(to)} ${qtyAndPrice(to, language)}`)];
  return isJsonObject(from) ? [t.removed(`${nameOf(from)} ${qtyAndPrice(from, language)}`)] : [];
}

const nameOf = ({ name, variant_name }: JsonObject): string =>
  lineName({ name: String(name ?? ''), variantName: String(variant_name ?? '') });

/** `2 × ฿55` */
const qtyAndPrice = ({ qty, price }: JsonObject, language: Language): string =>
  `${plain(qty, language)} × ${money(price, language)}`;
