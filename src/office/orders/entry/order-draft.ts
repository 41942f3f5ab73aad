import type { Reader } from '../../../context.ts';
import { findAddress, type StoredAddress } from '../../../domain/addresses.ts';
import { variantsWithCode } from '../../../domain/barcodes.ts';
import {
  type Customer,
  customerIdOf,
  existingCustomer,
  memberIds,
  ordersOfCustomers,
} from '../../../domain/orders/customers/customer.ts';
import { tierOfCustomer } from '../../../domain/orders/customers/customer-tier.ts';
import { recipientsOf } from '../../../domain/orders/customers/earlier-orders.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { type Id, idText, NO_ID, parseId } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { newSecret } from '../../../lib/secrets.ts';
import { type PastedAddress, parseAddress } from '../../../lib/thai-address/parse.ts';
import { provinceOfCode } from '../../../lib/thai-address/provinces.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { ADDRESS_FIELDS } from './order-entry-schema.ts';

/** The fields of an unsaved order form, as the browser submits them. */
export type Draft = Readonly<Record<string, readonly string[]>>;

/** A row of the form. `line` is the id of an existing line; without a variant the row has a typed SKU. */
export interface Row {
  line: string;
  variant: string;
  sku: string;
  qty: string;
  price: string;
}

const COLUMNS = ['line', 'variant', 'sku', 'qty', 'price'] as const;
const BLANK: Row = { line: '', variant: '', sku: '', qty: '', price: '' };

export const rowsOf = (draft: Draft): Row[] =>
  Array.from({ length: draft.qty?.length ?? 0 }, (_, i) => {
    const cell = (column: keyof Row) => draft[column]?.[i] ?? '';
    return { line: cell('line'), variant: cell('variant'), sku: cell('sku'), qty: cell('qty'), price: cell('price') };
  });

export const isBlank = (row: Row): boolean => [row.line, row.variant, row.sku].every((text) => text.trim() === '');

const withRows = (draft: Draft, rows: readonly Row[]): Draft => ({
  ...draft,
  ...Object.fromEntries(COLUMNS.map((column) => [column, rows.map((row) => row[column])])),
});

/** An empty form with defaults. */
export const newDraft = (shippingType: string): Draft => ({
  ...withRows({}, [BLANK]),
  form_key: [newSecret()],
  shipping_type: [shippingType],
  auto_request: ['on'],
});

/** A new form copied from an order, with current prices. */
export function duplicateDraft(order: Order): Draft {
  const { auto_request: _, ...defaults } = newDraft(order.shippingType);
  const rows = order.lines.map(({ variantId, qty }) => ({ ...BLANK, variant: idText(variantId), qty: String(qty) }));
  return {
    ...withRows(defaults, rows),
    ...addressTexts(order.recipientAddress),
    channel: [order.salesChannel ?? ''],
    shipping_fee: [amountText(order.shippingFee)],
    other_fee: [amountText(order.otherFee)],
    cod_fee: [amountText(order.codFee)],
    ...(order.isCod ? { is_cod: ['on'] } : {}),
    ...(order.shipBeforePay ? { ship_before_pay: ['on'] } : {}),
    ...(order.autoRequestXshipping ? { auto_request: ['on'] } : {}),
  };
}

/** The form for editing an order. */
export function editDraft(order: Order): Draft {
  const rows = order.lines.map(({ id, variantId, qty, price }) => ({
    ...BLANK,
    line: idText(id),
    variant: idText(variantId),
    qty: String(qty),
    price: typedBaht(price),
  }));
  return {
    ...withRows({}, rows),
    ...addressTexts(order.recipientAddress),
    seen: [String(order.updateTime)],
    discount: [amountText(order.discount)],
    shipping_fee: [amountText(order.shippingFee)],
    other_fee: [amountText(order.otherFee)],
    cod_fee: [amountText(order.codFee)],
    cod_amount: [order.codAmount === null ? '' : typedBaht(order.codAmount)],
    expiry: [minuteOf(order.expirationTime)],
    deadline: [minuteOf(order.shipDeadlineTime)],
    channel: [order.salesChannel ?? ''],
    label_note: [order.shippingLabelNote ?? ''],
    private_note: [order.privateNote ?? ''],
    ...(order.shipBeforePay ? { ship_before_pay: ['on'] } : {}),
    ...(order.isCod ? { is_cod: ['on'] } : {}),
  };
}

const minuteOf = (time: number | null): string => (time === null ? '' : bangkokMinute(time).replace(' ', 'T'));

const amountText = (amount: Money | null): string => (amount === null || amount === 0 ? '' : typedBaht(amount));

type Texts = Record<string, readonly string[]>;

const addressTexts = (address: Partial<StoredAddress>): Texts =>
  Object.fromEntries(ADDRESS_FIELDS.map(([field, name]) => [name, [String(address[field] ?? '')]]));

/** Applies a button of the form other than save: `add 7`, `remove 0`, `split`, `customer 5`. */
export const applyStep = (context: StoreContext, draft: Draft, step: string): Draft =>
  withProvince(runStep(context, draft, step));

function runStep(context: StoreContext, draft: Draft, step: string): Draft {
  const [verb, argument = ''] = step.split(' ');
  const rows = resolveSkus(context, rowsOf(draft));
  if (verb === 'add') return { ...withRows(draft, addVariant(rows, argument)), find: [''] };
  if (verb === 'remove') return withRows(draft, orBlank(rows.toSpliced(Number(argument), 1)));
  if (verb === 'more') return withRows(draft, [...rows, BLANK]);
  if (verb === 'split') return { ...draft, ...splitTexts(draft) };
  if (verb === 'use') return savedAddressDraft(context, draft, parseId(argument) ?? NO_ID);
  if (verb === 'customer' && argument !== '') return customerDraft(context, draft, parseId(argument) ?? NO_ID);
  if (verb === 'next') return addFoundSku(context, withRows(draft, rows));
  return verb === 'look' ? draft : withRows(draft, rows);
}

/** Increases the quantity in the variant's row by one, or replaces blank rows with a row of the variant. */
function addVariant(rows: readonly Row[], variant: string): Row[] {
  const at = rows.findIndex((row) => row.variant === variant);
  if (at < 0) return [...rows.filter((row) => !isBlank(row)), { ...BLANK, variant, qty: '1' }];
  return rows.map((row, i) => (i === at ? { ...row, qty: String((Number(row.qty) || 0) + 1) } : row));
}

const orBlank = (rows: Row[]): Row[] => (rows.length > 0 ? rows : [BLANK]);

/** Replaces a typed SKU or barcode with its variant if only one variant has it. */
function resolveSkus({ app, store }: StoreContext, rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const [id, ...more] =
      row.variant === '' && row.sku.trim() !== '' ? variantsWithCode(app.db, store.id, row.sku.trim()) : [];
    if (id === undefined || more.length > 0) return row;
    return { ...row, variant: idText(id), sku: '', qty: row.qty.trim() === '' ? '1' : row.qty };
  });
}

/** Adds a line if the search field contains a complete SKU or barcode, as after a scan. */
function addFoundSku({ app, store }: StoreContext, draft: Draft): Draft {
  const typed = draft.find?.[0]?.trim() ?? '';
  const [id, ...more] = typed === '' ? [] : variantsWithCode(app.db, store.id, typed);
  if (id === undefined || more.length > 0) return draft;
  return { ...withRows(draft, addVariant(rowsOf(draft), idText(id))), find: [''] };
}

/** Fills in an empty province from the postal code. */
function withProvince(draft: Draft): Draft {
  const [code = '', typed = ''] = [draft.postal_code?.[0]?.trim(), draft.province?.[0]?.trim()];
  const province = typed === '' && /^\d{5}$/.test(code) ? provinceOfCode(code) : undefined;
  return province ? { ...draft, province: [province.name] } : draft;
}

const MAX_PASTE = 3_000; // characters; parsing time grows with the length

/** Kept if a paste has none: the others are one address, these are of the person or the company. */
const OF_PERSON = ['name', 'telephone', 'email', 'legal_entity_id', 'branch_type', 'branch_number'] as const;

function pastedParts({ paste }: Draft): PastedAddress | undefined {
  const pasted = paste?.[0] ?? '';
  return pasted.trim() === '' || pasted.length > MAX_PASTE ? undefined : parseAddress(pasted);
}

const hasRecipient = ({ cod: _cod, remark: _remark, ...found }: PastedAddress): boolean =>
  Object.values(found).some((part) => part !== undefined);

/** Whether a text was just pasted that has no part of an address. */
export function isPasteWithoutAddress(draft: Draft): boolean {
  const parts = draft.step?.at(-1) === 'split' ? pastedParts(draft) : undefined;
  return parts !== undefined && !hasRecipient(parts);
}

/** The pasted address split into fields. A wish to pay on delivery ticks COD of a new, unpaid order. */
function splitTexts(draft: Draft): Texts {
  const parts = pastedParts(draft);
  if (parts === undefined) return {};
  const cod: Texts = parts.cod && draft.paid === undefined && draft.seen === undefined ? { is_cod: ['on'] } : {};
  if (!hasRecipient(parts)) return cod;
  const texts = addressTexts(parts as Partial<StoredAddress>);
  const unchanged = OF_PERSON.filter((name) => parts[name] === undefined);
  const ofPerson = Object.fromEntries(unchanged.map((name) => [name, draft[name] ?? ['']]));
  return { ...texts, ...ofPerson, ...remarkTexts(draft, parts.remark), ...cod };
}

/** The private note with a pasted remark, unless it contains the remark already. */
function remarkTexts({ private_note: note }: Draft, remark: string | undefined): Texts {
  const before = note?.[0] ?? '';
  if (remark === undefined || before.includes(remark)) return {};
  return { private_note: [before === '' ? remark : `${before}\n${remark}`] };
}

/** The draft with the newest address of a customer and the price tier. @throws AppError not_found */
export function customerDraft({ db, store }: StoreContext, draft: Draft, id: Id): Draft {
  const customer = existingCustomer(db, store.id, id);
  const [order] = ordersOfCustomers(db, memberIds(customer), { limit: 1 });
  const [recipient] = order === undefined ? [] : recipientsOf(db, [order]);
  return recipient ? { ...draft, ...addressTexts(recipient.address), ...tierTexts(db, draft, customer) } : draft;
}

/**
 * The price tier of the customer. One without a tier keeps a tier that was selected by hand, but not the one that an
 * earlier chosen customer has filled in.
 */
function tierTexts(db: Reader, draft: Draft, customer: Customer): Texts {
  const tier = tierOfCustomer(db, customer);
  const isFilled = (draft.tier?.[0] ?? '') === (draft.filled_tier?.[0] ?? '');
  if (!tier && !isFilled) return {};
  const text = tier ? idText(tier.id) : '';
  return { tier: [text], filled_tier: [text] };
}

/** The draft with an earlier address, and the price tier of its customer. */
function savedAddressDraft({ db, store }: StoreContext, draft: Draft, id: Id): Draft {
  const address = findAddress(db, store.id, id);
  if (!address) return draft;
  const customer = customerIdOf(db, store.id, address.telephone);
  return {
    ...draft,
    ...addressTexts(address),
    ...(customer === undefined ? {} : tierTexts(db, draft, existingCustomer(db, store.id, customer))),
  };
}

/** The state of the order form, for a new order or an edit. */
export interface Entry {
  context: StoreContext;
  /** Path below `/office` that the form posts to. */
  action: string;
  draft: Draft;
  // biome-ignore lint/suspicious/noExplicitAny: the form may have any fields
  form: Form<any>;
  /** The order being edited. */
  order: Order | undefined;
  /** Price tier of new lines; null: the default tier. */
  tierId: Id | null;
}

/** The price tier selected in the draft. */
export const tierOf = (draft: Draft): Id | null => parseId(draft.tier?.[0] ?? '') ?? null;

/** Whether a field is filled in or has an error. Collapsed fields are expanded then. */
export const isUsed = ({ form, draft }: Entry, names: readonly string[]): boolean =>
  names.some((name) => (draft[name]?.[0] ?? '') !== '' || form.errorOf(name) !== undefined);

/** What follows from the lines of the order: the totals, and the shipping fee, or only its offer if it was typed. */
export const AMOUNTS = ['order-sums', 'bar-total', 'fee-field.filled', 'fee-offer'];

/** The price tier of a new order. */
export const TIER_FIELD = 'tier-field';

/** The card with the notes, which a pasted remark fills in. */
export const NOTES = 'order-notes';

/** What follows from the price tier, beside the lines. */
export const OF_TIER = ['found', ...AMOUNTS];

/** The checkbox for COD. */
export const COD_CHOICE = 'cod-choice';

interface PartialUpdate {
  /** The form step; omitted on buttons, which have their own. */
  step?: string;
  /** Id of the element to replace. */
  target: string;
  /** Ids of other elements to replace. */
  also?: readonly string[];
  trigger?: string;
}

/** htmx attributes that post the form and replace only parts of the page with the response. */
export const partialUpdate = ({ action }: Pick<Entry, 'action'>, { step, target, also, trigger }: PartialUpdate) => ({
  'hx-post': `/office${action}`,
  'hx-target': `#${target}`,
  'hx-select': `#${target}`,
  'hx-select-oob': also?.map((id) => `#${id}`).join(','),
  'hx-swap': 'outerHTML',
  'hx-trigger': trigger,
  'hx-vals': step === undefined ? undefined : JSON.stringify({ step }),
});
