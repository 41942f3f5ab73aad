import {
  type RefundDocument,
  refundDocuments,
  refundDocumentsToPrint,
} from '../../../domain/orders/payments/refund-documents.ts';
import { printRefundDocuments } from '../../../domain/print/print-orders.ts';
import { refundDocumentNumber } from '../../../domain/print/sheets/refund-document.ts';
import { money } from '../../../lib/number-format.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Time } from '../../page/components.tsx';
import { pdfFile } from '../../page/downloads.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { paymentTexts } from './payment-texts.ts';
import { requestedOrder } from './requested-order.ts';
import type { SectionProps } from './section-props.ts';

export const refundDocumentScreens: readonly Screen[] = [
  post('/orders/:id/refund-documents/:document', 'money and customer_data', printDocument),
];

async function printDocument(context: StoreContext): Promise<Response> {
  const { id } = requestedOrder(context);
  const documents = await context.write((tx) => refundDocumentsToPrint(tx, id, context.id('document')));
  const [name] = documents.map(refundDocumentNumber);
  return pdfFile(name ?? '', await printRefundDocuments(documents, context.now));
}

/** Credit notes and refund vouchers of the order. */
export function RefundDocuments({ context, order }: Pick<SectionProps, 'context' | 'order'>) {
  const documents = refundDocuments(context.db, order.id);
  if (documents.length === 0) return null;
  return (
    <ul class="refund-documents">
      {documents.map((document) => (
        <DocumentRow context={context} at={`/orders/${order.id}/refund-documents/${document.id}`} document={document} />
      ))}
    </ul>
  );
}

function DocumentRow({ context, at, document }: StoreProps<{ at: string; document: RefundDocument }>) {
  const t = paymentTexts(context.language);
  const { kind, createTime, content } = document;
  const number = refundDocumentNumber(document);
  return (
    <li>
      <span>
        {t[kind]} {number} ·{' '}
        <span class="money">{money(kind === 'credit_note' ? content.difference : content.refunded)}</span> ·{' '}
        <Time at={createTime} />
      </span>
      <Post action={at} plain target="_blank">
        <Submit class="secondary outline small" aria-label={`${t.print} ${number}`} label={t.print} />
      </Post>
    </li>
  );
}
