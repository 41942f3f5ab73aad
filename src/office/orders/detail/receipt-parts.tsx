import type * as v from 'valibot';
import type { Address } from '../../../domain/address-fields.ts';
import type { ReceiptDocument, ReceivedPayment } from '../../../domain/orders/payments/receipts.ts';
import { vatIn } from '../../../domain/orders/payments/vat.ts';
import { legalParty } from '../../../domain/print/sheets/receipt.ts';
import { taxBuyer } from '../../../domain/tax-fields.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { documentNumber, satangMoney } from '../../../lib/number-format.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { PLACE_FIELDS, TAX_FIELDS, TaxFields } from '../../forms/address-inputs.tsx';
import { fields, optionalText } from '../../forms/fields.ts';
import { TextField } from '../../forms/inputs.tsx';
import { PlaceSuggestions, placeField } from '../../forms/place-suggestions.tsx';
import { Facts } from '../../page/components.tsx';
import { dayText } from '../../page/format.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { MAX_SHOWN_LINES } from '../line-limits.ts';
import { methodName } from '../order-labels.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { PartyFacts } from './printed-document.tsx';
import { receiptTexts } from './receipt-texts.ts';

// What the pages share that issue and replace a receipt.

export const BUYER_FIELDS = { name: optionalText(MAX_LENGTH.name), ...PLACE_FIELDS, ...TAX_FIELDS };

const buyerForm = fields(BUYER_FIELDS);

type TypedBuyer = v.InferOutput<typeof buyerForm>;

/**
 * The typed buyer, with what the form does not ask for.
 * @throws AppError invalid_request at `name` if it is empty, or as `taxBuyer`
 */
export function typedBuyer(typed: TypedBuyer, { telephone, legal_entity_type }: Address): Address {
  const { name } = typed;
  if (name === undefined) throw invalidRequest('input_empty', { path: 'name' });
  const filled = Object.entries({ ...typed, telephone, legal_entity_type }).filter(([, value]) => value !== undefined);
  return taxBuyer({ ...Object.fromEntries(filled), name });
}

type CardProps = StoreProps<{ document: ReceiptDocument; isIssued?: boolean }>;

export function DocumentCard({ context, document, isIssued = false }: CardProps) {
  const { vatPercent, total, refunded = ZERO, received, payments = [] } = document;
  const t = receiptTexts(context.language);
  const value = (total - refunded) as Money;
  const { net, vat } = vatIn(value, vatPercent);
  const seller = legalParty(document.seller);
  return (
    <section class="card">
      <Facts
        facts={[
          [t.kind, orderDetailTexts(context.language).receipt(vatPercent > 0)],
          [t.replaces, document.replaces !== undefined && documentNumber(document.replaces)],
          [t.seller, [seller.name, seller.taxId, seller.branch].filter(Boolean).join(' · ')],
          [t.buyer, isIssued && <PartyFacts party={document.buyer} />],
          [t.items, <Items context={context} lines={document.lines} />],
          ...adjustments(context, document),
          [t.net, vatPercent > 0 && satangMoney(net)],
          [t.vat(vatPercent), vatPercent > 0 && satangMoney(vat)],
          [t.total, <strong class="money">{satangMoney(value)}</strong>],
          [t.received, received !== value && satangMoney(received)],
          [t.payments, payments.length > 0 && payments.map((payment) => <div>{paidText(context, payment)}</div>)],
        ]}
      />
    </section>
  );
}

/** What makes the total differ from the sum of the items, as on the printed document. */
function adjustments(
  { language }: StoreContext,
  { subtotal, discount, shippingFee, codFee, otherFee, refunded = ZERO }: ReceiptDocument,
): readonly [string, string][] {
  const t = receiptTexts(language);
  const amounts = [
    [t.discount, -discount as Money],
    [t.shippingFee, shippingFee],
    [t.codFee, codFee],
    [t.otherFee, otherFee],
    [t.refunded, -refunded as Money],
  ] as const;
  const shown = amounts.filter(([, amount]) => amount !== 0);
  if (shown.length === 0) return [];
  return [
    [t.subtotal, satangMoney(subtotal)],
    ...shown.map(([name, amount]): [string, string] => [name, satangMoney(amount)]),
  ];
}

function Items({ context, lines }: StoreProps<Pick<ReceiptDocument, 'lines'>>) {
  const hidden = lines.length - MAX_SHOWN_LINES;
  return (
    <>
      {lines.slice(0, MAX_SHOWN_LINES).map(({ name, qty, amount }) => (
        <div class="break">{`${name} × ${qty} · ${satangMoney(amount)}`}</div>
      ))}
      {hidden > 0 && <div class="muted">{receiptTexts(context.language).moreItems(hidden)}</div>}
    </>
  );
}

/** `Bank transfer · 12 Nov 2026 · ฿107.00` */
const paidText = ({ language }: StoreContext, { method, time, amount }: ReceivedPayment): string =>
  [receivedBy(method, language), time === undefined ? undefined : dayText(time, language), satangMoney(amount)]
    .filter((part) => part !== undefined)
    .join(' · ');

const receivedBy = (method: ReceivedPayment['method'], language: StoreContext['language']): string =>
  method === 'cod' ? receiptTexts(language).cod : methodName(method, language);

type BuyerProps = StoreProps<{ buyer: Address; isTaxInvoice: boolean }>;

export function BuyerFields({ context, buyer, isTaxInvoice }: BuyerProps) {
  const t = receiptTexts(context.language);
  const fieldOf = (name: keyof TypedBuyer) => ({ name, label: t[name], value: buyer[name] });
  return (
    <div class="fields">
      <TextField {...fieldOf('name')} required />
      <TextField {...fieldOf('address1')} />
      <TextField {...fieldOf('address2')} />
      <TextField {...fieldOf('sub_district')} {...placeField} />
      <TextField {...fieldOf('district')} {...placeField} />
      <PlaceSuggestions />
      <TextField {...fieldOf('province')} />
      <TextField {...fieldOf('postal_code')} inputmode="numeric" {...placeField} />
      <TextField {...fieldOf('address3')} />
      <TaxFields language={context.language} address={buyer} hint={isTaxInvoice ? t.taxIdHint : undefined} />
    </div>
  );
}
