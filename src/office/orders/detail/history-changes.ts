import type { Language } from '../../../domain/accounts/accounts.ts';
import type { HistoryEntry } from '../../../domain/orders/history.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/payments/methods.ts';
import { lineName, type Order } from '../../../domain/orders/read.ts';
import { COD_MOVES, SHIPMENT_MOVES } from '../../../domain/orders/states.ts';
import { parseMoney } from '../../../lib/money.ts';
import { minuteText, money as moneyText } from '../../page/format.ts';
import { refusalText } from '../../refusals.ts';
import { codStatusName, courierLabel, methodName, parcelStatusName, salesChannelName } from '../state-names.ts';
import { changeTexts, fieldNames } from './history-texts.ts';

type Told = Readonly<Record<string, unknown>>;
type Say = (value: unknown, language: Language) => string;

const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value);

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const plain: Say = (value) => (given(value) ? String(value) : '—');

const money: Say = (value, language) => {
  const amount = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : undefined;
  return amount === undefined ? plain(value, language) : moneyText(amount);
};

const time: Say = (value, language) => (typeof value === 'number' ? minuteText(value, language) : '—');

/** A word of a list by its name in the language. */
const named =
  <Word extends string>(words: readonly Word[], nameOf: (word: Word, language: Language) => string): Say =>
  (value, language) => {
    const word = words.find((one) => one === value);
    return word === undefined ? plain(value, language) : nameOf(word, language);
  };

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] => Object.keys(table) as Key[];

const parcelStatus = named(keysOf(SHIPMENT_MOVES), parcelStatusName);
const courier: Say = (value, language) => (typeof value === 'string' ? courierLabel(value, language) : '—');

const yesOrNo: Say = (value, language) => changeTexts(language)[value === true ? 'yes' : 'no'];
const channel: Say = (value, language) => (typeof value === 'string' ? salesChannelName(value, language) : '—');

const SAY: Readonly<Record<string, Say>> = {
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
  method: named(PAYMENT_METHODS, methodName),
  cod_status: named(keysOf(COD_MOVES), codStatusName),
  shipping_type: courier,
};

const say = (field: string, value: unknown, language: Language): string =>
  given(value) ? (SAY[field] ?? plain)(value, language) : '—';

/** What became of an order, a line for each change; ids say nothing to people. */
export function changesOf({ event, detail }: HistoryEntry, order: Order, language: Language): string[] {
  const t = changeTexts(language);
  switch (event) {
    case 'shipment_moved':
      return [
        withNumber(detail, order, `${parcelStatus(detail.from, language)} → ${parcelStatus(detail.to, language)}`),
      ];
    case 'canceled':
      return Object.entries(t).flatMap(([by, text]) => (by === detail.by && typeof text === 'string' ? [text] : []));
    case 'receipt_issued':
      return [t.number(plain(detail.number, language))];
    case 'shipment_picked_up':
      return [numberOf(detail, order), ...linesOf(detail.short, order).map(t.short)].filter((text) => text !== '');
    case 'edited':
      return Object.entries(detail).flatMap(([field, change]) => editsOf(field, change, language));
    case 'booking_failed':
    case 'cancellation_refused':
      return [
        [detail.tracking_number, refusalText(language, plain(detail.reason, language))].filter(given).join(' · '),
      ];
    default:
      return [
        ...factsOf({ tracking_number: numberOf(detail, order), ...detail }, language),
        ...linesOf(detail.lines, order),
      ];
  }
}

/** Of the parcel that it names by its id; empty where it names none, or one without a number. */
const numberOf = ({ shipment_id }: Told, { shipments }: Order): string =>
  shipments.find(({ id }) => String(id) === shipment_id)?.trackingNumber ?? '';

const withNumber = (detail: Told, order: Order, text: string): string =>
  [numberOf(detail, order), text].filter(given).join(' · ');

const FACTS = ['shipping_type', 'tracking_number', 'method', 'amount', 'reason', 'note'];

/** What is known of it, in one line. */
function factsOf(detail: Told, language: Language): string[] {
  const told = given(detail.remittance_id) ? { ...detail, method: 'COD' } : detail;
  const facts = FACTS.filter((field) => given(told[field])).map((field) => say(field, told[field], language));
  return facts.length === 0 ? [] : [facts.join(' · ')];
}

/** Lines that are named by their ids, in one line: those that the order has no longer are left out. */
function linesOf(lines: unknown, order: Order): string[] {
  const named = (Array.isArray(lines) ? lines : []).filter(isTold).flatMap(({ line_id, qty }) => {
    const line = order.lines.find(({ id }) => String(id) === line_id);
    return line ? [`${lineName(line)} × ${qty}`] : [];
  });
  return named.length === 0 ? [] : [named.join(', ')];
}

function editsOf(field: string, change: unknown, language: Language): string[] {
  if (!isTold(change)) return [];
  const { from, to } = change;
  if (field.startsWith('line ')) return lineEdit(from, to, language);
  if (isTold(from) || isTold(to)) return addressEdits(isTold(from) ? from : {}, isTold(to) ? to : {}, language);
  if (Array.isArray(from) || Array.isArray(to)) return [];
  return [edit(field, from, to, language)];
}

function edit(field: string, from: unknown, to: unknown, language: Language): string {
  const names: Readonly<Record<string, string>> = fieldNames(language);
  return `${names[field] ?? field}: ${say(field, from, language)} → ${say(field, to, language)}`;
}

const addressEdits = (from: Told, to: Told, language: Language): string[] =>
  Object.keys({ ...from, ...to })
    .filter((field) => !/(^|_)id$/.test(field) || field === 'legal_entity_id')
    .filter((field) => from[field] !== to[field])
    .map((field) => edit(field, from[field], to[field], language));

function lineEdit(from: unknown, to: unknown, language: Language): string[] {
  const t = changeTexts(language);
  if (isTold(from) && isTold(to)) return [`${nameOf(from)}: ${piecesOf(from, language)} → ${piecesOf(to, language)}`];
  if (isTold(to)) return [t.added(`${nameOf(to)} ${piecesOf(to, language)}`)];
  return isTold(from) ? [t.removed(`${nameOf(from)} ${piecesOf(from, language)}`)] : [];
}

const nameOf = ({ name, variant_name }: Told): string =>
  lineName({ name: String(name ?? ''), variantName: String(variant_name ?? '') });

/** `2 × 55 บาท` */
const piecesOf = ({ qty, price }: Told, language: Language): string =>
  `${plain(qty, language)} × ${money(price, language)}`;
