import type { Address } from '../../domain/address-fields.ts';
import type { VatDocument, VatReport } from '../../domain/orders/payments/vat-report.ts';
import { legalParty } from '../../domain/print/sheets/receipt.ts';
import { refundReason } from '../../domain/print/sheets/refund-document.ts';
import { count, documentNumber, satang } from '../../lib/number-format.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { receiptTexts, voidText } from '../orders/detail/receipt-texts.ts';
import { refundDocumentPath } from '../orders/detail/refund-document-page.tsx';
import { orderLinks } from '../orders/order-links.tsx';
import { TextLink } from '../page/components.tsx';
import { dayText } from '../page/format.ts';
import { List } from '../page/list.tsx';
import type { StoreProps } from '../request-context.ts';
import { filterOf, kindText, numberText } from './vat-file.ts';
import { vatTexts } from './vat-texts.ts';

// The list of issued documents in the VAT report.

/** Name, tax ID and branch as they are printed. */
export function Party({ party }: { party: Address }) {
  const { name, taxId, branch } = legalParty(party);
  const legal = [taxId, branch].filter(Boolean).join(' · ');
  return (
    <div>
      {name}
      {legal !== '' && <div class="muted">{legal}</div>}
    </div>
  );
}

/** The foot has the sums of all pages. */
export function Documents({ context, report: { documents, sums } }: StoreProps<{ report: VatReport }>) {
  const { language } = context;
  const t = vatTexts(language);
  const sumText = filterOf(context) === 'tax' ? t.documentSum : t.listSum;
  const mayPrint = context.may('customer_data');
  const orderLink = orderLinks(
    context,
    documents.map(({ orderId }) => orderId),
  );
  return (
    <>
      <h2>{t.documents}</h2>
      <List
        class="list net-sum"
        rows={documents}
        columns={(column) => [
          column(t.number, (document) => <DocumentLink context={context} document={document} />),
          column(t.fileOrder, ({ orderId, orderNumber }) => orderLink({ id: orderId, name: `#${orderNumber}` })),
          column(t.date, ({ time }) => <time>{dayText(time, language)}</time>),
          context.may('customer_data') && column(t.buyer, 'break', ({ buyer }) => <Party party={buyer} />),
          column(t.net, 'money', ({ net }) => satang(net)),
          column(t.vat, 'money', ({ vat }) => satang(vat)),
          column(t.total, 'money', ({ total }) => satang(total)),
          mayPrint &&
            column({ hidden: receiptTexts(language).print }, 'actions', (document) => (
              <PrintButton context={context} document={document} />
            )),
        ]}
        foot={
          <tr>
            <th scope="row" colspan={context.may('customer_data') ? 4 : 3}>
              {sumText(count(sums.documents))}
            </th>
            <td class="money" data-label={t.net}>
              {satang(sums.net)}
            </td>
            <td class="money" data-label={t.vat}>
              {satang(sums.vat)}
            </td>
            <td class="money" data-label={t.total}>
              {satang(sums.total)}
            </td>
            {mayPrint && <td class="actions" />}
          </tr>
        }
      />
    </>
  );
}

/** Page of the document, below `/office`. */
const pathOf = ({ orderId, note }: VatDocument): string =>
  note ? refundDocumentPath(orderId, note.id) : `/orders/${orderId}/receipt`;

function PrintButton({ context, document }: StoreProps<{ document: VatDocument }>) {
  const { note, voided, number } = document;
  const label = receiptTexts(context.language).print;
  return (
    <Post action={note ? pathOf(document) : `${pathOf(document)}/print`} plain target="_blank">
      {voided && <input type="hidden" name="number" value={String(number)} />}
      <Submit class="secondary outline small" aria-label={`${label} ${numberText(document)}`} label={label} />
    </Post>
  );
}

/** Leads to the page of the document. */
function DocumentLink({ context, document }: StoreProps<{ document: VatDocument }>) {
  const { kind, receiptNumber, note, replaces, voided } = document;
  return (
    <div>
      <TextLink href={`/office${pathOf(document)}`}>{numberText(document)}</TextLink>
      {filterOf(context) === 'all' && <div>{kindText(document, context.language)}</div>}
      {note && receiptNumber !== null && (
        <>
          <div class="muted">
            {vatTexts(context.language)[kind === 'credit_note' ? 'reduces' : 'ofReceipt'](
              documentNumber(receiptNumber),
            )}
          </div>
          <div class="muted break">{refundReason(note, context.language)}</div>
        </>
      )}
      {replaces !== null && <div class="muted">{vatTexts(context.language).replaces(documentNumber(replaces))}</div>}
      {voided && <div class="muted break">{voidText(voided, context.language)}</div>}
    </div>
  );
}
