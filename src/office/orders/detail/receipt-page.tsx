import { isDeepStrictEqual } from 'node:util';
import type * as v from 'valibot';
import type { Address } from '../../../domain/address-fields.ts';
import type { Order } from '../../../domain/orders/order.ts';
import {
  buyerOf,
  issueReceipt,
  missingOnTaxInvoice,
  type Receipt,
  type ReceiptDocument,
  type ReceivedPayment,
  receiptOfOrder,
  receiptToIssue,
  receiptToPrint,
} from '../../../domain/orders/payments/receipts.ts';
import { vatIn } from '../../../domain/orders/payments/vat.ts';
import { printIssuedReceipts } from '../../../domain/print/print-originals.ts';
import { legalParty } from '../../../domain/print/sheets/receipt.ts';
import { taxBuyer } from '../../../domain/tax-fields.ts';
import { AppError, invalidRequest } from '../../../lib/errors.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { documentNumber, satangMoney } from '../../../lib/number-format.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { errorText } from '../../error-text.ts';
import { checkTaxFields, PLACE_FIELDS, TAX_FIELDS, TaxFields } from '../../forms/address-inputs.tsx';
import { fields, flag, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextField } from '../../forms/inputs.tsx';
import { PlaceSuggestions, placeField } from '../../forms/place-suggestions.tsx';
import type { Page } from '../../office-response.ts';
import { Facts, Notice } from '../../page/components.tsx';
import { dayText } from '../../page/format.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { methodName } from '../order-labels.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { DocumentButtons, DocumentHeading, documentFile, PartyFacts } from './printed-document.tsx';
import { receiptTexts } from './receipt-texts.ts';
import { requestedOrder } from './requested-order.ts';

/** The buyer; without `has_buyer`, the recipient of the order. */
const receiptForm = fields({
  has_buyer: flag,
  seen: optionalText(MAX_LENGTH.name),
  name: optionalText(MAX_LENGTH.name),
  ...PLACE_FIELDS,
  ...TAX_FIELDS,
});

type Input = v.InferOutput<typeof receiptForm>;

export const receiptScreens: readonly Screen[] = [
  get('/orders/:id/receipt', 'money and customer_data', (context) => receiptPage(context, context.form(receiptForm))),
  post('/orders/:id/receipt', 'money and customer_data', (context) => {
    const form = context.form(receiptForm);
    checkTaxFields(form, form.valid?.has_buyer ? form.valid : undefined);
    return form.submit(
      async ({ seen, ...input }) => {
        const order = requestedOrder(context);
        const buyer = buyerIn(input, order);
        await context.write((tx) => {
          const issued = issueReceipt(tx, order.id, context.act(), buyer);
          if (buyer && !isDeepStrictEqual(issued.document.buyer, buyer))
            throw invalidRequest('receipt_issued_meanwhile');
          if (seen !== undefined && seen !== figuresOf(issued.document))
            throw invalidRequest('receipt_changed_meanwhile');
        });
        return context.redirect(receiptPath(context));
      },
      () => receiptPage(context, form),
    );
  }),
  post('/orders/:id/receipt/print', 'money and customer_data', async (context) => {
    const { id } = requestedOrder(context);
    const { documents, printed } = await printIssuedReceipts(context, (tx) => [receiptToPrint(tx, id)], context.now);
    const [name = ''] = documents.map(({ number }) => `receipt-${documentNumber(number)}`);
    return documentFile(context, name, printed);
  }),
];

/** What the page shows before it is issued: the document must have the same amounts. */
const figuresOf = ({ vatPercent, total, refunded = ZERO, received }: ReceiptDocument): string =>
  [vatPercent, total, refunded, received].join(' ');

/** @throws AppError invalid_request at `name` if it is empty, or as `taxBuyer` */
function buyerIn({ has_buyer, ...typed }: Omit<Input, 'seen'>, order: Order): Address | undefined {
  if (!has_buyer) return undefined;
  const { name } = typed;
  if (name === undefined) throw invalidRequest('input_empty', { path: 'name' });
  const { telephone, legal_entity_type } = buyerOf(order);
  const filled = Object.entries({ ...typed, telephone, legal_entity_type }).filter(([, value]) => value !== undefined);
  return taxBuyer({ ...Object.fromEntries(filled), name });
}

/** Shows what will be issued, and asks: a receipt gets a number without gaps and never changes. */
function receiptPage(context: StoreContext, form: Form<Input>): Page {
  const order = requestedOrder(context);
  const issued = receiptOfOrder(context.db, order.id);
  const document = issued?.document ?? documentToIssue(context, order);
  const isTaxInvoice = (typeof document === 'string' ? context.store : document).vatPercent > 0;
  const title = orderDetailTexts(context.language)[issued ? 'receipt' : 'issueReceipt'](isTaxInvoice);
  return {
    title,
    status: typeof document === 'string' ? 400 : 200,
    body: (
      <>
        <DocumentHeading title={title} order={order} />
        {typeof document === 'string' && <Notice tone="warn">{document}</Notice>}
        {typeof document !== 'string' && issued && <Issued context={context} receipt={issued} form={form} />}
        {typeof document !== 'string' && !issued && (
          <Preview context={context} order={order} document={document} form={form} />
        )}
      </>
    ),
  };
}

/** What would be issued, or the reason why nothing can be. */
function documentToIssue(context: StoreContext, order: Order): ReceiptDocument | string {
  try {
    return receiptToIssue(context.db, order);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return errorText(context.language, error);
    throw error;
  }
}

type IssuedProps = StoreProps<{ receipt: Receipt; form: Form<Input> }>;

function Issued({ context, receipt: { number, createTime, isPrinted, document }, form }: IssuedProps) {
  const t = receiptTexts(context.language);
  const kind = orderDetailTexts(context.language).receipt(document.vatPercent > 0);
  return (
    <>
      {form.error && <Notice tone="warn">{form.error}</Notice>}
      <Notice tone="good">{t.issued(kind, documentNumber(number), dayText(createTime, context.language))}</Notice>
      <DocumentCard context={context} document={document} isIssued />
      <DocumentButtons path={`${receiptPath(context)}/print`} isPrinted={isPrinted === 1} />
    </>
  );
}

const receiptPath = (context: StoreContext): string => `/orders/${context.id()}/receipt`;

interface PreviewProps {
  context: StoreContext;
  order: Order;
  document: ReceiptDocument;
  form: Form<Input>;
}

function Preview({ context, order, document, form }: PreviewProps) {
  const t = receiptTexts(context.language);
  const isTaxInvoice = document.vatPercent > 0;
  const missing = isTaxInvoice ? missingOnTaxInvoice(document.buyer) : [];
  return (
    <>
      <Notice tone="warn">{t.final(isTaxInvoice)}</Notice>
      {order.codStatus === 'pending' && <Notice tone="warn">{t.codPending}</Notice>}
      <DocumentCard context={context} document={document} />
      <section class="card">
        <h2>{t.buyer}</h2>
        {missing.length > 0 && <Notice tone="warn">{t.missing(missing.map((field) => t[field]).join(', '))}</Notice>}
        <Post action={receiptPath(context)} form={form}>
          <input type="hidden" name="has_buyer" value="yes" />
          <input type="hidden" name="seen" value={figuresOf(document)} />
          <p class="hint">{t.buyerHint}</p>
          <BuyerFields context={context} buyer={document.buyer} isTaxInvoice={isTaxInvoice} />
          <Submit label={t.issue} />
        </Post>
      </section>
    </>
  );
}

type CardProps = StoreProps<{ document: ReceiptDocument; isIssued?: boolean }>;

function DocumentCard({ context, document, isIssued = false }: CardProps) {
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
          [t.seller, [seller.name, seller.taxId, seller.branch].filter(Boolean).join(' · ')],
          [t.buyer, isIssued && <PartyFacts party={document.buyer} />],
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

/** `Bank transfer · 12 Nov 2026 · ฿107.00` */
const paidText = ({ language }: StoreContext, { method, time, amount }: ReceivedPayment): string =>
  [receivedBy(method, language), time === undefined ? undefined : dayText(time, language), satangMoney(amount)]
    .filter((part) => part !== undefined)
    .join(' · ');

const receivedBy = (method: ReceivedPayment['method'], language: StoreContext['language']): string =>
  method === 'cod' ? receiptTexts(language).cod : methodName(method, language);

type BuyerProps = StoreProps<{ buyer: Address; isTaxInvoice: boolean }>;

function BuyerFields({ context, buyer, isTaxInvoice }: BuyerProps) {
  const t = receiptTexts(context.language);
  const fieldOf = (name: Exclude<keyof Input, 'has_buyer' | 'seen'>) => ({ name, label: t[name], value: buyer[name] });
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
