import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type * as v from 'valibot';
import type { WriteTx } from '../../../context.ts';
import type { Address } from '../../../domain/address-fields.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import {
  buyerOf,
  issueReceipt,
  missingOnTaxInvoice,
  type Receipt,
  type ReceiptDocument,
  receiptOfOrder,
  receiptToIssue,
  receiptToPrint,
} from '../../../domain/orders/payments/receipts.ts';
import {
  replacementObstacle,
  type VoidedReceipt,
  voidedReceipts,
  voidedToPrint,
} from '../../../domain/orders/payments/replace-receipt.ts';
import { printIssuedReceipts } from '../../../domain/print/print-originals.ts';
import { AppError, invalidRequest, notFound } from '../../../lib/errors.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { errorText } from '../../error-text.ts';
import { checkTaxFields } from '../../forms/address-inputs.tsx';
import { fields, flag, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Notice } from '../../page/components.tsx';
import { dayText } from '../../page/format.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { DocumentButtons, DocumentHeading, documentFile } from './printed-document.tsx';
import { BUYER_FIELDS, BuyerFields, DocumentCard, typedBuyer } from './receipt-parts.tsx';
import { receiptTexts, voidText } from './receipt-texts.ts';
import { requestedOrder } from './requested-order.ts';

/** The buyer; without `has_buyer`, the recipient of the order. */
const receiptForm = fields({ has_buyer: flag, seen: optionalText(MAX_LENGTH.name), ...BUYER_FIELDS });

/** `number` of a canceled receipt; without it, the valid receipt is printed. */
const printForm = fields({ number: optionalInteger() });

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
          if (seen !== undefined && seen !== contentHash(issued.document))
            throw invalidRequest('receipt_changed_meanwhile');
        });
        return context.redirect(receiptPath(context));
      },
      () => receiptPage(context, form),
    );
  }),
  post('/orders/:id/receipt/print', 'money and customer_data', async (context) => {
    const { id } = requestedOrder(context);
    const { value } = context.form(printForm);
    if (!value) throw notFound('order_without_receipt', { order: id });
    const canceled = value.number;
    const take = (tx: WriteTx) => [canceled === undefined ? receiptToPrint(tx, id) : voidedToPrint(tx, id, canceled)];
    const { documents, printed } = await printIssuedReceipts(context, take, context.now);
    const [document] = documents;
    return documentFile(context, document ? `receipt-${documentNumber(document.number)}` : '', printed);
  }),
];

/** Hash of what is printed, except the buyer's fields of the form. A receipt is issued only as the preview showed it. */
function contentHash({ buyer: { telephone }, ...content }: ReceiptDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([telephone, content]))
    .digest('base64url');
}

function buyerIn({ has_buyer, ...typed }: Omit<Input, 'seen'>, order: Order): Address | undefined {
  return has_buyer ? typedBuyer(typed, buyerOf(order)) : undefined;
}

/** The issued receipt, or a preview to confirm: a receipt has a gapless number and never changes. */
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
    return receiptToIssue(context.db, existingOrder(context.db, order.id), buyerOf(order)); // with all lines
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
      <Replace context={context} />
      <CanceledReceipts context={context} />
    </>
  );
}

/** A link to the page that replaces the receipt, or the reason why it cannot be replaced. */
function Replace({ context }: { context: StoreContext }) {
  const t = receiptTexts(context.language);
  const obstacle = replacementObstacle(context.db, context.id());
  if (obstacle) return <p class="hint">{errorText(context.language, obstacle)}</p>;
  return (
    <div class="actions">
      <ButtonLink href={`/office${receiptPath(context)}/replace`} class="button secondary outline" label={t.replace} />
    </div>
  );
}

function CanceledReceipts({ context }: { context: StoreContext }) {
  const canceled = voidedReceipts(context.db, context.id());
  if (canceled.length === 0) return null;
  return (
    <section class="card">
      <h2>{receiptTexts(context.language).canceledReceipts}</h2>
      <ul class="documents">
        {canceled.map((receipt) => (
          <CanceledRow context={context} receipt={receipt} />
        ))}
      </ul>
    </section>
  );
}

function CanceledRow({ context, receipt: { number, voided } }: StoreProps<{ receipt: VoidedReceipt }>) {
  const { language } = context;
  const t = receiptTexts(language);
  const label = `${t.printCopy} ${documentNumber(number)}`;
  return (
    <li>
      <span>
        {documentNumber(number)} · {voidText(voided, language)}
      </span>
      <Post action={`${receiptPath(context)}/print`} plain target="_blank">
        <input type="hidden" name="number" value={String(number)} />
        <Submit class="secondary outline small" aria-label={label} label={t.printCopy} />
      </Post>
    </li>
  );
}

const receiptPath = (context: StoreContext): string => `/orders/${context.id()}/receipt`;

type PreviewProps = StoreProps<{ order: Order; document: ReceiptDocument; form: Form<Input> }>;

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
          <input type="hidden" name="seen" value={contentHash(document)} />
          <p class="hint">{t.buyerHint}</p>
          <BuyerFields context={context} buyer={document.buyer} isTaxInvoice={isTaxInvoice} />
          <Submit label={t.issue} />
        </Post>
      </section>
    </>
  );
}
