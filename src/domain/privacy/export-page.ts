import { courierName } from '../../lib/courier-names.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';
import { messageFromJson } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { count, documentNumber, money } from '../../lib/number-format.ts';
import {
  COD_STATUS_NAMES,
  METHOD_NAMES,
  ORDER_EVENT_NAMES,
  ORDER_STATUS_NAMES,
  PARCEL_STATUS_NAMES,
  PAYMENT_RECORD_NAMES,
  PAYMENT_STATUS_NAMES,
  REFUND_REASON_NAMES,
  SALES_CHANNEL_NAMES,
  SHIPPING_STATUS_NAMES,
} from '../../lib/order-names.ts';
import { nextTurn } from '../../lib/runtime.ts';
import type { PersonExport } from './export.ts';
import { BRANCH_NAMES, CANCELER_NAMES, type Kind, LABELS, type Label, PAGE_TEXTS } from './export-labels.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Yields to other requests after each order: a customer may have thousands. */
async function eachOrder({ orders }: PersonExport, textOf: (order: object) => string): Promise<string[]> {
  const texts: string[] = [];
  for (const order of orders) {
    texts.push(textOf(order));
    await nextTurn();
  }
  return texts;
}

/** The export as an indented JSON document. */
export async function exportJson(exported: PersonExport): Promise<string> {
  const { orders: _, ...rest } = exported;
  const texts = await eachOrder(exported, (order) => JSON.stringify(order, null, 2));
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "orders": [\n${texts.join(',\n')}\n  ]\n}\n`;
}

/**
 * The export as a standalone HTML page that a customer can read and print, in Thai and English. It has no ids except the
 * order number, and no field without a label.
 */
export async function exportPage(exported: PersonExport): Promise<string> {
  const { addresses, orders: _, ...rest } = exported;
  const orders = await eachOrder(exported, orderSection);
  return page(
    `${both(PAGE_TEXTS.title)}: ${escapeHtml(exported.name)}`,
    [
      facts('customer', rest),
      heading(2, LABELS.customer.addresses),
      ...addresses.map((address) => facts('address', address)),
      heading(2, LABELS.customer.orders),
      ...(orders.length === 0 ? [`<p>${both(PAGE_TEXTS.none)}</p>`] : orders),
    ].join('\n'),
  );
}

/** Fields of the export that have no label, as `order.name`. */
export const unknownFields = (exported: PersonExport): string[] => [...new Set(unknownIn('customer', exported))];

const page = (title: string, content: string): string => `<!doctype html>
<html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font-family:sans-serif;line-height:1.5;margin:2rem auto;max-width:60rem;padding:0 1rem}
dl{border-left:2px solid #ccc;margin:0 0 1rem;padding-left:1rem}dt{color:#555}dd{margin:0 0 .3rem;white-space:pre-line}
dd dl{white-space:normal}img{max-width:20rem}</style>
</head><body><h1>${title}</h1>
${content}</body></html>
`;

/** Thai and English, or one text if both are equal. */
const both = ([thai, english]: Label): string => escapeHtml(thai === english ? thai : `${thai} / ${english}`);

const heading = (level: 2 | 3, label: Label | undefined, more = ''): string =>
  `<h${level}>${label ? both(label) : ''}${escapeHtml(more)}</h${level}>`;

function orderSection(order: object): string {
  const { order_number: number, ...rest } = order as JsonObject;
  return `<section>${heading(3, PAGE_TEXTS.order, ` #${number}`)}${facts('order', rest)}</section>`;
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The fields with a label, in the order of the labels. */
function facts(kind: Kind, fields: object): string {
  const items = factsOf(kind, fields as JsonObject).map(([label, text]) => `<dt>${both(label)}</dt><dd>${text}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}

const factsOf = (kind: Kind, fields: JsonObject): [label: Label, html: string][] =>
  Object.entries<Label | undefined>(LABELS[kind]).flatMap(([name, label]) =>
    label && isPresent(fields[name]) ? [[label, formatted(kind, name, fields[name])]] : [],
  );

/** Fields that contain other objects, or a list of them. */
const NESTED: Readonly<Record<string, Kind>> = {
  'customer.addresses': 'address',
  'customer.notes': 'note',
  'customer.orders': 'order',
  'order.products': 'line',
  'order.recipient_address': 'address',
  'order.sender_address': 'address',
  'order.payments': 'payment',
  'payment.refunds': 'refund',
  'order.shipments': 'shipment',
  'order.receipt': 'receipt',
  'order.canceled_receipts': 'receipt',
  'order.refund_documents': 'refundDocument',
  'order.tracking': 'tracking',
  'order.history': 'history',
  'receipt.seller': 'address',
  'receipt.buyer': 'address',
  'receipt.lines': 'receiptLine',
  'receipt.payments': 'receivedPayment',
  'refundDocument.seller': 'address',
  'refundDocument.buyer': 'address',
  'refundDocument.lines': 'refundDocumentLine',
  'history.detail': 'detail',
};

type Format = (value: unknown) => string;

const named =
  (names: Readonly<Record<string, Label>>): Format =>
  (value) => {
    const name = Object.hasOwn(names, String(value)) ? names[String(value)] : undefined;
    return name ? both(name) : escapeHtml(String(value));
  };

const plain: Format = (value) => escapeHtml(typeof value === 'number' ? count(value) : String(value));

/** Amounts are decimal text, but `Money` in receipts. */
const asBaht: Format = (value) => {
  const amount = typeof value === 'string' ? parseMoney(value) : (value as Money);
  return amount === undefined ? plain(value) : money(amount);
};

const BANGKOK = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Bangkok' } as const;
let clocks: readonly Intl.DateTimeFormat[] | undefined; // created at the first export: they take 10 ms

const asTime: Format = (value) => {
  clocks ??= ['th-TH-u-ca-buddhist', 'en-GB'].map((locale) => new Intl.DateTimeFormat(locale, BANGKOK));
  const [thai = '', english = ''] = clocks.map((clock) => clock.format(Number(value)));
  return both([thai, english.replace('Sept ', 'Sep ')]);
};

const yesOrNo: Format = (value) => both(value === true ? PAGE_TEXTS.yes : PAGE_TEXTS.no);

const courier: Format = (value) => both([courierName(String(value), 'th'), courierName(String(value), 'en')]);

const picture: Format = (value) => {
  const { media_type: type, base64 } = value as { media_type: string; base64: string };
  return `<img alt="${both(LABELS.payment.slip)}" src="data:${type};base64,${base64}">`;
};

/** A courier's reason is a message in JSON; a typed reason is plain text. */
const reason: Format = (value) => {
  const message = messageFromJson(String(value));
  return both([describe(message, 'th', 'none'), describe(message, 'en', 'none')]);
};

const joined: Format = (value) => escapeHtml((value as readonly string[]).join(', '));

const MONEY_FIELDS =
  /^(amount|price|subtotal|discount|total|received|refunded|original|reduced|difference|\w+_amount|\w+_fee|\w+Fee)$/;

/** Formats of fields, by kind and name or by name alone. */
const FORMATS: Readonly<Record<string, Format>> = {
  'order.status': named(ORDER_STATUS_NAMES),
  'payment.status': named(PAYMENT_RECORD_NAMES),
  'shipment.status': named(PARCEL_STATUS_NAMES),
  'detail.from': named(PARCEL_STATUS_NAMES),
  'detail.to': named(PARCEL_STATUS_NAMES),
  'detail.by': named(CANCELER_NAMES),
  'detail.reason': reason,
  'refundDocument.cause': named(REFUND_REASON_NAMES),
  'receipt.replaces': (value) => documentNumber(Number(value)),
  'detail.replaces': (value) => documentNumber(Number(value)),
  'refundDocument.receiptNumber': (value) => documentNumber(Number(value)),
  'refundDocument.receiptTime': (value) => asTime(value),
  payment_status: named(PAYMENT_STATUS_NAMES),
  shipping_status: named(SHIPPING_STATUS_NAMES),
  cod_status: named(COD_STATUS_NAMES),
  method: named({ ...METHOD_NAMES, cod: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'] }),
  channel: named(SALES_CHANNEL_NAMES),
  event: named(ORDER_EVENT_NAMES),
  branch_type: named(BRANCH_NAMES),
  shipping_type: courier,
  is_cod: yesOrNo,
  ship_before_pay: yesOrNo,
  slip: picture,
  tags: joined,
  telephones: joined,
  postal_code: (value) => escapeHtml(String(value)),
};

function formatted(kind: Kind, name: string, value: unknown): string {
  const inner = NESTED[`${kind}.${name}`];
  if (inner === 'history') return listOf(value).map(historyEntry).join('');
  if (inner)
    return listOf(value)
      .map((item) => facts(inner, item))
      .join('');
  const format = FORMATS[`${kind}.${name}`] ?? FORMATS[name];
  if (format) return format(value);
  if (name === 'time' || name.endsWith('_time')) return asTime(value);
  return MONEY_FIELDS.test(name) ? asBaht(value) : plain(value);
}

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : [value]) as JsonObject[];

/** `21 พ.ย. 2569 22:47 · Order canceled`, then a line for each detail. */
function historyEntry({ time, event, detail }: JsonObject): string {
  const changes = event === 'edited' ? editTexts(detail as JsonObject) : detailTexts(detail as JsonObject);
  const texts = changes.map((text) => `<br>${text}`).join('');
  return `<p>${asTime(time)} · ${formatted('history', 'event', event)}${texts}</p>`;
}

const detailTexts = (detail: JsonObject): string[] =>
  factsOf('detail', detail).map(([label, text]) => `${both(label)}: ${text}`);

interface Change {
  from?: unknown;
  to?: unknown;
}

const editTexts = (edit: JsonObject): string[] =>
  Object.entries(edit).flatMap(([name, change]) => {
    const { from, to } = change as Change;
    if (isLine(name)) return [changeText(LABELS.order.products, lineText(from), lineText(to))];
    if (isJsonObject(from) || isJsonObject(to)) return addressTexts(from, to);
    return fieldTexts('order', name, from, to);
  });

/** The history of an edit has one field for each changed line. */
const isLine = (name: string): boolean => name.startsWith('line ');

function lineText(line: unknown): string {
  if (!isJsonObject(line)) return '–';
  const name = [line.name, line.variant_name].filter(isPresent).join(' ');
  return `${escapeHtml(name)} × ${plain(line.qty)} × ${asBaht(line.price)}`;
}

function addressTexts(from: unknown, to: unknown): string[] {
  const [before, after] = [isJsonObject(from) ? from : {}, isJsonObject(to) ? to : {}];
  return Object.keys(LABELS.address)
    .filter((name) => before[name] !== after[name])
    .flatMap((name) => fieldTexts('address', name, before[name], after[name]));
}

function fieldTexts(kind: Kind, name: string, from: unknown, to: unknown): string[] {
  const labels: Readonly<Record<string, Label | undefined>> = LABELS[kind];
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  if (!label || Array.isArray(from) || Array.isArray(to)) return [];
  const [before = '', after = ''] = [from, to].map((value) => (isPresent(value) ? formatted(kind, name, value) : '–'));
  return [changeText(label, before, after)];
}

const changeText = (label: Label | undefined, from: string, to: string): string =>
  `${label ? both(label) : ''}: ${from} → ${to}`;

function unknownIn(kind: Kind, fields: object): string[] {
  const isEdit = kind === 'history' && (fields as JsonObject).event === 'edited';
  return Object.entries(fields)
    .filter(([, value]) => isPresent(value))
    .flatMap(([name, value]) => {
      if (!Object.hasOwn(LABELS[kind], name)) return unknownNames(kind, [name]);
      if (isEdit && name === 'detail')
        return unknownNames(
          'order',
          Object.keys(value).filter((field) => !isLine(field)),
        );
      const inner = NESTED[`${kind}.${name}`];
      return inner ? listOf(value).flatMap((item) => unknownIn(inner, item)) : [];
    });
}

const unknownNames = (kind: Kind, names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(LABELS[kind], name)).map((name) => `${kind}.${name}`);
