import type { WriteTx } from '../../../context.ts';
import {
  type RefundDocument,
  refundDocuments,
  refundDocumentsToPrint,
} from '../../../domain/orders/payments/refund-documents.ts';
import { vatBetween } from '../../../domain/orders/payments/vat.ts';
import { printIssuedRefundDocuments } from '../../../domain/print/print-originals.ts';
import { legalParty } from '../../../domain/print/sheets/receipt.ts';
import { refundDocumentNumber, refundReason } from '../../../domain/print/sheets/refund-document.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { documentNumber, satangMoney } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { Facts, TextLink } from '../../page/components.tsx';
import { dayText } from '../../page/format.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { paymentTexts } from './payment-texts.ts';
import { DocumentButtons, DocumentHeading, documentFile, PartyFacts } from './printed-document.tsx';
import { receiptTexts } from './receipt-texts.ts';
import { requestedOrder } from './requested-order.ts';

const PATH = '/orders/:id/refund-documents/:document';

export const refundDocumentScreens: readonly Screen[] = [
  get(PATH, 'money and customer_data', documentPage),
  post(PATH, 'money and customer_data', printDocument),
];

export const refundDocumentPath = (orderId: Id, documentId: Id): string =>
  `/orders/${orderId}/refund-documents/${documentId}`;

async function printDocument(context: StoreContext): Promise<Response> {
  const { id } = requestedOrder(context);
  const take = (tx: WriteTx) => refundDocumentsToPrint(tx, id, context.id('document'));
  const { documents, printed } = await printIssuedRefundDocuments(context, take, context.now);
  const [name] = documents.map(refundDocumentNumber);
  return documentFile(context, name ?? '', printed);
}

/** A credit note or refund voucher as it was issued. */
function documentPage(context: StoreContext): Page {
  const order = requestedOrder(context);
  const document = refundDocuments(context.db, order.id).find(({ id }) => id === context.id('document'));
  if (!document) throw notFound('order_has_no_refund_document', { order: order.id });
  const title = `${paymentTexts(context.language)[document.kind]} ${refundDocumentNumber(document)}`;
  return {
    title,
    body: (
      <>
        <DocumentHeading title={title} order={order} />
        <DocumentCard context={context} orderId={order.id} document={document} />
        <DocumentButtons path={refundDocumentPath(order.id, document.id)} isPrinted={document.isPrinted === 1} />
      </>
    ),
  };
}

type CardProps = StoreProps<{ orderId: Id; document: RefundDocument }>;

function DocumentCard({ context, orderId, document: { kind, createTime, content } }: CardProps) {
  const { language } = context;
  const [t, m] = [receiptTexts(language), paymentTexts(language)];
  const { seller, buyer, lines, cause, reason, refunded, original, reduced, difference, vatPercent } = content;
  const before = (original - reduced) as Money;
  const { net, vat } = vatBetween(before, (before - difference) as Money, vatPercent);
  const isCreditNote = kind === 'credit_note';
  const party = legalParty(seller);
  return (
    <section class="card">
      <Facts
        facts={[
          [t.issueDate, dayText(createTime, language)],
          [
            orderDetailTexts(language).receipt(vatPercent > 0),
            <TextLink href={`/office/orders/${orderId}/receipt`}>{documentNumber(content.receiptNumber)}</TextLink>,
          ],
          [t.seller, [party.name, party.taxId, party.branch].filter(Boolean).join(' · ')],
          [t.buyer, <PartyFacts party={buyer} />],
          [m.refundReason, refundReason({ cause, reason, hasLines: lines.length > 0 }, language)],
          [t.items, lines.length > 0 && lines.map(({ name, qty }) => `${name} × ${qty}`).join(', ')],
          [t.net, isCreditNote && satangMoney(net)],
          [t.vat(vatPercent), isCreditNote && satangMoney(vat)],
          [t.total, isCreditNote && <strong class="money">{satangMoney(difference)}</strong>],
          [t.refunded, satangMoney(refunded)],
        ]}
      />
    </section>
  );
}
