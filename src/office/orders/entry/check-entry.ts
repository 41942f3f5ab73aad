import { addressProblems } from '../../../domain/address-fields.ts';
import { priceOrder } from '../../../domain/orders/create-manual-order.ts';
import { priceForm } from '../../../domain/orders/edit-form.ts';
import { priceLines } from '../../../domain/orders/lines.ts';
import { requireFutureTimes } from '../../../domain/orders/order-input.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { pathParts } from '../../../lib/messages/path.ts';
import { ZERO } from '../../../lib/money.ts';
import type { Form } from '../../forms/form.ts';
import { checkTelephone } from '../../forms/telephone.ts';
import { checkCod, readTotals } from './cod-check.tsx';
import type { Entry } from './order-draft.ts';
import {
  ADDRESS_FIELDS,
  type CommonFields,
  cellOf,
  FORM_NAMES,
  fieldOf,
  formLines,
  lineOf,
  orderMoney,
  timeOf,
  typedLines,
} from './order-entry-schema.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

// The checks of the domain, run while other fields are still invalid, so that an order form shows all its errors at once.

type Typed = Partial<CommonFields>;
type CheckedEntry = Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>;

/** Adds every error of a submitted order form that its schema does not find. */
export function checkEntry(entry: CheckedEntry, form: Form<CommonFields>): void {
  if (!form.valid) return;
  checkLines(entry, form, form.valid);
  checkRecipient(form, form.valid);
  checkTelephone(form, form.valid.telephone, entry.order?.recipientAddress.telephone);
  checkTimes(entry, form, form.valid);
  checkTotals(entry, form);
}

const linesOf = ({ line = [], variant = [], sku = [], qty = [], price = [] }: Typed) => ({
  line,
  variant,
  sku,
  qty,
  price,
});

/** A line without a quantity, an unknown SKU, a missing price, or no line at all. */
function checkLines({ context, tierId }: CheckedEntry, form: Form<CommonFields>, valid: Typed): void {
  const t = orderEntryTexts(context.language);
  const lines = typedLines(linesOf(valid));
  if (lines.length === 0) form.addError(t.needLines, 'find');
  for (const line of lines) {
    if (line.qty === 0) form.addError(t.needQty, ['qty', line.at]);
    if (line.lineId !== undefined) continue;
    const priced = { ...lineOf(line), qty: line.qty || 1 };
    form.check(
      () => priceLines(context.db, context.store.id, tierId, [priced]),
      (path) => cellOf(line, pathParts(path)[2]),
    );
  }
}

function checkRecipient(form: Form<CommonFields>, valid: Typed): void {
  const address = Object.fromEntries(ADDRESS_FIELDS.map(([field, name]) => [field, valid[name]]));
  for (const problem of addressProblems(address))
    form.check(
      () => {
        throw invalidRequest(problem);
      },
      (path) => ADDRESS_FIELDS.find(([field]) => field === pathParts(path)[0])?.[1],
    );
}

function checkTimes({ context, order }: CheckedEntry, form: Form<CommonFields>, { expiry, deadline }: Typed): void {
  const known = { expirationTime: order?.expirationTime ?? null, shipDeadlineTime: order?.shipDeadlineTime ?? null };
  for (const times of [
    { expirationTime: timeOf(expiry, known.expirationTime) },
    { shipDeadlineTime: timeOf(deadline, known.shipDeadlineTime) },
  ])
    form.check(
      () => requireFutureTimes(times, context.now, known),
      (path) => FORM_NAMES[String(path)],
    );
}

const AMOUNTS = ['discount', 'shipping_fee', 'other_fee', 'cod_fee', 'cod_amount', 'paid_amount'];
const LINE_FIELDS = ['sku', 'qty', 'price'];

/** Whether the amounts together can be checked: each of them is valid. */
function hasTotals(form: Form<CommonFields>): boolean {
  const rows = Array.from({ length: form.count('qty') }, (_, at) => at);
  const isValid = rows.every((at) => LINE_FIELDS.every((name) => form.errorOf([name, at]) === undefined));
  return isValid && [...AMOUNTS, 'find'].every((name) => form.errorOf(name) === undefined);
}

/** A discount or payment that is larger than the order, or an unconfirmed COD amount. */
function checkTotals(entry: CheckedEntry, form: Form<CommonFields>): void {
  if (!hasTotals(form)) return;
  const { context, order, tierId } = entry;
  const typed = readTotals(entry);
  const money = orderMoney(typed);
  form.check(() => {
    if (order) priceForm(context.db, order, { ...money, codFee: money.cod?.fee ?? ZERO, lines: formLines(typed) });
    else priceOrder(context.db, context.store.id, { ...money, priceTierId: tierId ?? undefined });
  }, fieldOf(typed));
  checkCod(entry, form);
}
