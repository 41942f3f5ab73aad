import type * as v from 'valibot';
import { type Address, checkedAddress } from '../../../domain/address-fields.ts';
import type { OrderMoney } from '../../../domain/orders/create-manual-order.ts';
import type { OrderForm, OrderFormLine } from '../../../domain/orders/edit-form.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { type AddedCodes, salesChannels, shippingTypes } from '../../../domain/orders/order-codes.ts';
import type { ManualOrder, OrderLineInput } from '../../../domain/orders/order-input.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import type { Id } from '../../../lib/ids.ts';
import { orderLineOf, type PathPart, pathParts, pathText } from '../../../lib/messages/path.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { PLACE_FIELDS, TAX_FIELDS } from '../../forms/address-inputs.tsx';
import {
  choice,
  fields,
  flag,
  integer,
  listOf,
  optionalAmount,
  optionalAmountOrPercent,
  optionalChoice,
  optionalId,
  optionalInteger,
  optionalText,
  optionalTime,
  text,
} from '../../forms/fields.ts';
import type { FieldName, FieldOf, FormInput } from '../../forms/form.ts';
import { accountOf } from '../detail/payment-fields.tsx';

/** Address fields and their names in the form. */
export const ADDRESS_FIELDS = [
  ['name', 'name'],
  ['telephone', 'telephone'],
  ['address1', 'address1'],
  ['address2', 'address2'],
  ['address3', 'address3'],
  ['sub_district', 'sub_district'],
  ['district', 'district'],
  ['province', 'province'],
  ['postal_code', 'postal_code'],
  ['email', 'email'],
  ['note', 'address_note'],
  ['legal_entity_id', 'legal_entity_id'],
  ['legal_entity_type', 'legal_entity_type'],
  ['branch_type', 'branch_type'],
  ['branch_number', 'branch_number'],
] as const satisfies readonly (readonly [keyof Address, string])[];

const LINES = {
  line: listOf(optionalId),
  variant: listOf(optionalId),
  sku: listOf(optionalText(MAX_LENGTH.sku)),
  qty: listOf(optionalInteger(1)),
  price: listOf(optionalAmount),
};

/** @param subtotal the base of a discount in percent */
const chargeFields = (subtotal: Money) => ({
  discount: optionalAmountOrPercent(subtotal),
  shipping_fee: optionalAmount,
  other_fee: optionalAmount,
});
const COD = { is_cod: flag, cod_fee: optionalAmount, cod_amount: optionalAmount, cod_as_it_is: optionalText(50) };
const PAID = {
  paid: flag,
  method: optionalChoice(PAYMENT_METHODS),
  paid_amount: optionalAmount,
  bank_account_id: optionalId,
};

const RECIPIENT = {
  name: text(MAX_LENGTH.name),
  telephone: optionalText(MAX_LENGTH.telephone),
  ...PLACE_FIELDS,
  email: optionalText(MAX_LENGTH.email),
  address_note: optionalText(MAX_LENGTH.addressNote),
  legal_entity_type: optionalInteger(),
  ...TAX_FIELDS,
};

const termFields = (channels: readonly string[]) => ({
  channel: optionalChoice(channels),
  ship_before_pay: flag,
  deadline: optionalTime,
});

const NOTES = { expiry: optionalTime, label_note: optionalText(), private_note: optionalText() };

/** Schema of a new order. `checkRemovedCodes` refuses codes that the config no longer has, with the reason. */
export const newForm = (added: AddedCodes, subtotal: Money, { shipping_type = [], channel = [] }: FormInput['texts']) =>
  fields({
    form_key: text(100),
    tier: optionalId,
    shipping_type: choice([...shippingTypes(added), ...shipping_type.filter(Boolean)]),
    auto_request: flag,
    ...termFields([...salesChannels(added), ...channel.filter(Boolean)]),
    sender: optionalId,
    ...LINES,
    ...chargeFields(subtotal),
    ...COD,
    ...PAID,
    ...RECIPIENT,
    ...NOTES,
  });

type NewFields = v.InferOutput<ReturnType<typeof newForm>>;

/** The `update_time` of the order that the form has shown. */
export const updateTime = integer(0, Number.MAX_SAFE_INTEGER);

/** Schema of an edit. The order may keep a sales channel that the config no longer has. */
export const editForm = (added: AddedCodes, subtotal: Money, { salesChannel }: Order) =>
  fields({
    seen: updateTime,
    ...termFields([...salesChannels(added), ...(salesChannel === null ? [] : [salesChannel])]),
    ...LINES,
    ...chargeFields(subtotal),
    ...COD,
    ...RECIPIENT,
    ...NOTES,
  });

type EditFields = v.InferOutput<ReturnType<typeof editForm>>;

/** The fields of both forms. */
export type CommonFields = Pick<NewFields, keyof NewFields & keyof EditFields>;

/** Schema of the fields that determine the totals. */
export const totalsForm = (subtotal: Money) =>
  fields({ tier: optionalId, ...LINES, ...chargeFields(subtotal), ...COD, ...PAID });

export type TotalsFields = v.InferOutput<ReturnType<typeof totalsForm>>;

type LineFields = Pick<TotalsFields, 'line' | 'variant' | 'sku' | 'qty' | 'price'>;

/** A filled-in line and the index of its form row. */
interface TypedLine extends OrderLineInput {
  at: number;
  lineId: Id | undefined;
}

/** The rows with a product; `qty` is 0 if left empty. */
export const typedLines = ({ line, variant, sku, qty, price }: LineFields): TypedLine[] =>
  qty
    .map((count, at) => ({
      at,
      lineId: line[at],
      variantId: variant[at],
      sku: variant[at] === undefined ? sku[at] : undefined,
      qty: count ?? 0,
      price: price[at],
    }))
    .filter(({ lineId, variantId, sku }) => lineId !== undefined || variantId !== undefined || sku !== undefined);

export const lineOf = ({ variantId, sku, qty, price }: TypedLine): OrderLineInput => ({ variantId, sku, qty, price });

export const formLines = (typed: LineFields): OrderFormLine[] =>
  typedLines(typed).map((line) =>
    line.lineId === undefined ? lineOf(line) : { lineId: line.lineId, qty: line.qty, price: line.price },
  );

const chargesOf = (typed: Pick<TotalsFields, 'discount' | 'shipping_fee' | 'other_fee'>) => ({
  discount: typed.discount ?? ZERO,
  shippingFee: typed.shipping_fee ?? ZERO,
  otherFee: typed.other_fee ?? ZERO,
});

export const orderMoney = (typed: TotalsFields): OrderMoney => ({
  lines: typedLines(typed).map(lineOf),
  priceTierId: typed.tier,
  ...chargesOf(typed),
  cod: typed.is_cod ? { fee: typed.cod_fee ?? ZERO, amount: typed.cod_amount } : undefined,
  paid: typed.paid ? paidOf(typed) : undefined,
});

const paidOf = ({ method = 'transfer', paid_amount, bank_account_id }: TotalsFields) => ({
  method,
  amount: paid_amount,
  bankAccountId: accountOf(method, bank_account_id),
});

/** @throws AppError invalid_request naming `recipient_address.email` or another field of it */
const recipientOf = (typed: EditFields | NewFields): Address =>
  checkedAddress(Object.fromEntries(ADDRESS_FIELDS.map(([field, name]) => [field, typed[name]])), 'recipient_address');

export const manualOrder = (typed: NewFields): ManualOrder => ({
  ...orderMoney(typed),
  formKey: typed.form_key,
  shippingType: typed.shipping_type,
  salesChannel: typed.channel,
  recipientAddress: recipientOf(typed),
  senderAddressId: typed.sender,
  shipBeforePay: typed.ship_before_pay,
  autoRequestXshipping: typed.auto_request,
  shippingLabelNote: typed.label_note,
  privateNote: typed.private_note,
  expirationTime: typed.expiry,
  shipDeadlineTime: typed.deadline,
});

/** All values of the edited order. */
export const orderForm = (typed: EditFields, order: Order): OrderForm => ({
  ...chargesOf(typed),
  lines: formLines(typed),
  recipientAddress: recipientOf(typed),
  codFee: typed.is_cod ? (typed.cod_fee ?? ZERO) : undefined,
  codAmount: typed.is_cod ? typed.cod_amount : undefined,
  expirationTime: timeOf(typed.expiry, order.expirationTime),
  shipDeadlineTime: timeOf(typed.deadline, order.shipDeadlineTime),
  shipBeforePay: typed.ship_before_pay,
  salesChannel: typed.channel ?? null,
  shippingLabelNote: typed.label_note ?? null,
  privateNote: typed.private_note ?? null,
});

/** Form fields have minutes: an unchanged field keeps the stored time with its seconds. */
export const timeOf = (typed: number | undefined, known: number | null): number | null =>
  typed !== undefined && known !== null && bangkokMinute(typed) === bangkokMinute(known) ? known : (typed ?? null);

/** Error paths and their form fields. */
export const FORM_NAMES: Readonly<Record<string, string>> = {
  shipping_type: 'shipping_type',
  price_tier_id: 'tier',
  sender_address_id: 'sender',
  paid_amount: 'paid_amount',
  bank_account_id: 'bank_account_id',
  cod_amount: 'cod_amount',
  discount: 'discount',
  expiration_time: 'expiry',
  ship_deadline_time: 'deadline',
};

/** The form field of an error path: `products[1].qty` is in the second new row, an order line in its own row. */
export function fieldOf(typed: LineFields): FieldOf {
  const rows = typedLines(typed);
  const newRows = rows.filter(({ lineId }) => lineId === undefined);
  return (path) => {
    const line = orderLineOf(path);
    const [first, second, third] = pathParts(path);
    if (line !== undefined)
      return cellOf(
        rows.find(({ lineId }) => lineId === line),
        second,
      );
    if (first === 'products' && typeof second === 'number') return cellOf(newRows[second], third);
    if (first === 'recipient_address') return ADDRESS_FIELDS.find(([known]) => known === second)?.[1];
    return FORM_NAMES[pathText(path)];
  };
}

const COLUMNS = ['qty', 'price', 'sku'] as const;

/** The cell that an error is about; `qty` if the field is not in a column. */
export const cellOf = (row: TypedLine | undefined, field: PathPart | undefined): FieldName | undefined =>
  row && [COLUMNS.find((column) => column === field) ?? 'qty', row.at];
