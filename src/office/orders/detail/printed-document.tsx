import type { Address } from '../../../domain/address-fields.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { Printed } from '../../../domain/print/print-job.ts';
import { legalParty } from '../../../domain/print/sheets/receipt.ts';
import { fields, flag } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Heading } from '../../page/components.tsx';
import { pdfFile } from '../../page/downloads.ts';
import { useRequest } from '../../page/render-context.ts';
import type { StoreContext } from '../../request-context.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { receiptTexts } from './receipt-texts.ts';

// Receipts, credit notes and refund vouchers after their issue.

const printForm = fields({ download: flag });

/** Shown in the browser, or downloaded with `DocumentButtons`. */
export const documentFile = (context: StoreContext, name: string, printed: Printed): Response =>
  pdfFile(name, printed, { inline: !context.form(printForm).value?.download });

/** The title, with a link back to the order. */
export function DocumentHeading({ title, order: { id, orderNumber } }: { title: string; order: Order }) {
  const label = orderDetailTexts(useRequest().language).order(orderNumber);
  return <Heading title={title} back={{ href: `/office/orders/${id}`, label }} />;
}

/** Prints or downloads the document that is at the path. */
export function DocumentButtons({ path, isPrinted }: { path: string; isPrinted: boolean }) {
  const t = receiptTexts(useRequest().language);
  return (
    <>
      <p class="hint">{isPrinted ? t.copyHint : t.originalHint}</p>
      <div class="actions">
        <Post action={path} plain target="_blank">
          <Submit label={isPrinted ? t.printCopy : t.print} />
        </Post>
        <Post action={path} plain>
          <input type="hidden" name="download" value="yes" />
          <Submit class="secondary outline" label={t.download} />
        </Post>
      </div>
    </>
  );
}

/** Name, tax ID, branch and address as they are printed. */
export function PartyFacts({ party }: { party: Address }) {
  const { name, taxId, branch, address, telephone } = legalParty(party);
  return (
    <div class="break">
      {name}
      {[[taxId, branch].filter(Boolean).join(' · '), address, telephone].filter(Boolean).map((line) => (
        <div class="muted">{line}</div>
      ))}
    </div>
  );
}
