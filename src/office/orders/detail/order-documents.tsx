import { type Receipt, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { type RefundDocument, refundDocuments } from '../../../domain/orders/payments/refund-documents.ts';
import { refundDocumentNumber } from '../../../domain/print/sheets/refund-document.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { documentNumber, money } from '../../../lib/number-format.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { TextLink, Time } from '../../page/components.tsx';
import type { StoreProps } from '../../request-context.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { paymentTexts } from './payment-texts.ts';
import { refundDocumentPath } from './refund-document-page.tsx';
import type { SectionProps } from './section-props.ts';

/** The receipt of the order, its credit notes and refund vouchers. */
export function OrderDocuments({ context, order }: Pick<SectionProps, 'context' | 'order'>) {
  const receipt = receiptOfOrder(context.db, order.id);
  if (!receipt) return null; // it comes before the others
  return (
    <ul class="documents">
      <ReceiptRow context={context} at={`/orders/${order.id}/receipt`} receipt={receipt} />
      {refundDocuments(context.db, order.id).map((document) => (
        <DocumentRow context={context} at={refundDocumentPath(order.id, document.id)} document={document} />
      ))}
    </ul>
  );
}

function ReceiptRow({ context, at, receipt }: StoreProps<{ at: string; receipt: Receipt }>) {
  const t = paymentTexts(context.language);
  const { number, createTime, document } = receipt;
  const { vatPercent, total, refunded = ZERO } = document;
  return (
    <li>
      <span>
        <TextLink href={`/office${at}`}>
          {orderDetailTexts(context.language).receipt(vatPercent > 0)} {documentNumber(number)}
        </TextLink>{' '}
        · <span class="money">{money((total - refunded) as Money)}</span> · <Time at={createTime} />
      </span>
      <Post action={`${at}/print`} plain target="_blank">
        <Submit class="secondary outline small" aria-label={`${t.print} ${documentNumber(number)}`} label={t.print} />
      </Post>
    </li>
  );
}

function DocumentRow({ context, at, document }: StoreProps<{ at: string; document: RefundDocument }>) {
  const t = paymentTexts(context.language);
  const { kind, createTime, content } = document;
  const number = refundDocumentNumber(document);
  return (
    <li>
      <span>
        <TextLink href={`/office${at}`}>
          {t[kind]} {number}
        </TextLink>{' '}
        · <span class="money">{money(kind === 'credit_note' ? content.difference : content.refunded)}</span> ·{' '}
        <Time at={createTime} />
      </span>
      <Post action={at} plain target="_blank">
        <Submit class="secondary outline small" aria-label={`${t.print} ${number}`} label={t.print} />
      </Post>
    </li>
  );
}
